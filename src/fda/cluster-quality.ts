import { squaredDistance } from "../numerics/squared-distance.ts";

/** Distances of every pair of points, row by row; `step` is told after each row. */
export async function distances(points: Float64Array[], step: () => Promise<void>): Promise<Float64Array[]> {
  const all = points.map(() => new Float64Array(points.length));
  for (let i = 0; i < points.length; i++) {
    for (let k = i + 1; k < points.length; k++) {
      all[i][k] = Math.sqrt(squaredDistance(points[i], points[k]));
      all[k][i] = all[i][k];
    }
    await step();
  }
  return all;
}

/**
 * Silhouette widths (Rousseeuw 1987): (b − a) / max(a, b), a the mean distance to the others of the own cluster, b the
 * least mean distance to another cluster. −1 to 1; 0 for a cluster of one, and where a = b = 0. Labels are 0 … k − 1, k ≥ 2.
 */
export function silhouettes(all: Float64Array[], labels: Int32Array, k: number): Float64Array {
  const sizes = new Int32Array(k);
  for (const label of labels) sizes[label]++;
  const sums = new Float64Array(k);
  return Float64Array.from(labels, (own, i) => {
    if (sizes[own] === 1) return 0;
    sums.fill(0);
    for (let other = 0; other < labels.length; other++) sums[labels[other]] += all[i][other];
    const a = sums[own] / (sizes[own] - 1);
    let b = Number.POSITIVE_INFINITY;
    for (let c = 0; c < k; c++) if (c !== own) b = Math.min(b, sums[c] / sizes[c]);
    const most = Math.max(a, b);
    return most === 0 ? 0 : (b - a) / most;
  });
}

/** Variance ratio (Caliński & Harabasz 1974): (B / (k − 1)) / (W / (n − k)); null for k = 1, k = n or W = 0. */
export function calinskiHarabasz(total_ss: number, within_ss: number, n: number, k: number): number | null {
  if (k === 1 || k === n || within_ss === 0) return null;
  return (total_ss - within_ss) / (k - 1) / (within_ss / (n - k));
}
