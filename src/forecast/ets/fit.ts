import { isConstant } from "../../numerics/is-constant.ts";
import { ETS_BOUNDS, type EtsBounds, type EtsFixed } from "./coordinates.ts";
import { countParameters, type EtsForm, hasCentre } from "./form.ts";
import { negativeLogLikelihood } from "./likelihood.ts";
import { ALPHA, BETA, type EtsModel, etsModel, GAMMA, LEVEL, PHI, SEASON, TREND } from "./model.ts";
import { exactSse } from "./objective.ts";
import { type EtsEffort, type EtsOptimum, FULL, searchEts } from "./search.ts";
import type { EtsStates } from "./start-states.ts";

/** A fitted model. Numbers that the form has no use for are null. */
export interface EtsFit {
  form: EtsForm;
  alpha: number;
  beta: number | null;
  gamma: number | null;
  phi: number | null;
  /** Before the first observation. */
  initial: EtsStates;
  /** After the last one. */
  final: EtsStates;
  /** Σe²/(n − k + 1), e relative for a multiplicative error; 0 when the fit is exact. */
  sigma2: number;
  /** Σ(y − μ)², whatever the error. */
  sse: number;
  /** On R's scale; this and the criteria are null when the fit is exact, since its likelihood has no bound. */
  loglik: number | null;
  aic: number | null;
  /** Null also when n ≤ k + 1. */
  aicc: number | null;
  bic: number | null;
  /** Estimated numbers, the variance included; given ones do not count. */
  k: number;
  n: number;
  /** False when a search ran out of iterations. */
  converged: boolean;
  /** One-step means. */
  fitted: Float64Array;
  /** y − μ, or (y − μ)/μ for a multiplicative error. */
  residuals: Float64Array;
}

/** What a fit may be told. */
export interface EtsOptions {
  fixed?: EtsFixed;
  bounds?: EtsBounds;
  effort?: EtsEffort;
}

/**
 * Fits one form by maximum likelihood; start states are estimated with the smoothing parameters. A form that multiplies
 * needs y > 0. Data are divided by their mean size first, so that y·c gives c times the forecasts. A constant series
 * gives an exact fit that stays constant. Null when no start of the search keeps every mean positive. Throws RangeError
 * when the given parameters leave no room within the bounds. y is finite and not empty.
 */
export function fitEts(y: Float64Array, form: EtsForm, options: EtsOptions = {}): EtsFit | null {
  const { fixed = {}, bounds = ETS_BOUNDS, effort = FULL } = options;
  if (isConstant(y) && Object.keys(fixed).length === 0) return constantFit(y, form, bounds);
  requireRoom(fixed, bounds);
  const scale = meanSize(y);
  const optimum = searchEts(scaled(y, scale), form, scaledFixed(form, fixed, scale), bounds, effort);
  return optimum && finishFit(form, fixed, optimum, scale);
}

/** Throws RangeError when no α lies between a given β and 1 less a given γ. */
function requireRoom({ alpha, beta, gamma }: EtsFixed, { low, high }: EtsBounds): void {
  const [least, most] = [Math.max(low, beta ?? 0), Math.min(high, 1 - (gamma ?? 0))];
  if (alpha === undefined && !(least <= most)) throw new RangeError(`no alpha lies between ${least} and ${most}`);
}

/** Mean of |y|; 1 when all are 0. */
export function meanSize(y: Float64Array): number {
  const size = y.reduce((sum, x) => sum + Math.abs(x) / y.length, 0);
  return size === 0 ? 1 : size;
}

/** y / scale. */
export function scaled(y: Float64Array, scale: number): Float64Array {
  return y.map((x) => x / scale);
}

function scaledFixed({ trend, season }: EtsForm, fixed: EtsFixed, scale: number): EtsFixed {
  const by = (x: number | undefined, factor: number) => (x === undefined ? undefined : x / factor);
  return {
    ...fixed,
    level: by(fixed.level, scale),
    trend: by(fixed.trend, trend === "M" ? 1 : scale),
    season: fixed.season?.map((x) => x / (season === "M" ? 1 : scale)),
  };
}

/** The result in units of the data from an optimum in data that were divided by `scale`. */
export function finishFit(
  form: EtsForm,
  fixed: EtsFixed,
  { model, point, converged }: EtsOptimum,
  scale: number,
): EtsFit {
  const free = fixed.level === undefined && fixed.trend === undefined && fixed.season === undefined;
  const value = free ? centredValue(form, model, point) : negativeLogLikelihood(model, point);
  const n = model.y.length;
  const k = countParameters(form) - countFixed(form, fixed);
  const exact = model.sse <= exactSse(n);
  const loglik = exact ? null : -(value + n * Math.log(scale));
  const unit = form.error === "M" ? 1 : scale;
  const fitted = model.mean.map((x) => x * scale);
  const { level, slope, seasons } = model.last;
  const season = Array.from(seasons, (_, j) => seasons[(n + j) % model.m]);
  return {
    form,
    alpha: point[ALPHA],
    beta: form.trend === "N" ? null : point[BETA],
    gamma: form.season === "N" ? null : point[GAMMA],
    phi: form.damped ? point[PHI] : null,
    initial: inUnits(form, point[LEVEL], point[TREND], [...point.subarray(SEASON)], scale),
    final: inUnits(form, level, slope, season, scale),
    sigma2: exact ? 0 : (model.sse / Math.max(1, n - k + 1)) * unit * unit,
    sse: model.y.reduce((sum, x, t) => sum + (x - model.mean[t]) ** 2, 0) * scale * scale,
    loglik,
    ...criteria(loglik, k, n),
    k,
    n,
    converged,
    fitted,
    residuals: model.e.map((x) => x * unit),
  };
}

/** AIC, AICc and BIC of a log-likelihood; AICc is null when n ≤ k + 1. */
export function criteria(
  loglik: number | null,
  k: number,
  n: number,
): { aic: number | null; aicc: number | null; bic: number | null } {
  if (loglik === null) return { aic: null, aicc: null, bic: null };
  const aic = -2 * loglik + 2 * k;
  const aicc = n > k + 1 ? aic + (2 * k * (k + 1)) / (n - k - 1) : null;
  return { aic, aicc, bic: aic + k * (Math.log(n) - 2) };
}

function countFixed(form: EtsForm, fixed: EtsFixed): number {
  const { alpha, beta, beta_share, gamma, phi, level, trend, season } = fixed;
  const numbers = [alpha, beta ?? beta_share, gamma, phi, level, trend].filter((x) => x !== undefined).length;
  return numbers + (season === undefined || form.season === "N" ? 0 : hasCentre(form) ? form.m - 1 : form.m);
}

/** −loglik with the seasons centred; where rounding then takes a mean to 0 they stay as they were. */
function centredValue(form: EtsForm, model: EtsModel, point: Float64Array): number {
  const before = point.slice();
  centreSeasons(form, point);
  const value = negativeLogLikelihood(model, point);
  if (Number.isFinite(value)) return value;
  point.set(before);
  return negativeLogLikelihood(model, point);
}

/** Moves what all seasons share into the level (and an additive slope beside factors); the likelihood stays. */
function centreSeasons(form: EtsForm, point: Float64Array): void {
  if (!hasCentre(form)) return;
  const { trend, season, m } = form;
  const seasons = point.subarray(SEASON, SEASON + m);
  const centre = seasons.reduce((sum, x) => sum + x / m, 0);
  if (season === "A") {
    point[LEVEL] += centre;
    for (let j = 0; j < m; j++) seasons[j] -= centre;
    return;
  }
  point[LEVEL] *= centre;
  if (trend === "A") point[TREND] *= centre;
  for (let j = 0; j < m; j++) seasons[j] /= centre;
}

function inUnits(
  { trend, season }: EtsForm,
  level: number,
  slope: number,
  seasons: number[],
  scale: number,
): EtsStates {
  return {
    level: level * scale,
    trend: trend === "N" ? null : trend === "M" ? slope : slope * scale,
    season: season === "N" ? [] : seasons.map((x) => (season === "M" ? x : x * scale)),
  };
}

/** The exact fit of equal values: the level is the value, the slope and the seasons do nothing. */
function constantFit(y: Float64Array, form: EtsForm, bounds: EtsBounds): EtsFit {
  const { trend, season, m } = form;
  const point = new Float64Array(SEASON + (season === "N" ? 1 : m));
  point.set([bounds.low, bounds.low, bounds.low, form.damped ? bounds.phi_high : 1, 1, trend === "M" ? 1 : 0]);
  if (season === "M") point.fill(1, SEASON);
  if (y[0] === 0) point[LEVEL] = 0;
  const model = etsModel(form, y[0] === 0 ? y : new Float64Array(y.length).fill(1));
  return finishFit(form, {}, { model, point, value: 0, converged: true }, y[0] === 0 ? 1 : y[0]);
}
