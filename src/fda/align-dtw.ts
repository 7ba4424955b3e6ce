import { refusal } from "../contract/outcome.ts";
import { besideDiagonal, dtwDistance, dtwPath, type WarpPath } from "../numerics/dtw.ts";
import type { Curve, CurveData } from "../series/dataset/dataset.ts";
import { requireFinite } from "./curve-matrix.ts";
import { evenly } from "./evenly.ts";
import { requireFit } from "./size-limit.ts";

/** One curve against the template. */
export interface DtwCurve {
  curve: string;
  n_points: number;
  distance: number;
  /** Distance over the number of pairs on the path. */
  mean_cost: number;
  path_length: number;
  /** Largest |i − j| on the path. */
  max_shift: number;
  /** Pairs (index into the template, index into the curve), evenly thinned, both ends kept. */
  path: [number, number][];
  path_dropped: number;
  /** The curve over the template's points: mean of the values that the path pairs with each. */
  aligned: Float64Array;
}

/** Refuses NoAlignment when a band does not reach the end of a pair, TooManyPoints and NonFiniteCurve. `tick` is called after each. */
export async function alignDtw(
  data: CurveData,
  { template, band, maxPoints }: { template: number; band: number | null; maxPoints: number },
  tick: () => Promise<void>,
): Promise<DtwCurve[]> {
  requireFinite(data);
  const target = data.curves[template];
  const found: DtwCurve[] = [];
  for (const curve of data.curves) {
    if (curve === target) continue;
    found.push(described(curve, target, pathOf(data.label, target, curve, band), maxPoints));
    await tick();
  }
  return found;
}

/** Of the curves at some places the one of least sum of distances to the others, the first of equals. Refuses as `alignDtw`. */
export async function dtwMedoid(
  data: CurveData,
  { band, among }: { band: number | null; among: number[] },
  tick: () => Promise<void>,
): Promise<number> {
  requireFinite(data);
  const { curves, label } = data;
  const sums = new Float64Array(among.length);
  for (let a = 0; a < among.length; a++) {
    for (let b = a + 1; b < among.length; b++) {
      const distance = distanceOf(label, curves[among[a]], curves[among[b]], band);
      sums[a] += distance;
      sums[b] += distance;
      await tick();
    }
  }
  return among[sums.indexOf(sums.reduce((least, sum) => Math.min(least, sum)))];
}

function distanceOf(label: string, x: Curve, y: Curve, band: number | null): number {
  const found = dtwDistance(x.v, y.v, warpingOf(y, band));
  if (found === Number.POSITIVE_INFINITY) throw outOfReach(label, x, y, band);
  return found;
}

function pathOf(label: string, x: Curve, y: Curve, band: number | null): WarpPath {
  const longest = Math.max(x.v.length, y.v.length);
  const width = Math.min(y.v.length, 2 * (band ?? longest) + 1);
  requireFit(label, longest, x.v.length * width, "state a --band, or thin the curves");
  const found = dtwPath(x.v, y.v, warpingOf(y, band));
  if (found === null) throw outOfReach(label, x, y, band);
  return found;
}

function warpingOf({ v }: Curve, band: number | null) {
  return { cost: "absolute", band: besideDiagonal(v.length, band ?? Number.POSITIVE_INFINITY) } as const;
}

function outOfReach(label: string, x: Curve, y: Curve, band: number | null): Error {
  const [n, m] = [x.v.length, y.v.length];
  const least = Math.abs(n - m);
  const remedy = `give --band ${least} or more, or no band`;
  const cause = `${label}: a band of ${band} step${band === 1 ? "" : "s"} does not reach the end: '${x.name}' has ${n} points and '${y.name}' ${m}, lengths that differ by ${least}, so a band of at least ${least} is needed; ${remedy}`;
  return refusal("NoAlignment", cause, {
    check: "band",
    observed: band,
    required: least,
    remedy,
    curves: [
      { curve: x.name, n_points: n },
      { curve: y.name, n_points: m },
    ],
  });
}

function described(curve: Curve, target: Curve, { distance, i, j }: WarpPath, maxPoints: number): DtwCurve {
  const aligned = new Float64Array(target.v.length);
  const pairs = new Int32Array(target.v.length);
  let max_shift = 0;
  for (let k = 0; k < i.length; k++) {
    aligned[i[k]] += curve.v[j[k]];
    pairs[i[k]]++;
    max_shift = Math.max(max_shift, Math.abs(i[k] - j[k]));
  }
  const shown = evenly(i.length, maxPoints);
  return {
    curve: curve.name,
    n_points: curve.v.length,
    distance,
    mean_cost: distance / i.length,
    path_length: i.length,
    max_shift,
    path: shown.map((k): [number, number] => [i[k], j[k]]),
    path_dropped: i.length - shown.length,
    aligned: aligned.map((sum, k) => sum / pairs[k]),
  };
}
