import { besideLine, dtwPath } from "../../numerics/dtw.ts";

/** The mean of each place of series of one length. */
export function meanSeries(rows: Float64Array[]): Float64Array {
  const mean = new Float64Array(rows[0].length);
  for (const row of rows) for (let t = 0; t < mean.length; t++) mean[t] += row[t] / rows.length;
  return mean;
}

/**
 * DTW barycentre averaging (Petitjean, Ketterlin & Gançarski 2011): each place becomes the mean of all values that are
 * warped onto it, `rounds` times or until nothing moves. Begins with `start`; rows without a path in the band are left out.
 */
export function barycentre(rows: Float64Array[], start: Float64Array, reach: number, rounds: number): Float64Array {
  let center = start;
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array(center.length);
    const counts = new Uint32Array(center.length);
    for (const row of rows) {
      const band = besideLine(center.length, row.length, reach);
      const path = dtwPath(center, row, { cost: "squared", band });
      path?.i.forEach((i, k) => {
        sums[i] += row[path.j[k]];
        counts[i]++;
      });
    }
    const next = center.map((value, i) => (counts[i] === 0 ? value : sums[i] / counts[i]));
    if (next.every((value, i) => Math.abs(value - center[i]) <= 1e-12 * Math.abs(center[i]))) return next;
    center = next;
  }
  return center;
}
