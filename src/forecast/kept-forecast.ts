import type { Ctx } from "../contract/context.ts";
import { BadCall } from "../contract/outcome.ts";
import type { SeriesData } from "../series/dataset/dataset.ts";
import { requireSeries } from "../series/dataset/require.ts";
import type { Calibration } from "./calibration.ts";
import { type Forecast, type ForecastCall, forecast } from "./forecast.ts";
import { type Model, openFit, workOf } from "./models.ts";

/** What an `fc_` handle stands for. */
interface ForecastRecipe {
  op: "forecast";
  of: string;
  steps: number[];
  x: string | null;
  non_negative: boolean;
  calibration: Calibration;
  bias_adjusted: boolean;
}

/** Keeps what a forecast was; returns its `fc_` handle. A store that cannot be written still names it. */
export async function keepForecast(
  ctx: Ctx,
  model: Model,
  steps: number[],
  future: SeriesData | null,
  { non_negative, calibration, bias_adjusted }: Pick<ForecastCall, "non_negative" | "calibration" | "bias_adjusted">,
): Promise<string> {
  const recipe = {
    op: "forecast",
    of: model.handle,
    steps,
    x: future?.handle ?? null,
    non_negative,
    calibration,
    bias_adjusted,
  };
  const store = await ctx.store();
  try {
    return await store.put("fc", recipe);
  } catch (error) {
    if (!(error instanceof BadCall)) throw error;
    return store.handleOf("fc", recipe);
  }
}

/** The forecast of an `fc_` handle, made again. Refuses UnknownHandle and DataChanged. */
export async function openForecast(ctx: Ctx, handle: string): Promise<{ model: Model; made: Forecast }> {
  const recipe = (await (await ctx.store()).recipe(handle)) as unknown as ForecastRecipe;
  const model = await openFit(ctx, recipe.of);
  const future = recipe.x === null ? null : requireSeries(await ctx.data(recipe.x));
  const call = {
    fh: recipe.steps,
    future,
    non_negative: recipe.non_negative,
    calibration: recipe.calibration,
    bias_adjusted: recipe.bias_adjusted,
  };
  return { model, made: await forecast(model, call, workOf(ctx)) };
}
