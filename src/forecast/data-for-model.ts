import type { Ctx } from "../contract/context.ts";
import { isHandle } from "../contract/handle.ts";
import { Refusal } from "../contract/outcome.ts";
import type { SeriesData } from "../series/dataset/dataset.ts";
import { requireSeries } from "../series/dataset/require.ts";
import type { Model } from "./models.ts";

/**
 * More rows for a model. A file is read as the model's own data were: labels without an offset stand in its zone, and
 * where several columns hold numbers, those of `names` are meant (the first as target). Refuses what a load refuses.
 */
export async function dataForModel(ctx: Ctx, ref: string, model: Model, names: string[]): Promise<SeriesData> {
  const { tz } = model.data.index;
  const file = !isHandle(ref) && !/^(demo|gen):/i.test(ref);
  const request = file && tz !== null ? { tz } : {};
  try {
    return requireSeries(await ctx.data(ref, request));
  } catch (error) {
    const unclear = error instanceof Refusal && error.details.check === "target_column";
    if (!unclear || !file || names.length === 0) throw error;
    const [target_column, ...exog_columns] = names;
    return requireSeries(await ctx.data(ref, { ...request, target_column, exog_columns }));
  }
}
