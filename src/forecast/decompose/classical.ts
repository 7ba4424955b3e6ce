import { requireCycles } from "./stl.ts";

/** How the components make up y: their sum, or their product. */
export type DecompositionModel = "additive" | "multiplicative";

/** Moving-average components; the trend and the remainder are NaN for half a cycle at both ends. */
export interface ClassicalDecomposition {
  /** The m seasonal figures, from the first observation's season on: mean 0 (additive) or 1 (multiplicative). */
  figure: Float64Array;
  seasonal: Float64Array;
  trend: Float64Array;
  remainder: Float64Array;
}

/**
 * Classical decomposition (R: `decompose`): a centred moving average of one cycle (2×m when m is even) is the trend,
 * the mean over cycles of y − trend or y / trend at each season is the figure, normalised over the cycle. Values are
 * finite; fewer than two whole cycles are refused. Seasons without a detrended value have figure NaN (n = 2m is enough).
 */
export function classicalDecomposition(
  y: Float64Array,
  m: number,
  model: DecompositionModel = "additive",
): ClassicalDecomposition {
  requireCycles(y.length, m);
  const n = y.length;
  const additive = model === "additive";
  const trend = centredAverage(y, m);
  const figure = new Float64Array(m);
  const counts = new Uint32Array(m);
  for (let t = 0; t < n; t++) {
    if (Number.isNaN(trend[t])) continue;
    figure[t % m] += additive ? y[t] - trend[t] : y[t] / trend[t];
    counts[t % m]++;
  }
  let mean = 0;
  for (let j = 0; j < m; j++) {
    figure[j] /= counts[j];
    mean += figure[j] / m;
  }
  for (let j = 0; j < m; j++) figure[j] = additive ? figure[j] - mean : figure[j] / mean;
  const seasonal = y.map((_, t) => figure[t % m]);
  const remainder = y.map((value, t) => (additive ? value - trend[t] - seasonal[t] : value / trend[t] / seasonal[t]));
  return { figure, seasonal, trend, remainder };
}

/** Centred moving average over one cycle, with half weights at its ends when m is even; NaN where the window does not fit. */
export function centredAverage(y: Float64Array, m: number): Float64Array {
  const n = y.length;
  const half = Math.floor(m / 2);
  const out = new Float64Array(n).fill(Number.NaN);
  const edge = m % 2 === 0 ? 0.5 : 1;
  for (let t = half; t < n - half; t++) {
    let sum = edge * (y[t - half] + y[t + half]);
    for (let j = t - half + 1; j < t + half; j++) sum += y[j];
    out[t] = sum / m;
  }
  return out;
}
