import { integers } from "../../numerics/integers.ts";
import { pcg64, type Rng } from "../../numerics/pcg64.ts";
import { permutation } from "../../numerics/shuffle.ts";
import { barycentre, meanSeries } from "./average.ts";
import type { Distance } from "./distance.ts";

/** How series are grouped. */
export interface SeriesKMeansOptions {
  k: number;
  init: "random" | "forgy";
  starts: number;
  rounds: number;
  /** A start ends when the sum of distances changes by no more. */
  tolerance: number;
  seed: number;
  averaging: "mean" | "dba";
  /** Band of the warping for barycentres, in places. */
  reach: number;
}

/** Groups around their centres. */
export interface SeriesKMeans {
  labels: Int32Array;
  centers: Float64Array[];
  /** Sum of the distances to the own centre. */
  inertia: number;
  n_iter: number;
  converged: boolean;
}

/** Rounds of one barycentre. */
const DBA_ROUNDS = 10;

/**
 * k-means of series (Lloyd 1982) with any distance: each goes to the nearest centre, each centre becomes the average of
 * its series, until the sum of distances stays; the best of several starts. An empty cluster takes the series farthest
 * from its centre. Averages do not minimise warped distances, so the sum can rise: the best round is kept. PCG64, one
 * stream a start. Needs k rows.
 */
export function seriesKMeans(rows: Float64Array[], distance: Distance, options: SeriesKMeansOptions): SeriesKMeans {
  let best: SeriesKMeans | null = null;
  for (let start = 0; start < options.starts; start++) {
    const found = oneStart(rows, distance, options, pcg64(options.seed, [start]));
    if (best === null || found.inertia < best.inertia) best = found;
  }
  return best as SeriesKMeans;
}

function oneStart(rows: Float64Array[], distance: Distance, options: SeriesKMeansOptions, rng: Rng): SeriesKMeans {
  let centers = firstCenters(rows, options, rng);
  let best: SeriesKMeans | null = null;
  let last = Number.POSITIVE_INFINITY;
  const seen = new Set<string>();
  for (let n_iter = 1; n_iter <= options.rounds; n_iter++) {
    const { labels, far } = assign(rows, centers, distance);
    const inertia = far.reduce((sum, each) => sum + each, 0);
    const converged = Math.abs(last - inertia) <= options.tolerance;
    if (best === null || inertia < best.inertia) best = { labels, centers, inertia, n_iter, converged };
    if (converged) return { ...best, converged };
    // Averages that do not minimise the distances can lead in a circle.
    const round = `${inertia} ${labels.join()}`;
    if (seen.has(round)) break;
    seen.add(round);
    last = inertia;
    fillEmpty(labels, far, options.k);
    centers = centers.map((center, c) =>
      average(
        rows.filter((_, i) => labels[i] === c),
        center,
        options,
      ),
    );
  }
  return best as SeriesKMeans;
}

/** `forgy`: k different series. `random`: averages of a random partition that leaves no part empty. */
function firstCenters(rows: Float64Array[], options: SeriesKMeansOptions, rng: Rng): Float64Array[] {
  const order = permutation(rng, rows.length);
  const seeds = Array.from({ length: options.k }, (_, c) => order[c]);
  if (options.init === "forgy") return seeds.map((i) => rows[i]);
  const parts = seeds.map((i) => [rows[i]]);
  for (let i = options.k; i < rows.length; i++) parts[integers(rng, options.k)].push(rows[order[i]]);
  return parts.map((part) => average(part, part[0], options));
}

function average(part: Float64Array[], center: Float64Array, { averaging, reach }: SeriesKMeansOptions): Float64Array {
  return averaging === "mean" ? meanSeries(part) : barycentre(part, center, reach, DBA_ROUNDS);
}

/** The nearest centre of each series, the first of equally near ones, and how far it is. */
export function assign(
  rows: Float64Array[],
  centers: Float64Array[],
  distance: Distance,
): { labels: Int32Array; far: Float64Array } {
  const labels = new Int32Array(rows.length);
  const far = Float64Array.from(rows, (row, i) => {
    let least = Number.POSITIVE_INFINITY;
    for (const [c, center] of centers.entries()) {
      const d = distance(row, center, least);
      if (d < least) [least, labels[i]] = [d, c];
    }
    return least;
  });
  return { labels, far };
}

/** Gives every empty cluster the farthest series of a cluster that has others. */
function fillEmpty(labels: Int32Array, far: Float64Array, k: number): void {
  const sizes = new Uint32Array(k);
  for (const label of labels) sizes[label]++;
  for (let c = 0; c < k; c++) {
    if (sizes[c] > 0) continue;
    let farthest = -1;
    for (let i = 0; i < far.length; i++)
      if (sizes[labels[i]] > 1 && (farthest < 0 || far[i] > far[farthest])) farthest = i;
    sizes[labels[farthest]]--;
    labels[farthest] = c;
    far[farthest] = 0;
    sizes[c] = 1;
  }
}
