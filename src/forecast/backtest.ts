import { refusal } from "../contract/outcome.ts";
import type { Work } from "./component.ts";
import { describePart, fitPart, predictPart } from "./compose/parts.ts";
import { type Fitted, forecasterOf, tagsOf, takesColumns, updateFitted } from "./engine.ts";
import { seriesTooShort } from "./refusals.ts";
import { printSpec } from "./spec/print-spec.ts";
import type { ComponentSpec } from "./spec/spec.ts";
import { firstRows, type Training } from "./training.ts";

/** How the past is forecast again. */
export interface BacktestPlan {
  /** Rows before the first origin. */
  initial: number;
  /** Steps ahead of each origin, at most. */
  horizon: number;
  /** Every origin is estimated anew; otherwise up to MOST_FITS are, and between them only the states move. */
  every?: boolean;
}

/** What forecasts of the past missed by. */
export interface Backtest {
  /** Signed errors y - forecast at step h in entry h - 1, the earliest origin first. */
  errors: number[][];
  origins: number;
  /** How often the parameters were estimated. */
  fits: number;
}

/** Estimations of a model that can also move its states alone. */
const MOST_FITS = 24;

/**
 * Forecasts from every origin initial, initial + 1, ..., n - 1 (rolling-origin evaluation, Tashman 2000) by the model
 * that has seen the rows before it, up to `horizon` steps ahead inside the series. Missing values have no error.
 * Refuses SeriesTooShort where no row is left after `initial`, and what the forecaster refuses.
 */
export async function backtest(spec: ComponentSpec, all: Training, plan: BacktestPlan, work: Work): Promise<Backtest> {
  const train = takesColumns(spec) ? all : { ...all, x: [] };
  const n = train.y.length;
  const { initial, horizon } = plan;
  if (initial >= n) throw seriesTooShort(train.label, n, initial + 1, `a forecast of the past by ${printSpec(spec)}`);
  const errors: number[][] = Array.from({ length: horizon }, () => []);
  const origins = n - initial;
  const moves = tagsOf(spec)["capability:update"] === true && plan.every !== true;
  const between = moves ? Math.ceil(origins / MOST_FITS) : 1;
  let fitted: Fitted | null = null;
  let fits = 0;
  for (let origin = initial; origin < n; origin++) {
    const seen = firstRows(train, origin);
    const anew: boolean = fitted === null || (origin - initial) % between === 0;
    if (fitted === null || anew) fitted = { spec, state: await fitPart(spec, seen, work) };
    else fitted = await updateFitted(fitted, seen, 1, false, work);
    if (anew) fits++;
    const point = await pointsAt(fitted, train, origin, Math.min(horizon, n - origin), work);
    for (let i = 0; i < point.length; i++) {
      const error = train.y[origin + i] - point[i];
      if (Number.isFinite(error)) errors[i].push(error);
    }
    await work.tick();
  }
  return { errors, origins, fits };
}

async function pointsAt({ spec, state }: Fitted, train: Training, origin: number, steps: number, work: Work) {
  const ask = {
    label: train.label,
    steps: Array.from({ length: steps }, (_, i) => i + 1),
    x: train.x.map((column) => ({ ...column, values: column.values.subarray(origin, origin + steps) })),
    points_only: true,
  };
  return (await predictPart(spec, state, ask, work)).point;
}

/**
 * Where the first origin of a back-test stands when none is stated: half of the rows, but not fewer than the forecaster
 * needs, nor than two of its seasons and one row. It may be all rows, or more.
 */
export function initialWindow(spec: ComponentSpec, state: unknown, train: Training): number {
  const n = train.y.length;
  const { period } = describePart(spec, state);
  const least = Math.max(forecasterOf(spec).minLength(spec.params, train), period > 1 ? 2 * period + 1 : 3);
  return Math.max(least, Math.min(Math.floor(n / 2), n - 1));
}

/** The rows before the first origin as a caller states them: a count, or a share of the rows below 1. Refuses SeriesTooShort. */
export function statedWindow(initial: number, train: Training): number {
  const n = train.y.length;
  const rows = initial < 1 ? Math.max(1, Math.floor(initial * n)) : initial;
  if (rows < n) return rows;
  const remedy = `state an initial_window below ${n}`;
  throw refusal(
    "SeriesTooShort",
    `${train.label}: initial_window=${rows} leaves none of ${n} rows to forecast; ${remedy}`,
    {
      check: "length",
      observed: n,
      required: rows + 1,
      remedy,
    },
  );
}
