import { integers } from "../numerics/integers.ts";
import type { Rng } from "../numerics/pcg64.ts";
import { squaredDistance } from "../numerics/squared-distance.ts";
import { uniform } from "../numerics/uniform.ts";
import { improve } from "./hartigan.ts";

/** Groups of points around their means. */
export interface KMeans {
  labels: Int32Array;
  /** Sum of squared distances to the own cluster's mean, in all. */
  within_ss: number;
  /** Lloyd's rounds and Hartigan's passes. */
  n_iter: number;
  /** Clusters that fell empty and were begun anew. */
  n_reseeded: number;
}

/** Lloyd's rounds of one start; what they leave undone Hartigan's passes do. */
const MOST_ROUNDS = 100;

/**
 * k-means from one greedy k-means++ start (Arthur & Vassilvitskii 2007): Lloyd's rounds until no label changes, then
 * single moves that lower the sum of squares (see `improve`). Distance is Euclidean; of equally near centres the first is
 * taken. A cluster that falls empty begins anew at the point farthest from its centre. Needs at least k distinct points.
 */
export function kmeans(points: Float64Array[], k: number, rng: Rng): KMeans {
  let centers = spread(points, k, rng);
  const labels = new Int32Array(points.length).fill(-1);
  const far = new Float64Array(points.length);
  let [n_iter, n_reseeded] = [0, 0];
  while (n_iter < MOST_ROUNDS) {
    n_iter++;
    const changed = assign(points, centers, labels, far);
    n_reseeded += fillEmpty(labels, far, k);
    centers = means(points, labels, k);
    if (!changed) break;
  }
  n_iter += improve(points, labels, centers);
  centers = means(points, labels, k);
  const within_ss = points.reduce((sum, point, i) => sum + squaredDistance(point, centers[labels[i]]), 0);
  return { labels, within_ss, n_iter, n_reseeded };
}

/** Sets each point's label and squared distance; true when a label changed. */
function assign(points: Float64Array[], centers: Float64Array[], labels: Int32Array, far: Float64Array): boolean {
  let changed = false;
  for (let i = 0; i < points.length; i++) {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let c = 0; c < centers.length; c++) {
      const d = squaredDistance(points[i], centers[c]);
      if (d < least) [best, least] = [c, d];
    }
    if (labels[i] !== best) changed = true;
    labels[i] = best;
    far[i] = least;
  }
  return changed;
}

/** Gives every empty cluster the farthest point of a cluster that has others; the number of such clusters. */
function fillEmpty(labels: Int32Array, far: Float64Array, k: number): number {
  const sizes = new Int32Array(k);
  for (const label of labels) sizes[label]++;
  let filled = 0;
  for (let c = 0; c < k; c++) {
    if (sizes[c] > 0) continue;
    let at = -1;
    for (let i = 0; i < far.length; i++) if (sizes[labels[i]] > 1 && (at < 0 || far[i] > far[at])) at = i;
    sizes[labels[at]]--;
    sizes[c]++;
    labels[at] = c;
    far[at] = 0;
    filled++;
  }
  return filled;
}

/**
 * Greedy k-means++: the first centre at random; for each further one 2 + ⌊ln k⌋ points are drawn with probability in
 * proportion to the squared distance to the nearest centre, and the one that lowers their sum most is taken.
 */
function spread(points: Float64Array[], k: number, rng: Rng): Float64Array[] {
  const trials = 2 + Math.floor(Math.log(k));
  const centers = [points[integers(rng, points.length)]];
  let far = Float64Array.from(points, (point) => squaredDistance(point, centers[0]));
  while (centers.length < k) {
    let best = { at: 0, far, total: Number.POSITIVE_INFINITY };
    for (let trial = 0; trial < trials; trial++) {
      const at = drawInProportion(far, rng);
      const left = far.map((d, i) => Math.min(d, squaredDistance(points[i], points[at])));
      const total = left.reduce((sum, d) => sum + d, 0);
      if (total < best.total) best = { at, far: left, total };
    }
    far = best.far;
    centers.push(points[best.at]);
  }
  return centers;
}

/** A place drawn with probability in proportion to its value; never one whose value is 0 while others have some. */
function drawInProportion(values: Float64Array, rng: Rng): number {
  let left = uniform(rng) * values.reduce((sum, x) => sum + x, 0);
  let at = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 0) continue;
    at = i;
    left -= values[i];
    if (left < 0) break;
  }
  return at;
}

/** The mean of each cluster's points; every cluster has some. */
function means(points: Float64Array[], labels: Int32Array, k: number): Float64Array[] {
  const sums = Array.from({ length: k }, () => new Float64Array(points[0].length));
  const sizes = new Int32Array(k);
  for (let i = 0; i < points.length; i++) {
    const sum = sums[labels[i]];
    sizes[labels[i]]++;
    for (let j = 0; j < sum.length; j++) sum[j] += points[i][j];
  }
  return sums.map((sum, c) => sum.map((x) => x / sizes[c]));
}
