import type { EtsForm } from "./form.ts";

/** Places of the parameters in a point; the m seasons follow, the one of the first observation first. */
export const ALPHA = 0;
export const BETA = 1;
export const GAMMA = 2;
export const PHI = 3;
export const LEVEL = 4;
export const TREND = 5;
export const SEASON = 6;

/** Kinds of a component, as numbers for the loops. */
export const NONE = 0;
export const ADD = 1;
export const MUL = 2;

/**
 * A form with data and the memory that its likelihood needs. A *point* is a Float64Array of 6 + m numbers,
 * [α, β, γ, φ, level, trend, seasons…]; parts that the form lacks are 0 and never read (φ is 1 without damping).
 */
export interface EtsModel {
  error: number;
  trend: number;
  season: number;
  m: number;
  y: Float64Array;
  /** Level and trend before each observation. */
  level: Float64Array;
  slope: Float64Array;
  /** Season that each observation is seen through, before it is updated. */
  seasonal: Float64Array;
  /** Where the level would go without news: level and trend together. */
  ahead: Float64Array;
  /** What the news moves the level by per unit of α. */
  news: Float64Array;
  /** One-step means. */
  mean: Float64Array;
  /** Errors: y − μ, or (y − μ)/μ. */
  e: Float64Array;
  /** Derivatives of the objective by each mean alone. */
  byMean: Float64Array;
  /** Level, trend and seasons after the last observation; the season of observation n + j is at (n + j) mod m. */
  last: { level: number; slope: number; seasons: Float64Array };
  /** Sum of squared errors at the point that was filtered last. */
  sse: number;
}

/** The form over data `y`, ready to be filtered. */
export function etsModel(form: EtsForm, y: Float64Array): EtsModel {
  const column = () => new Float64Array(y.length);
  const m = form.season === "N" ? 1 : form.m;
  const kind = { N: NONE, A: ADD, M: MUL };
  return {
    error: kind[form.error],
    trend: kind[form.trend],
    season: kind[form.season],
    m,
    y,
    level: column(),
    slope: column(),
    seasonal: column(),
    ahead: column(),
    news: column(),
    mean: column(),
    e: column(),
    byMean: column(),
    last: { level: 0, slope: 0, seasons: new Float64Array(m) },
    sse: 0,
  };
}
