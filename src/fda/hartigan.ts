import { squaredDistance } from "../numerics/squared-distance.ts";

/** A change of the sum of squares below this share of the terms it is made of is rounding. */
const ROUNDING = 1e-12;

/**
 * Hartigan's improvement of a partition (Telgarsky & Vattani 2010): as long as moving one point to another cluster lowers
 * the sum of squares, counting that both means move, it is moved. What is left is stable under Lloyd's rounds too.
 * Changes labels and centres in place; returns the number of passes. No cluster loses its last point.
 */
export function improve(points: Float64Array[], labels: Int32Array, centers: Float64Array[]): number {
  const sizes = new Int32Array(centers.length);
  for (const label of labels) sizes[label]++;
  for (let passes = 1; ; passes++) {
    let moved = false;
    for (let i = 0; i < points.length; i++) {
      const from = labels[i];
      if (sizes[from] === 1) continue;
      const gain = (sizes[from] / (sizes[from] - 1)) * squaredDistance(points[i], centers[from]);
      let [to, least] = [from, gain * (1 - ROUNDING)];
      for (let c = 0; c < centers.length; c++) {
        if (c === from) continue;
        const cost = (sizes[c] / (sizes[c] + 1)) * squaredDistance(points[i], centers[c]);
        if (cost < least) [to, least] = [c, cost];
      }
      if (to === from) continue;
      shift(centers[from], points[i], -1 / (sizes[from] - 1));
      shift(centers[to], points[i], 1 / (sizes[to] + 1));
      sizes[from]--;
      sizes[to]++;
      labels[i] = to;
      moved = true;
    }
    if (!moved) return passes;
  }
}

/** Moves a mean by `share` of the way to the point. */
function shift(center: Float64Array, point: Float64Array, share: number): void {
  for (let j = 0; j < center.length; j++) center[j] += share * (point[j] - center[j]);
}
