import { mean } from "../../numerics/mean.ts";
import { isAdmissible } from "./admissible.ts";
import type { EtsBounds, EtsFixed } from "./coordinates.ts";
import type { EtsForm } from "./form.ts";
import { negativeLogLikelihood } from "./likelihood.ts";
import { ALPHA, BETA, type EtsModel, GAMMA, LEVEL, MUL, PHI, SEASON, TREND } from "./model.ts";
import { type EtsStates, startStates } from "./start-states.ts";

/** A point to search from and its value there. */
export interface Start {
  point: Float64Array;
  value: number;
}

/** Levels of α, of β as a share of α, of γ as a share of 1 − α, and of φ as a share of its range. */
const GRID = { alpha: [0.03, 0.2, 0.5, 0.9], beta: [0.03, 0.3, 0.95], gamma: [0.03, 0.3, 0.8], phi: [0.3, 0.95] };
/** Start seasons also come from this many first periods, since seasons may have changed since. */
const EARLY_PERIODS = 4;
/** Seasons are halved this often at most to keep means positive. */
const HALVINGS = 4;

/**
 * Where to search from: a grid of smoothing parameters with start states from all of the data and from its first
 * periods, given values in their places, the likeliest first (equal ones in the order of the grid). One start is not
 * enough: from R's, ETS(M,A,M) of the airline series ends 6 below the highest likelihood. Points that are not allowed
 * are left out.
 */
export function starts(model: EtsModel, form: EtsForm, fixed: EtsFixed, bounds: EtsBounds): Start[] {
  const early = model.y.subarray(0, EARLY_PERIODS * model.m);
  const states = [startStates(model.y, form)];
  if (form.season !== "N" && early.length < model.y.length) states.push(startStates(early, form));
  const grid = smoothings(form, fixed, bounds);
  const scratch = new Float64Array(model.m + 2);
  const from = (state: EtsStates) =>
    grid
      .map((smoothing) => allowedStart(model, smoothing, state, fixed))
      .filter((start) => start !== null)
      .filter(({ point }) => !bounds.admissible || isAdmissible(model, point, scratch));
  const found = states.flatMap(from);
  const all = found.length > 0 ? found : from(flatStates(model.y, form));
  return all.sort((a, b) => a.value - b.value);
}

/** A level without slope or season, for where the line through the data leads below 0. */
function flatStates(y: Float64Array, { trend, season, m }: EtsForm): EtsStates {
  const still = trend === "M" ? 1 : 0;
  return {
    level: mean(y.subarray(0, Math.min(y.length, Math.max(4, m)))),
    trend: trend === "N" ? null : still,
    season: season === "N" ? [] : new Array<number>(m).fill(season === "M" ? 1 : 0),
  };
}

/** [α, β, γ, φ] of the grid. */
function smoothings(form: EtsForm, fixed: EtsFixed, bounds: EtsBounds): number[][] {
  const { low, high, phi_low, phi_high } = bounds;
  const found: number[][] = [];
  const least = Math.max(low, fixed.beta ?? 0);
  const most = Math.min(high, 1 - (fixed.gamma ?? 0));
  const alphas = given(fixed.alpha, [...new Set(GRID.alpha.map((a) => Math.min(most, Math.max(least, a))))]);
  const phis = form.damped
    ? given(
        fixed.phi,
        [...GRID.phi].map((p) => phi_low + p * (phi_high - phi_low)),
      )
    : [1];
  for (const alpha of alphas) {
    const betas =
      form.trend === "N"
        ? [0]
        : given(
            fixed.beta ?? (fixed.beta_share === undefined ? undefined : fixed.beta_share * alpha),
            GRID.beta.map((u) => Math.max(low, u * alpha)),
          );
    const gammas =
      form.season === "N"
        ? [0]
        : given(
            fixed.gamma,
            GRID.gamma.map((v) => Math.max(low, v * (1 - alpha))),
          );
    for (const beta of betas) for (const gamma of gammas) for (const phi of phis) found.push([alpha, beta, gamma, phi]);
  }
  return found;
}

function given(value: number | undefined, grid: number[]): number[] {
  return value === undefined ? grid : [value];
}

/** The point of these parameters and states; seasons shrink until every mean that must be positive is. */
function allowedStart(model: EtsModel, smoothing: number[], state: EtsStates, fixed: EtsFixed): Start | null {
  const point = new Float64Array(SEASON + model.m);
  [point[ALPHA], point[BETA], point[GAMMA], point[PHI]] = smoothing;
  point[LEVEL] = fixed.level ?? state.level;
  point[TREND] = fixed.trend ?? state.trend ?? 0;
  const seasons = fixed.season ?? state.season;
  const neutral = model.season === MUL ? 1 : 0;
  for (let k = 0, keep = 1; k <= HALVINGS; k++, keep /= 2) {
    for (let j = 0; j < seasons.length; j++) point[SEASON + j] = neutral + keep * (seasons[j] - neutral);
    const value = negativeLogLikelihood(model, point);
    if (value < Number.POSITIVE_INFINITY) return { point, value };
    if (fixed.season !== undefined) return null;
  }
  return null;
}
