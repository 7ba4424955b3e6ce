import type { Ctx } from "../contract/context.ts";
import { refusal } from "../contract/outcome.ts";
import { pcg64 } from "../numerics/pcg64.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { type KMeans, kmeans } from "./kmeans.ts";

/** Curves as points of a Euclidean space, in an order of their own. */
export interface CurvePoints {
  label: string;
  /** √w_j x_ij, so that squared Euclidean distance is Σ_j w_j (x_ij − x_kj)². Sorted by value. */
  points: Float64Array[];
  /** The row of each point. */
  rowOf: Int32Array;
  n_distinct: number;
}

/** The best of several starts. */
export interface Clustering extends Omit<KMeans, "labels"> {
  k: number;
  /** One a curve, from 0, numbered by first appearance in the data. */
  labels: Int32Array;
  /** Starts that ended at the least within_ss, to 1e-9 of it. */
  n_best: number;
  /** The largest within_ss of a start. */
  worst: number;
}

/**
 * Curves in an order that follows from their values alone: what is drawn and added up does not depend on the order of the
 * rows, so clusters do not either (but for their numbers, and which of two equal curves is which).
 */
export function curvePoints({ label, rows }: CurveMatrix, weights: Float64Array): CurvePoints {
  const roots = weights.map(Math.sqrt);
  const weighted = rows.map((row) => row.map((x, j) => x * roots[j]));
  const rowOf = Int32Array.from(rows.keys()).sort((a, b) => byValue(weighted[a], weighted[b]));
  const points = Array.from(rowOf, (row) => weighted[row]);
  const n_distinct = points.filter((point, i) => i === 0 || byValue(points[i - 1], point) !== 0).length;
  return { label, points, rowOf, n_distinct };
}

function byValue(a: Float64Array, b: Float64Array): number {
  for (let j = 0; j < a.length; j++) if (a[j] !== b[j]) return a[j] - b[j];
  return 0;
}

/** One start of k-means: a PCG64 stream of its own. */
export interface StartPiece {
  k: number;
  seed: number;
  start: number;
}

/** One start, for points that all starts share. */
export function oneStart(points: Float64Array[]): (piece: StartPiece) => KMeans {
  return ({ k, seed, start }) => kmeans(points, k, pcg64(seed, [k, start]));
}

/** Runs starts, and gives what they end at in their order. */
export type EachStart = (pieces: StartPiece[]) => Promise<KMeans[]>;

/** Cells of all distances of a round of a start, from which on threads save more than their start costs (about 0.1 s). */
const WORTH_THREADS = 3e5;

/** Lends `use` something that runs starts, where curves are many on threads; `step` is told after each start. */
export function withStarts<T>(
  ctx: Pick<Ctx, "pool"> | null,
  points: Float64Array[],
  step: () => Promise<void>,
  use: (each: EachStart) => Promise<T>,
): Promise<T> {
  const cells = points.length * (points[0]?.length ?? 0);
  if (ctx !== null && cells >= WORTH_THREADS) {
    const task = { command: "fda cluster", task: "start", shared: points };
    return ctx.pool<StartPiece, KMeans, T>(task, (each) => use((pieces) => each(pieces, step)));
  }
  const start = oneStart(points);
  return use(async (pieces) => {
    const found: KMeans[] = [];
    for (const piece of pieces) {
      found.push(start(piece));
      await step();
    }
    return found;
  });
}

/**
 * k clusters: the least within_ss of `starts` k-means starts, each with a PCG64 stream of its own (spawn key k, start).
 * Refuses TooFewCurves when fewer than k curves differ.
 */
export async function clusterCurves(
  { label, points, rowOf, n_distinct }: CurvePoints,
  k: number,
  { seed, starts }: { seed: number; starts: number },
  eachStart: EachStart,
): Promise<Clustering> {
  if (k > n_distinct) throw tooFew(label, k, n_distinct, points.length);
  const found = await eachStart(Array.from({ length: starts }, (_, start) => ({ k, seed, start })));
  const every = found.map(({ within_ss }) => within_ss);
  const { labels, ...facts } = found.reduce((best, one) => (one.within_ss < best.within_ss ? one : best));
  const limit = facts.within_ss * (1 + 1e-9);
  return {
    ...facts,
    k,
    labels: byFirstAppearance(labels, rowOf),
    n_best: every.filter((within) => within <= limit).length,
    worst: every.reduce((a, b) => Math.max(a, b)),
  };
}

function byFirstAppearance(labels: Int32Array, rowOf: Int32Array): Int32Array {
  const ofRow = new Int32Array(labels.length);
  labels.forEach((cluster, i) => {
    ofRow[rowOf[i]] = cluster;
  });
  const number = new Map<number, number>();
  return ofRow.map((cluster) => {
    const known = number.get(cluster);
    if (known !== undefined) return known;
    number.set(cluster, number.size);
    return number.size - 1;
  });
}

function tooFew(label: string, k: number, distinct: number, n: number): Error {
  const alike = distinct === 1 && n > 1;
  const remedy = alike ? "give --k 1" : `give --k ${distinct} or less`;
  const found = distinct === n ? `there are only ${n} curves` : `only ${distinct} of ${n} curves differ`;
  // --k auto starts from 2, which nobody asked for.
  const why = alike
    ? `all ${n} curves are the same, which is one cluster and not ${k}`
    : `${k} clusters were asked for and ${found}`;
  const cause = `${label}: ${why}; ${remedy}`;
  return refusal("TooFewCurves", cause, { check: "distinct_curves", observed: distinct, required: k, remedy });
}
