import { linearRegression } from "../../numerics/linear-regression.ts";
import { mean } from "../../numerics/mean.ts";
import { classicalDecomposition } from "../decompose/classical.ts";
import type { EtsForm } from "./form.ts";

/**
 * A level, a slope (a factor for a multiplicative trend) and seasons, the next one first; parts that a form lacks are
 * null or empty.
 */
export interface EtsStates {
  level: number;
  trend: number | null;
  season: number[];
}

/** The least seasonal factor that a series is divided by. */
const LEAST_FACTOR = 0.01;

/**
 * Start states by the heuristic of Hyndman et al. (2008, ch. 2): seasons from the classical decomposition (from a
 * straight line through the data when there are fewer than 3 periods), level and slope from the least-squares line
 * through the first max(10, 2m) seasonally adjusted observations.
 */
export function startStates(y: Float64Array, form: EtsForm): EtsStates {
  const { trend, season, m } = form;
  const multiplies = season === "M";
  const factors = season === "N" ? [] : seasons(y, m, multiplies);
  const adjusted = y.map((x, t) => (season === "N" ? x : multiplies ? x / factors[t % m] : x - factors[t % m]));
  const first = adjusted.subarray(0, Math.min(y.length, Math.max(10, 2 * m)));
  if (trend === "N") return { level: mean(first), trend: null, season: factors };
  const { slope, intercept } = linearRegression(
    first.map((_, i) => i + 1),
    first,
  );
  if (first.length < 2) return { level: first[0], trend: trend === "M" ? 1 : 0, season: factors };
  if (trend === "A") return { level: intercept, trend: slope, season: factors };
  const ratio = (intercept + 2 * slope) / (intercept + slope);
  const level = (intercept + slope) / ratio;
  if (level > 0 && ratio > 0) return { level, trend: ratio, season: factors };
  return { level: Math.max(first[0], 1e-3), trend: 1, season: factors };
}

/** Seasonal figures from the first observation's on, of mean 1 (or 0). */
function seasons(y: Float64Array, m: number, multiplies: boolean): number[] {
  const figure =
    y.length >= 3 * m
      ? classicalDecomposition(y, m, multiplies ? "multiplicative" : "additive").figure
      : aboutLine(y, m, multiplies);
  return Array.from(figure, (x) => (multiplies ? Math.max(LEAST_FACTOR, x) : x));
}

/** Mean distance from the least-squares line through all data at each season (or ratio to it), centred. */
function aboutLine(y: Float64Array, m: number, multiplies: boolean): Float64Array {
  const { slope, intercept } = linearRegression(
    y.map((_, t) => t),
    y,
  );
  const figure = new Float64Array(m);
  const counts = new Uint32Array(m);
  for (let t = 0; t < y.length; t++) {
    const trend = intercept + slope * t;
    if (multiplies && !(trend > 0)) continue;
    figure[t % m] += multiplies ? y[t] / trend : y[t] - trend;
    counts[t % m]++;
  }
  const neutral = multiplies ? 1 : 0;
  const means = figure.map((sum, j) => (counts[j] === 0 ? neutral : sum / counts[j]));
  const centre = mean(means);
  return means.map((x) => (multiplies ? x / centre : x - centre));
}
