import type { Description } from "./component.ts";
import { classicalDecomposition, type DecompositionModel } from "./decompose/classical.ts";
import { normalPredictive, type Predictive } from "./predictive.ts";
import { scaledPredictive, shiftedPredictive } from "./predictive-maps.ts";
import { m4SeasonTest } from "./seasonality/m4-test.ts";
import { fitSes, sesLevels } from "./ses.ts";

/** What is taken out of the series before the method, and put back after. */
export interface Season {
  model: DecompositionModel;
  /** One figure a season, from that of the first observation on. */
  figure: number[];
}

/** A fitted Theta model; plain JSON. */
export interface ThetaState {
  alpha: number;
  l0: number;
  /** Level after the last observation, of the seasonally adjusted series. */
  level: number;
  /** Half of the least-squares slope per step of the adjusted series. */
  drift: number;
  /** Variance of the smoothing's one-step errors, SSE/(n − 2). */
  sigma2: number;
  season: Season | null;
  n: number;
  /** The adjusted series, for fitted values and updates. */
  adjusted: number[];
  warnings: string[];
}

/** How Theta is to be fitted. */
export interface ThetaOptions {
  /** Season in rows; 1 for none. */
  sp: number;
  deseasonalize: boolean;
  model: DecompositionModel;
  /** Smoothing weight; null to estimate it. */
  alpha: number | null;
}

/** Below this a multiplicative figure would blow up what it divides (R: `thetaf`). */
const SMALL = 1e-4;

/**
 * The Theta method (Assimakopoulos & Nikolopoulos 2000) in the form of Hyndman & Billah (2003): the series without its
 * season (taken out when the M4 test finds one), simple exponential smoothing with estimated α and start, and half of
 * the least-squares slope as drift. n ≥ 3; values are finite.
 */
export function fitTheta(y: Float64Array, options: ThetaOptions): ThetaState {
  const warnings: string[] = [];
  const season = options.deseasonalize ? seasonOf(y, options, warnings) : null;
  const adjusted = adjust(y, season, 0);
  const n = y.length;
  const { alpha, l0, level, sse } = fitSes(adjusted, options.alpha);
  return {
    alpha,
    l0,
    level,
    drift: slopeOf(adjusted) / 2,
    sigma2: sse / (n - 2),
    season,
    n,
    adjusted: [...adjusted],
    warnings,
  };
}

/** The level moves over new observations; α, the drift and the season stay. */
export function updateTheta(state: ThetaState, added: Float64Array): ThetaState {
  const more = adjust(added, state.season, state.n);
  let { level } = state;
  for (const value of more) level += state.alpha * (value - level);
  return { ...state, level, n: state.n + added.length, adjusted: [...state.adjusted, ...more] };
}

/**
 * Forecasts l_n + (b/2)(h − 1 + (1 − (1 − α)^n)/α), with variance σ²(1 + (h − 1)α²); both are multiplied by a
 * multiplicative season (`scaleBand` false: the band keeps the width of the adjusted series, as in R).
 */
export function predictTheta(state: ThetaState, steps: readonly number[], scaleBand: boolean): Predictive {
  const { alpha, level, drift, season, n, sigma2 } = state;
  const lead = drift * weightOfPast(alpha, n);
  const mean = Float64Array.from(steps, (h) => level + drift * (h - 1) + lead);
  const variance = Float64Array.from(steps, (h) => sigma2 * (1 + (h - 1) * alpha * alpha));
  const flat = normalPredictive(mean, variance, "SES state space");
  if (season === null) return flat;
  const figures = Float64Array.from(steps, (h) => season.figure[(n + h - 1) % season.figure.length]);
  if (season.model === "additive") return shiftedPredictive(flat, figures);
  if (scaleBand) return scaledPredictive(flat, figures);
  return shiftedPredictive(
    flat,
    mean.map((value, i) => value * figures[i] - value),
  );
}

/** One-step predictions of the observations, each from those before it. */
export function fittedTheta(state: ThetaState): Float64Array {
  const { alpha, l0, drift, season } = state;
  const levels = sesLevels(Float64Array.from(state.adjusted), alpha, l0);
  return Float64Array.from(state.adjusted, (_, t) => {
    const value = levels[t] + drift * weightOfPast(alpha, t);
    if (season === null) return value;
    const figure = season.figure[t % season.figure.length];
    return season.model === "additive" ? value + figure : value * figure;
  });
}

/** What a fitted Theta model found. */
export function describeTheta({ alpha, l0, level, drift, sigma2, season, n, warnings }: ThetaState): Description {
  const period = season?.figure.length ?? 1;
  return {
    model: season === null ? "Theta" : `Theta (${season.model} season of ${period})`,
    params: {
      alpha,
      initial_level: l0,
      level,
      drift,
      sigma2,
      n,
      ...(season === null ? {} : { deseasonalize_model: season.model, seasonal: season.figure }),
    },
    period,
    warnings,
  };
}

/** (1 − (1 − α)^n)/α. */
function weightOfPast(alpha: number, n: number): number {
  return n === 0 ? 0 : -Math.expm1(n * Math.log1p(-alpha)) / alpha;
}

/** The season that the M4 test lets through; a multiplicative one that the values do not allow becomes additive. */
function seasonOf(y: Float64Array, { sp, model }: ThetaOptions, warnings: string[]): Season | null {
  if (sp > 1 && y.length < 3 * sp)
    warnings.push(`${y.length} observations are fewer than three seasons of ${sp}, so no season was taken out`);
  if (!m4SeasonTest(y, sp).seasonal) return null;
  if (model === "multiplicative") {
    const low = y.reduce((count, value) => count + (value <= 0 ? 1 : 0), 0);
    const figure = low > 0 ? [] : [...classicalDecomposition(y, sp, model).figure];
    if (figure.length > 0 && Math.min(...figure) >= SMALL) return { model, figure };
    const why = low > 0 ? `${low} of ${y.length} values are 0 or below` : `a seasonal factor is below ${SMALL}`;
    warnings.push(`the season was taken as additive, not multiplicative: ${why}`);
  }
  return { model: "additive", figure: [...classicalDecomposition(y, sp, "additive").figure] };
}

/** The values without their season, those of rows `from` on. */
function adjust(y: Float64Array, season: Season | null, from: number): Float64Array {
  if (season === null) return y.slice();
  const { figure, model } = season;
  const at = (t: number) => figure[(from + t) % figure.length];
  return y.map((value, t) => (model === "additive" ? value - at(t) : value / at(t)));
}

/** Least-squares slope per step; 0 for fewer than two values. */
function slopeOf(y: Float64Array): number {
  const n = y.length;
  if (n < 2) return 0;
  const middle = (n - 1) / 2;
  let product = 0;
  let squares = 0;
  for (let t = 0; t < n; t++) {
    product += (t - middle) * (y[t] - y[0]);
    squares += (t - middle) ** 2;
  }
  return product / squares;
}
