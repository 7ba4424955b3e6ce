import type { ClusterFields } from "../contract/cluster-shape.ts";
import type { Ctx } from "../contract/context.ts";
import { squaredDistance } from "../numerics/squared-distance.ts";
import { type Clustering, type CurvePoints, clusterCurves, curvePoints, withStarts } from "./cluster-curves.ts";
import { calinskiHarabasz, distances, silhouettes } from "./cluster-quality.ts";
import { warningsOf } from "./cluster-warnings.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { evenly } from "./evenly.ts";
import { type QuadratureRule, quadratureWeights } from "./quadrature.ts";
import { average } from "./warps.ts";

/** What is asked of a clustering, and how much of it is listed. */
export interface ClusterRequest {
  k: number | "auto";
  k_max: number;
  seed: number;
  starts: number;
  weights: QuadratureRule;
  max_curves: number;
  max_points: number;
}

type Answer = Omit<ClusterFields, "handle" | "n_curves" | "n_points" | "grid_min" | "grid_max">;

/** A clustering with what it is measured by, in the order of the data's rows. */
interface Measured extends Clustering {
  /** Null for one cluster. */
  silhouette: Float64Array | null;
  mean_silhouette: number | null;
  calinski_harabasz: number | null;
  sizes: number[];
}

/** Told after each start. */
export type Step = (done: number, total: number) => Promise<void>;

/** Clusters of curves as the fields of an answer. Refuses as `clusterCurves` and `quadratureWeights` do. */
export async function clusterFields(
  curves: CurveMatrix,
  request: ClusterRequest,
  step: Step,
  ctx: Pick<Ctx, "pool"> | null = null,
): Promise<Answer> {
  const weights = quadratureWeights(curves.label, curves.t, request.weights);
  const points = curvePoints(curves, weights);
  const byRow = inRowOrder(points);
  const centre = average(byRow);
  const total_ss = byRow.reduce((sum, point) => sum + squaredDistance(point, centre), 0);
  const ks = candidatesOf(request, points.n_distinct);
  let done = 0;
  const tell = () => step(++done, byRow.length + ks.length * request.starts);
  const all = await distances(byRow, tell);
  const tried = await withStarts(ctx, points.points, tell, async (eachStart) => {
    const found: Measured[] = [];
    for (const k of ks) found.push(measured(await clusterCurves(points, k, request, eachStart), all, total_ss));
    return found;
  });
  const best = tried.reduce((a, b) => ((b.mean_silhouette ?? -2) > (a.mean_silhouette ?? -2) ? b : a));
  return {
    method: "greedy k-means++ starts, Lloyd's rounds, Hartigan's moves, L2 distance by quadrature",
    weights: request.weights,
    generator: "PCG64",
    seed: request.seed,
    k: best.k,
    k_basis: request.k === "auto" ? "largest_silhouette" : "stated",
    candidates: request.k === "auto" ? tried.map(candidate) : [],
    starts: request.starts,
    n_starts_at_best: best.n_best,
    within_ss_worst: best.worst,
    n_iter: best.n_iter,
    n_reseeded: best.n_reseeded,
    total_ss,
    within_ss: best.within_ss,
    ...(total_ss > 0
      ? { between_share: 1 - best.within_ss / total_ss }
      : { between_share: null, between_share_reason: "all curves are the same" }),
    ...quality(best),
    ...listed(curves, byRow, best, request),
    ...groupsOf(curves, best),
    warnings: warningsOf({ ...best, n: byRow.length, tried: ks, stated: request.k !== "auto" }),
  };
}

function candidatesOf({ k, k_max }: ClusterRequest, n_distinct: number): number[] {
  if (k !== "auto") return [k];
  // A silhouette needs two clusters, and says nothing when every curve is its own.
  const most = Math.max(2, Math.min(k_max, n_distinct - 1));
  return Array.from({ length: most - 1 }, (_, i) => i + 2);
}

function inRowOrder({ points, rowOf }: CurvePoints): Float64Array[] {
  const rows = new Array<Float64Array>(points.length);
  points.forEach((point, i) => {
    rows[rowOf[i]] = point;
  });
  return rows;
}

function measured(found: Clustering, all: Float64Array[], total_ss: number): Measured {
  const { k, labels } = found;
  const silhouette = k === 1 ? null : silhouettes(all, labels, k);
  const sizes = new Array<number>(k).fill(0);
  for (const label of labels) sizes[label]++;
  return {
    ...found,
    silhouette,
    mean_silhouette: silhouette && silhouette.reduce((sum, s) => sum + s, 0) / silhouette.length,
    calinski_harabasz: calinskiHarabasz(total_ss, found.within_ss, labels.length, k),
    sizes,
  };
}

function quality({ mean_silhouette, calinski_harabasz, k }: Measured) {
  const one = k === 1;
  return {
    silhouette: mean_silhouette,
    ...(mean_silhouette === null ? { silhouette_reason: "one cluster has no other to be held against" } : {}),
    calinski_harabasz,
    ...(calinski_harabasz === null
      ? { calinski_harabasz_reason: one ? "needs two clusters" : "nothing is left within the clusters" }
      : {}),
  };
}

function candidate(found: Measured) {
  return { k: found.k, within_ss: found.within_ss, smallest: Math.min(...found.sizes), ...quality(found) };
}

/** Clusters and curves, as many as are asked for. */
function listed({ names, t, rows }: CurveMatrix, byRow: Float64Array[], found: Measured, request: ClusterRequest) {
  const { labels, silhouette, k } = found;
  const members = Array.from({ length: k }, (_, c) => [...labels.keys()].filter((i) => labels[i] === c));
  const centers = members.map((own) => average(own.map((i) => byRow[i])));
  const at = evenly(t.length, request.max_points);
  const meanOf = (own: number[], s: Float64Array) => own.reduce((sum, i) => sum + s[i], 0) / own.length;
  const clusters = members.slice(0, request.max_curves).map((own, c) => {
    const center = average(own.map((i) => rows[i]));
    return {
      cluster: c + 1,
      n: own.length,
      within_ss: own.reduce((sum, i) => sum + squaredDistance(byRow[i], centers[c]), 0),
      ...(silhouette === null
        ? { silhouette: null, silhouette_reason: "one cluster" }
        : { silhouette: meanOf(own, silhouette) }),
      ...nearestOf(centers, c),
      center: at.map((j) => center[j]),
    };
  });
  const kept = Math.min(names.length, request.max_curves);
  return {
    at: at.map((j) => t[j]),
    clusters,
    clusters_dropped: k - clusters.length,
    points_dropped: t.length - at.length,
    curves: names.slice(0, kept).map((curve, i) => ({
      curve,
      cluster: labels[i] + 1,
      distance: Math.sqrt(squaredDistance(byRow[i], centers[labels[i]])),
      ...(silhouette === null ? { silhouette: null, silhouette_reason: "one cluster" } : { silhouette: silhouette[i] }),
    })),
    curves_dropped: names.length - kept,
  };
}

function nearestOf(centers: Float64Array[], c: number) {
  const others = [...centers.keys()].filter((other) => other !== c);
  if (others.length === 0) return { nearest: null, nearest_reason: "one cluster" };
  const far = others.map((other) => Math.sqrt(squaredDistance(centers[c], centers[other])));
  const distance = Math.min(...far);
  return { nearest: { cluster: others[far.indexOf(distance)] + 1, distance } };
}

function groupsOf({ groups }: CurveMatrix, { labels, k }: Measured) {
  const distinct = [...new Set(groups)];
  if (distinct.every((group) => group === null)) return { groups: null, groups_reason: "the curves carry no groups" };
  return {
    groups: distinct.map((group) => {
      const n = new Array<number>(k).fill(0);
      groups.forEach((own, i) => {
        if (own === group) n[labels[i]]++;
      });
      return { group, n };
    }),
  };
}
