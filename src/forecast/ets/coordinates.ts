import type { EtsForm } from "./form.ts";
import { ALPHA, BETA, GAMMA, LEVEL, PHI, SEASON, TREND } from "./model.ts";

/** Parameters and start states that are given, not estimated; seasons with the one of the first observation first. */
export interface EtsFixed {
  alpha?: number;
  beta?: number;
  /** β/α, the β* of Holt's method, where β itself is not given and α is estimated. */
  beta_share?: number;
  gamma?: number;
  phi?: number;
  level?: number;
  trend?: number;
  season?: readonly number[];
}

/** low ≤ α ≤ high, low ≤ β ≤ α, low ≤ γ ≤ 1 − α, phi_low ≤ φ ≤ phi_high; `admissible`: see `isAdmissible`. */
export interface EtsBounds {
  low: number;
  high: number;
  phi_low: number;
  phi_high: number;
  admissible: boolean;
}

/** The bounds of R's `ets`. */
export const ETS_BOUNDS: EtsBounds = { low: 1e-4, high: 0.9999, phi_low: 0.8, phi_high: 0.98, admissible: true };

/**
 * Coordinates in which the bounds are a box: α and φ themselves, β and γ as their share of the room that α leaves, the
 * start states in units of `sizes`. Given parameters have none.
 */
export interface EtsCoordinates {
  low: number;
  admissible: boolean;
  /** β/α where it is given. */
  betaShare: number | null;
  /** The place in the point that each coordinate moves. */
  places: number[];
  /** What a step of 1 is. */
  sizes: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
}

/** What a moderate step of α, of a share and of φ is. */
const STEP = { alpha: 0.1, share: 0.1, phi: 0.03 };

/**
 * The coordinates of a form. `size` is the size of an error in units of the data, `level` that of a level.
 */
export function etsCoordinates(
  form: EtsForm,
  fixed: EtsFixed,
  bounds: EtsBounds,
  { size, level }: { size: number; level: number },
): EtsCoordinates {
  const rows: [number, number, number, number][] = [];
  const free = (x: unknown) => x === undefined;
  const least = Math.max(bounds.low, fixed.beta ?? 0);
  const most = Math.min(bounds.high, 1 - (fixed.gamma ?? 0));
  const { NEGATIVE_INFINITY: under, POSITIVE_INFINITY: over } = Number;
  if (free(fixed.alpha)) rows.push([ALPHA, STEP.alpha, least, most]);
  if (form.trend !== "N" && free(fixed.beta) && free(fixed.beta_share)) rows.push([BETA, STEP.share, 0, 1]);
  if (form.season !== "N" && free(fixed.gamma)) rows.push([GAMMA, STEP.share, 0, 1]);
  if (form.damped && free(fixed.phi)) rows.push([PHI, STEP.phi, bounds.phi_low, bounds.phi_high]);
  if (free(fixed.level)) rows.push([LEVEL, size, under, over]);
  const relative = size / level;
  if (form.trend !== "N" && free(fixed.trend)) {
    rows.push([TREND, 0.3 * (form.trend === "M" ? relative : size), under, over]);
  }
  if (form.season !== "N" && free(fixed.season)) {
    for (let j = 0; j < form.m; j++) rows.push([SEASON + j, form.season === "M" ? relative : size, under, over]);
  }
  return {
    low: bounds.low,
    admissible: bounds.admissible,
    betaShare: fixed.beta_share ?? null,
    places: rows.map(([place]) => place),
    sizes: Float64Array.from(rows, ([, step]) => step),
    lower: Float64Array.from(rows, ([, step, lower]) => lower / step),
    upper: Float64Array.from(rows, ([, step, , upper]) => upper / step),
  };
}

/** Room above `low` for β and for γ. */
const room = (most: number, low: number) => Math.max(0, most - low);

/** Writes the point that the coordinates `z` stand for over the free places of `point`. */
export function toPoint({ places, sizes, low, betaShare }: EtsCoordinates, z: Float64Array, point: Float64Array): void {
  for (let i = 0; i < places.length; i++) {
    const x = z[i] * sizes[i];
    // α comes before the shares of what it leaves.
    if (places[i] === BETA) point[BETA] = low + x * room(point[ALPHA], low);
    else if (places[i] === GAMMA) point[GAMMA] = low + x * room(1 - point[ALPHA], low);
    else point[places[i]] = x;
  }
  if (betaShare !== null) point[BETA] = betaShare * point[ALPHA];
}

/** The coordinates of `point`; shares of no room are 0. */
export function toCoordinates({ places, sizes, low }: EtsCoordinates, point: Float64Array): Float64Array {
  const share = (x: number, most: number) => (room(most, low) === 0 ? 0 : (x - low) / room(most, low));
  return Float64Array.from(places, (place, i) => {
    const x = point[place];
    if (place === BETA) return share(x, point[ALPHA]) / sizes[i];
    if (place === GAMMA) return share(x, 1 - point[ALPHA]) / sizes[i];
    return x / sizes[i];
  });
}

/** Turns derivatives by the point into derivatives by the coordinates `z` (chain rule). */
export function toCoordinateGradient(
  { places, sizes, low, betaShare }: EtsCoordinates,
  z: Float64Array,
  point: Float64Array,
  byPoint: Float64Array,
  byZ: Float64Array,
): void {
  const alpha = point[ALPHA];
  let byAlpha = byPoint[ALPHA] + (betaShare ?? 0) * byPoint[BETA];
  for (let i = 0; i < places.length; i++) {
    const place = places[i];
    let by = byPoint[place];
    if (place === BETA) {
      if (alpha > low) byAlpha += z[i] * sizes[i] * by;
      by *= room(alpha, low);
    } else if (place === GAMMA) {
      if (1 - alpha > low) byAlpha -= z[i] * sizes[i] * by;
      by *= room(1 - alpha, low);
    }
    byZ[i] = by * sizes[i];
  }
  if (places[0] === ALPHA) byZ[0] = byAlpha * sizes[0];
}
