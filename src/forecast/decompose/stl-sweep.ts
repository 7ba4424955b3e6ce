import { evenLoess, type Loess } from "../../numerics/even-loess.ts";
import { loessAt } from "../../numerics/loess-at.ts";
import { median } from "../../numerics/median.ts";

/** How STL is to run: period m, its three smoothers and the iterations. */
export interface Plan {
  m: number;
  season: Loess;
  trend: Loess;
  lowPass: Loess;
  inner: number;
  outer: number;
}

/** Buffers that every sweep over one series uses again. */
export interface Space {
  /** n + 2m: smoothed cycle-subseries, one cycle longer at both ends. */
  cycles: Float64Array;
  low: Float64Array;
  rest: Float64Array;
  weights: Float64Array;
  /** One cycle-subseries: its values, robustness weights and fit. */
  part: Float64Array;
  partRobust: Float64Array;
  partFit: Float64Array;
}

/** Working space for n values of period m. */
export function newSpace(n: number, m: number): Space {
  const long = (): Float64Array => new Float64Array(n + 2 * m);
  const cycles = Math.ceil(n / m);
  return {
    cycles: long(),
    low: long(),
    rest: long(),
    weights: long(),
    part: new Float64Array(cycles),
    partRobust: new Float64Array(cycles),
    partFit: new Float64Array(cycles + 2),
  };
}

/**
 * One inner iteration: the detrended cycle-subseries are smoothed, their low-pass part is taken off to give the
 * season, and what is left of y without it is smoothed to give the trend. Both are updated in place.
 */
export function sweep(
  y: Float64Array,
  plan: Plan,
  robust: Float64Array | null,
  { seasonal, trend }: { seasonal: Float64Array; trend: Float64Array },
  space: Space,
): void {
  const { m } = plan;
  const n = y.length;
  const { cycles, low, rest, weights } = space;
  for (let t = 0; t < n; t++) rest[t] = y[t] - trend[t];
  smoothCycles(rest, n, plan, robust, space);
  movingAverage(cycles, n + 2 * m, m, low);
  movingAverage(low, n + m + 1, m, rest);
  movingAverage(rest, n + 2, 3, low);
  evenLoess(low, n, plan.lowPass, null, rest, 0, weights);
  for (let t = 0; t < n; t++) {
    seasonal[t] = cycles[m + t] - rest[t];
    rest[t] = y[t] - seasonal[t];
  }
  evenLoess(rest, n, plan.trend, robust, trend, 0, weights);
}

/** Smooths each cycle-subseries and carries it one cycle beyond both ends, into `space.cycles`. */
function smoothCycles(y: Float64Array, n: number, plan: Plan, robust: Float64Array | null, space: Space): void {
  const { m, season } = plan;
  const { part, partRobust, partFit, cycles, weights } = space;
  for (let j = 0; j < m; j++) {
    const k = Math.floor((n - 1 - j) / m) + 1;
    for (let i = 0; i < k; i++) {
      part[i] = y[i * m + j];
      if (robust !== null) partRobust[i] = robust[i * m + j];
    }
    const given = robust === null ? null : partRobust;
    const width = Math.min(season.span, k);
    evenLoess(part, k, season, given, partFit, 1, weights);
    const first = loessAt(part, k, season.span, season.degree, -1, 0, width - 1, given, weights);
    partFit[0] = Number.isNaN(first) ? partFit[1] : first;
    const next = loessAt(part, k, season.span, season.degree, k, k - width, k - 1, given, weights);
    partFit[k + 1] = Number.isNaN(next) ? partFit[k] : next;
    for (let i = 0; i < k + 2; i++) cycles[i * m + j] = partFit[i];
  }
}

/** Means of `width` neighbours: length − width + 1 of them, to `out`, by a running sum. */
function movingAverage(x: Float64Array, length: number, width: number, out: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < width; i++) sum += x[i];
  out[0] = sum / width;
  for (let i = width; i < length; i++) {
    sum += x[i] - x[i - width];
    out[i - width + 1] = sum / width;
  }
}

/**
 * Robustness weights (1 − (|r|/6·median|r|)²)² of absolute residuals; all 1 when the median is 0. The median is the
 * true one; the partial sort of the published program, which R's `stl` still runs, misses it for some data.
 */
export function bisquare(absolute: Float64Array, weights: Float64Array): void {
  const scale = 6 * median(absolute);
  if (!(scale > 0)) {
    weights.fill(1);
    return;
  }
  for (let t = 0; t < absolute.length; t++) {
    const r = absolute[t];
    if (r <= 0.001 * scale) weights[t] = 1;
    else weights[t] = r <= 0.999 * scale ? (1 - (r / scale) ** 2) ** 2 : 0;
  }
}

/** Replaces a season by its mean at each position of the cycle: exactly periodic. */
export function averageCycles(seasonal: Float64Array, m: number): void {
  const n = seasonal.length;
  for (let j = 0; j < m; j++) {
    let sum = 0;
    let count = 0;
    for (let t = j; t < n; t += m) {
      sum += seasonal[t];
      count++;
    }
    for (let t = j; t < n; t += m) seasonal[t] = sum / count;
  }
}
