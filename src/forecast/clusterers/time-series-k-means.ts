import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { refusal } from "../../contract/outcome.ts";
import { clusterer, type Panel } from "../other-components.ts";
import { distanceOf, requireRows, requireSeries } from "../panel/distance.ts";
import { assign, seriesKMeans } from "../panel/kmeans.ts";

interface KMeansParams {
  n_clusters: number;
  init_algorithm: "random" | "forgy";
  metric: "dtw" | "euclidean" | "squared";
  n_init: number;
  max_iter: number;
  tol: number;
  verbose: boolean;
  random_state: number | null;
  averaging_method: "mean" | "dba";
  distance_params: { window?: number } | null;
}

interface KMeansState {
  centers: number[][];
  inertia: number;
  n_iter: number;
  converged: boolean;
  seed: number;
}

export default clusterer<KMeansParams, KMeansState>({
  name: "TimeSeriesKMeans",
  object_type: "clusterer",
  summary: "Groups series around average series, near by dynamic time warping.",
  source: "Lloyd 1982; Petitjean, Ketterlin & Gançarski 2011",
  parameters: z.strictObject({
    n_clusters: field(z._default(z.int().check(z.gte(1)), 8), "Groups."),
    init_algorithm: field(z._default(z.enum(["random", "forgy"]), "random"), "A random partition, or random series."),
    metric: field(z._default(z.enum(["dtw", "euclidean", "squared"]), "dtw"), "Distance of two series."),
    n_init: field(z._default(z.int().check(z.gte(1)), 10), "Starts; the best is kept."),
    max_iter: field(z._default(z.int().check(z.gte(1)), 300), "Rounds of a start."),
    tol: field(z._default(z.number().check(z.gte(0)), 1e-6), "Change of the sum of distances that ends a start."),
    verbose: field(z._default(z.boolean(), false), "Without effect."),
    random_state: field(z._default(z.nullable(z.int().check(z.gte(0))), null), "Seed of PCG64; None for 0."),
    averaging_method: field(z._default(z.enum(["mean", "dba"]), "mean"), "Mean by place, or warped barycentre."),
    distance_params: field(
      z._default(z.nullable(z.strictObject({ window: z.optional(z.number().check(z.gte(0), z.lte(1))) })), null),
      "{'window': share} for the band of dtw.",
    ),
  }),
  tags: {},
  refuses: ["TooFewCurves", "NonFiniteCurve", "IrregularGrid", "NoAlignment"],
  example: "forecast call-method 'TimeSeriesKMeans(n_clusters=2)' fit_predict --kwargs X=demo:bumps",
  fit(panel, params) {
    requireRows(panel, needsOneLength(params));
    requireSeries(panel.rows.length, params.n_clusters, `${params.n_clusters} clusters`);
    const window = params.distance_params?.window ?? null;
    const seed = params.random_state ?? 0;
    const found = seriesKMeans(panel.rows, distanceFor(params), {
      k: params.n_clusters,
      init: params.init_algorithm,
      starts: params.n_init,
      rounds: params.max_iter,
      tolerance: params.tol,
      seed,
      averaging: params.averaging_method,
      reach: window === null ? Number.POSITIVE_INFINITY : window * panel.rows[0].length,
    });
    if (!Number.isFinite(found.inertia)) throw noPath(window);
    const { inertia, n_iter, converged } = found;
    return { centers: found.centers.map((center) => [...center]), inertia, n_iter, converged, seed };
  },
  predict(state, params, panel) {
    const centers = state.centers.map((center) => Float64Array.from(center));
    const all: Panel = { names: [...panel.names, "centre"], rows: [...panel.rows, centers[0]], labels: null };
    requireRows(all, params.metric !== "dtw");
    return assign(panel.rows, centers, distanceFor(params)).labels;
  },
  describe: ({ inertia, n_iter, converged, seed }) => ({ inertia, n_iter, converged, seed, generator: "PCG64" }),
});

function needsOneLength({ metric, averaging_method }: KMeansParams): boolean {
  return metric !== "dtw" || averaging_method === "mean";
}

/** The root changes no assignment; without it the sum of distances is the sum of squares. */
function distanceFor({ metric, distance_params }: KMeansParams) {
  return distanceOf({ distance: metric === "dtw" ? "dtw" : "squared", window: distance_params?.window ?? null });
}

function noPath(window: number | null) {
  const remedy = "widen the window, or leave it out";
  return refusal("NoAlignment", `no path inside a window of ${window} joins some of the series; ${remedy}`, {
    check: "path",
    observed: window,
    required: "a path",
    remedy,
  });
}
