import { BadCall } from "../../contract/outcome.ts";
import { mean } from "../../numerics/mean.ts";
import type { Training } from "../training.ts";
import type { EtsBounds, EtsFixed } from "./coordinates.ts";
import { type EtsFit, fitEts } from "./fit.ts";
import { countParameters, type EtsForm, formName, isMultiplicative } from "./form.ts";
import { noPositiveMean } from "./no-positive-mean.ts";
import { type Part, partLetter, statedPeriod } from "./parts.ts";
import { requirePositive } from "./require-positive.ts";
import { startStates } from "./start-states.ts";
import { type EtsState, toPlain } from "./state.ts";

/** Parameters of ExponentialSmoothing. */
export interface HoltWintersParams {
  trend: Part | null;
  damped_trend: boolean;
  seasonal: Part | null;
  sp: number | null;
  initial_level: number | null;
  initial_trend: number | null;
  initial_seasonal: number[] | null;
  use_boxcox: boolean | "log" | number | null;
  initialization_method: "estimated" | "known" | "heuristic";
  smoothing_level: number | null;
  smoothing_trend: number | null;
  smoothing_seasonal: number | null;
  damping_trend: number | null;
  optimized: boolean;
  remove_bias: boolean;
}

/** statsmodels' bounds: weights in [0, 1], damping in [0.8, 0.995]. */
const BOUNDS: EtsBounds = { low: 0, high: 1, phi_low: 0.8, phi_high: 0.995, admissible: false };

/** The form that the parameters state. BadCall on a combination that has none. */
export function holtWintersForm(params: HoltWintersParams, train: Training): EtsForm {
  const trend = partLetter(params.trend);
  const season = partLetter(params.seasonal);
  if (params.damped_trend && trend === "N") throw new BadCall("damped_trend: there is no trend to damp; state trend");
  return {
    error: "A",
    trend,
    damped: params.damped_trend,
    season,
    m: season === "N" ? 1 : statedPeriod(params.sp, train),
  };
}

/** Observations that the form needs: one more than the numbers that are estimated. */
export function holtWintersLength(params: HoltWintersParams, train: Training): number {
  return countParameters(holtWintersForm(params, train)) + 1;
}

/**
 * Fits the stated form with additive errors, so that the sum of squared one-step errors is least (Holt-Winters).
 * Refuses NonPositiveValues and UnsuitableData.
 */
export function fitHoltWinters(train: Training, params: HoltWintersParams): EtsState {
  const form = holtWintersForm(params, train);
  if (isMultiplicative(form)) requirePositive(train.label, train.y, formName(form));
  const fixed = givenNumbers(params, form, train);
  const fit = attempt(() => fitEts(train.y, form, { fixed, bounds: BOUNDS }));
  if (fit === null) throw noPositiveMean(train.label, form);
  const bias = params.remove_bias ? mean(train.y.map((x, t) => x - fit.fitted[t])) : 0;
  return { fit: toPlain(fit), sp: form.m, trials: [], criterion: null, bias, warnings: [] };
}

function attempt(fit: () => EtsFit | null): EtsFit | null {
  try {
    return fit();
  } catch (error) {
    if (error instanceof RangeError) throw new BadCall(`smoothing_trend, smoothing_seasonal: ${error.message}`);
    throw error;
  }
}

/** What is not estimated. BadCall where numbers are missing, or stated of a part that the form lacks. */
function givenNumbers(params: HoltWintersParams, form: EtsForm, train: Training): EtsFixed {
  if (params.use_boxcox !== null && params.use_boxcox !== false) {
    throw new BadCall("use_boxcox: write BoxCoxTransformer() * ExponentialSmoothing(...)");
  }
  const weights: [keyof HoltWintersParams, boolean][] = [
    ["smoothing_level", true],
    ["smoothing_trend", form.trend !== "N"],
    ["smoothing_seasonal", form.season !== "N"],
    ["damping_trend", form.damped],
  ];
  for (const [name, used] of weights) {
    if (params[name] !== null && !used) throw new BadCall(`${name}: ${formName(form)} has no such part`);
    if (params[name] === null && used && !params.optimized) throw new BadCall(`${name}: state it, or optimized=True`);
  }
  const opt = (x: number | null) => x ?? undefined;
  return {
    alpha: opt(params.smoothing_level),
    beta_share: opt(params.smoothing_trend),
    gamma: opt(params.smoothing_seasonal),
    phi: opt(params.damping_trend),
    ...givenStates(params, form, train),
  };
}

function givenStates(params: HoltWintersParams, form: EtsForm, train: Training): EtsFixed {
  const { initialization_method: method, initial_level, initial_trend, initial_seasonal } = params;
  if (method === "heuristic") {
    const { level, trend, season } = startStates(train.y, form);
    return { level, trend: trend ?? undefined, season: form.season === "N" ? undefined : season };
  }
  const rows: [string, unknown, boolean][] = [
    ["initial_level", initial_level, true],
    ["initial_trend", initial_trend, form.trend !== "N"],
    ["initial_seasonal", initial_seasonal, form.season !== "N"],
  ];
  for (const [name, value, used] of rows) {
    if (value !== null && !used) throw new BadCall(`${name}: ${formName(form)} has no such part`);
    if (value === null && used && method === "known")
      throw new BadCall(`${name}: initialization_method='known' needs it`);
  }
  if (initial_seasonal !== null && initial_seasonal.length !== form.m) {
    throw new BadCall(`initial_seasonal: ${initial_seasonal.length} values for a season of ${form.m}`);
  }
  const opt = <T>(x: T | null) => x ?? undefined;
  return { level: opt(initial_level), trend: opt(initial_trend), season: opt(initial_seasonal) };
}
