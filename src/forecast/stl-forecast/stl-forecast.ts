import { Refusal } from "../../contract/outcome.ts";
import type { Description, Work } from "../component.ts";
import { describePart, fitPart, predictPart } from "../compose/parts.ts";
import { type StlOptions, stl } from "../decompose/stl.ts";
import { strengthOf } from "../decompose/strength.ts";
import { type Ask, normalPredictive, type Predictive, pointsAlone } from "../predictive.ts";
import { shiftedPredictive, widenedPredictive } from "../predictive-maps.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import { firstRows, type Training } from "../training.ts";
import { type PartSpecs, partSpecs, type StlParams } from "./components.ts";
import { driftVariance } from "./drift-variance.ts";
import { closeness, pastSpread } from "./past-errors.ts";

/** A fitted STL forecast: the states of its parts. */
export interface StlState {
  n: number;
  seasonal: unknown;
  trend: unknown;
  resid: unknown;
  adjusted: unknown;
  /** Mean squared h-step errors of the drifting trend, h = 1…; empty where another forecaster takes it. */
  trend_spread: number[];
  /** What the spread of parts that are not its own is multiplied by; see `closeness`. */
  closeness: number;
  /** Mean squared errors that the whole forecast made in the past; empty where the adjusted series is forecast. */
  past_spread: number[];
  strength: { seasonal: number; trend: number };
}

/** Takes the series apart and fits a forecaster to each part. Refuses what they refuse. */
export async function fitStlForecast(train: Training, params: StlParams, work: Work): Promise<StlState> {
  const options = stlOptionsOf(params);
  const { seasonal, trend, remainder } = stl(train.y, params.sp, options);
  const specs = await partSpecs(params);
  const drifts = specs.trend !== null && params.forecaster_trend === null;
  const own = drifts && params.forecaster_seasonal === null && params.forecaster_resid === null;
  const stated = own ? undefined : pointsFrom(train, params, specs, work);
  const spread = specs.adjusted !== null ? [] : [...(await pastSpread(train.y, params.sp, options, stated))];
  return {
    n: train.y.length,
    ...(await fitParts(specs, { seasonal, trend, remainder }, train, work)),
    trend_spread: drifts ? [...driftVariance(trend)] : [],
    closeness: spread.length > 0 || own ? 1 : closeness(train.y, params.sp, options),
    past_spread: spread,
    strength: { seasonal: strengthOf(seasonal, remainder), trend: strengthOf(trend, remainder) },
  };
}

type Parts = Pick<StlState, "seasonal" | "trend" | "resid" | "adjusted">;
type Apart = Pick<ReturnType<typeof stl>, "seasonal" | "trend" | "remainder">;

/** A forecaster fitted to each part that one is for. */
async function fitParts(specs: PartSpecs, { seasonal, trend, remainder }: Apart, train: Training, work: Work) {
  // What has no season any more is not to be searched for one.
  const fit = (spec: ComponentSpec | null, y: Float64Array, periods: number[] = []) =>
    spec === null ? null : fitPart(spec, { ...train, y, periods }, work);
  const parts: Parts = {
    seasonal: await fit(specs.seasonal, seasonal, train.periods),
    trend: await fit(specs.trend, trend),
    resid: await fit(specs.resid, remainder),
    adjusted: await fit(
      specs.adjusted,
      trend.map((value, t) => value + remainder[t]),
    ),
  };
  return parts;
}

/** Forecasts of stated parts from the first rows of a series; null where a part refuses so few. */
function pointsFrom(train: Training, params: StlParams, specs: PartSpecs, work: Work) {
  return async (rows: Float64Array, horizon: number): Promise<Float64Array | null> => {
    await work.tick();
    const first = firstRows(train, rows.length);
    const steps = Array.from({ length: horizon }, (_, i) => i + 1);
    const x = train.x.map(({ name, values }) => ({ name, values: values.subarray(rows.length) }));
    const ask = { label: train.label, steps, x, points_only: true };
    try {
      const parts = await fitParts(specs, stl(rows, params.sp, stlOptionsOf(params)), first, work);
      const of = async (spec: ComponentSpec | null, state: unknown) =>
        spec === null ? new Float64Array(horizon) : (await predictPart(spec, state, ask, work)).point;
      const [season, trend, resid] = [
        await of(specs.seasonal, parts.seasonal),
        await of(specs.trend, parts.trend),
        await of(specs.resid, parts.resid),
      ];
      return season.map((value, i) => value + trend[i] + resid[i]);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
}

function stlOptionsOf(params: StlParams): StlOptions {
  return {
    seasonal: params.seasonal,
    trend: params.trend ?? undefined,
    low_pass: params.low_pass ?? undefined,
    seasonal_degree: params.seasonal_deg === 0 ? 0 : 1,
    trend_degree: params.trend_deg === 0 ? 0 : 1,
    low_pass_degree: params.low_pass_deg === 0 ? 0 : 1,
    seasonal_jump: params.seasonal_jump,
    trend_jump: params.trend_jump,
    low_pass_jump: params.low_pass_jump,
    robust: params.robust,
    inner_iterations: params.inner_iter ?? undefined,
    outer_iterations: params.outer_iter ?? undefined,
  };
}

/**
 * The sum of the parts' predictions. The spread is that of the adjusted series' forecaster (the season's is left out, as
 * in R's `stlf`), or that of the errors which its parts made in the past, or of trend and remainder as if independent.
 */
export async function predictStlForecast(
  state: StlState,
  params: StlParams,
  ask: Ask,
  work: Work,
): Promise<Predictive> {
  const specs = await partSpecs(params);
  const season = (await predictPart(specs.seasonal, state.seasonal, ask, work)).point;
  if (specs.adjusted !== null) {
    const adjusted = await predictPart(specs.adjusted, state.adjusted, ask, work);
    return {
      ...widen(shiftedPredictive(adjusted, season), state),
      method: `${adjusted.method}, shifted by the season`,
    };
  }
  if (specs.trend === null || specs.resid === null) throw new Error("an STL forecast without a trend");
  const trend = await predictPart(specs.trend, state.trend, ask, work);
  const resid = await predictPart(specs.resid, state.resid, ask, work);
  const point = season.map((value, i) => value + trend.point[i] + resid.point[i]);
  const warnings = [...new Set([...trend.warnings, ...resid.warnings])];
  const [a, b] = [driftSpread(state, trend, ask.steps), resid.variance];
  if (a === null || b === null) return { ...pointsAlone(ask.label, point, "mean"), warnings };
  const fitted = a.map((value, i) => value + b[i]);
  const measured = state.past_spread.length > 0;
  const variance = measured ? pastOr(state, fitted, ask.steps) : fitted;
  const method = measured ? "errors of the past, normal" : "variances of trend and remainder added, normal";
  return { ...widen(normalPredictive(point, variance, method), state), warnings };
}

function widen(inner: Predictive, { closeness }: StlState): Predictive {
  return closeness === 1 ? inner : widenedPredictive(inner, new Array(inner.point.length).fill(closeness));
}

/** The drifting trend's own errors where it has them; past the longest they grow as those of a random walk. */
function driftSpread({ trend_spread: spread }: StlState, trend: Predictive, steps: number[]): Float64Array | null {
  if (spread.length === 0) return trend.variance;
  return Float64Array.from(steps, (h) => spread[Math.min(h, spread.length) - 1] * Math.max(1, h / spread.length));
}

/** What the past measured, or the fit's own variance where that is more; past the longest step measured it grows with h. */
function pastOr({ past_spread: past }: StlState, fitted: Float64Array, steps: number[]): Float64Array {
  return fitted.map((value, i) => {
    const h = steps[i];
    return Math.max(value, past[Math.min(h, past.length) - 1] * Math.max(1, h / past.length));
  });
}

/** What a fitted STL forecast found. */
export function describeStlForecast(state: StlState, params: StlParams): Description {
  const { sp, forecaster_adjusted: adjusted, forecaster_trend: trend } = params;
  const inner = adjusted ?? trend;
  const found = inner === null ? null : describePart(inner, adjusted === null ? state.trend : state.adjusted);
  return {
    model: `STL(${sp}) + ${found?.model ?? "drift"}`,
    params: {
      n: state.n,
      seasonal_strength: state.strength.seasonal,
      trend_strength: state.strength.trend,
      interval_factor: state.closeness,
      ...(found === null ? {} : { [adjusted === null ? "trend" : "adjusted"]: found.params }),
    },
    period: sp,
    warnings: found?.warnings ?? [],
  };
}
