import { type Ask, normalPredictive, type Predictive, pointsAlone, studentPredictive } from "./predictive.ts";
import type { Training } from "./training.ts";

/** What the naive methods are told. */
export interface NaiveParams {
  strategy: "last" | "mean" | "drift";
  window_length: number | null;
  sp: number;
}

/** A fitted naive method. */
export interface NaiveState {
  strategy: NaiveParams["strategy"];
  sp: number;
  /** Rows looked at. */
  window: number;
  /** The values that are carried on: one a season (last, mean), or the last one (drift). */
  level: number[];
  /** Change a step (drift). */
  slope: number;
  /** Rows behind each level (mean). */
  counts: number[];
  /** One-step (one-season) residuals; for the mean, deviations from it. */
  residuals: number[];
  /** Sum of squared residuals by their number (last), by one less (mean, drift); null where none is left. */
  sigma2: number | null;
  /** In-sample predictions; null where there is none. */
  fitted: (number | null)[];
  warnings: string[];
}

/** Fits a naive method. The season of `drift` is ignored, with a warning. */
export function fitNaive({ y }: Training, { strategy, window_length, sp: stated }: NaiveParams): NaiveState {
  const sp = strategy === "drift" ? 1 : stated;
  const window = Math.min(window_length ?? y.length, y.length);
  const warnings = strategy === "drift" && stated > 1 ? [`drift has no season, so sp=${stated} is not used`] : [];
  const base = { strategy, sp, window, slope: 0, counts: [], warnings };
  if (strategy === "mean") return { ...base, ...seasonalMeans(y, window, sp) };
  const fitted = Array.from(y, (_, t) => (t < sp ? null : y[t - sp]));
  const level = Array.from(y.subarray(y.length - sp));
  if (strategy === "last") {
    const residuals = residualsOf(y, fitted);
    return {
      ...base,
      level,
      fitted,
      residuals,
      sigma2: residuals.length === 0 ? null : squares(residuals) / residuals.length,
    };
  }
  const slope = (y[y.length - 1] - y[y.length - window]) / (window - 1);
  const drifted = fitted.map((value) => (value === null ? null : value + slope));
  const residuals = residualsOf(y, drifted);
  const sigma2 = residuals.length < 2 ? null : squares(residuals) / (residuals.length - 1);
  return { ...base, level, slope, fitted: drifted, residuals, sigma2 };
}

/** The mean of each season over the window, which ends with the last row; level 0 is the season of the next row. */
function seasonalMeans(y: Float64Array, window: number, sp: number) {
  const [sums, counts] = [new Float64Array(sp), new Float64Array(sp)];
  const seasonOf = (t: number) => (((t - y.length) % sp) + sp) % sp;
  for (let t = y.length - window; t < y.length; t++) {
    sums[seasonOf(t)] += y[t];
    counts[seasonOf(t)]++;
  }
  const level = Array.from(sums, (sum, s) => sum / counts[s]);
  const fitted = Array.from(y, (_, t) => level[seasonOf(t)]);
  const residuals = residualsOf(y.subarray(y.length - window), fitted.slice(y.length - window));
  const sigma2 = window > sp ? squares(residuals) / (window - sp) : null;
  return { level, counts: [...counts], fitted, residuals, sigma2 };
}

function residualsOf(y: Float64Array, fitted: (number | null)[]): number[] {
  return fitted.flatMap((value, t) => (value === null ? [] : [y[t] - value]));
}

function squares(residuals: number[]): number {
  return residuals.reduce((sum, r) => sum + r * r, 0);
}

/**
 * Predictions with the closed forms of Hyndman & Athanasopoulos 5.5: last sigma2 (floor((h-1)/sp) + 1), mean
 * sigma2 (1 + 1/n) with t quantiles, drift sigma2 h (1 + h/(n-1)). Quantiles refuse CoverageNotAttainable without residuals.
 */
export function predictNaive(state: NaiveState, { label, steps }: Ask): Predictive {
  const { strategy, sp, level, slope, counts, sigma2, window } = state;
  const season = (h: number) => (h - 1) % sp;
  const point = Float64Array.from(steps, (h) => (strategy === "drift" ? level[0] + slope * h : level[season(h)]));
  if (sigma2 === null)
    return pointsAlone(label, point, "mean", ["no residual is left, so the spread of the forecast is unknown"]);
  if (strategy === "mean") {
    const scale = Float64Array.from(steps, (h) => Math.sqrt(sigma2 * (1 + 1 / counts[season(h)])));
    return studentPredictive(point, scale, window - sp, "mean with its standard error, t quantiles");
  }
  const factor = (h: number) => (strategy === "drift" ? h * (1 + h / (window - 1)) : Math.floor((h - 1) / sp) + 1);
  const variance = Float64Array.from(steps, (h) => sigma2 * factor(h));
  const psi = Float64Array.from({ length: Math.max(...steps) }, (_, j) => (j % sp === 0 ? 1 : 0));
  const linear = strategy === "last" ? { sigma2, psi } : undefined;
  return normalPredictive(point, variance, `${strategy === "drift" ? "drift" : "random walk"}, closed form`, linear);
}

/** In-sample predictions; NaN where there is none. */
export function fittedNaive({ fitted }: NaiveState): Float64Array {
  return Float64Array.from(fitted, (value) => value ?? Number.NaN);
}
