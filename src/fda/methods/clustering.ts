import type { Ctx } from "../../contract/context.ts";
import { clusterFields } from "../cluster-fields.ts";
import type { CurveMatrix } from "../curve-matrix.ts";
import { QUADRATURE_RULES } from "../quadrature.ts";
import { advice, num } from "./advice.ts";
import { type Method, numberOf, overGrid, type Parameters, type Recommendation, type Step, wordOf } from "./method.ts";

const WHOLE = { max_curves: Number.POSITIVE_INFINITY, max_points: Number.POSITIVE_INFINITY };
/** Largest number of clusters that advice tries. */
const MOST = 8;
const MOST_STARTS = 1000;

/** k-means of curves. */
export const clustering: Method = {
  name: "clustering",
  computes: "k-means clusters (best of several k-means++ starts), their centres, silhouettes and sums of squares",
  parameters: [
    { name: "k", default: 3, range: "1 or more", about: "clusters" },
    { name: "starts", default: 20, range: "1 to 1000", about: "k-means++ starts; the best is kept" },
    { name: "seed", default: 0, range: "0 or more", about: "seed of the generator (PCG64)" },
    { name: "weights", default: "trapezoid", range: QUADRATURE_RULES.join(", "), about: "rule for integrals" },
  ],
  better: { silhouette: "larger", calinski_harabasz: "larger", within_ss: "smaller", between_share: "larger" },
  // More clusters are always nearer to their curves.
  moves: { k: ["within_ss", "between_share"] },
  main: "labels",
  leaves: null,
  refuses: ["TooFewCurves", "TooFewPoints", "IrregularGrid", "NonFiniteCurve"],
  needs: () => ({ curves: 2, points: 2, what: "clusters" }),
  async run(curves, parameters, step, ctx) {
    const f = await clusterFields(curves, requestOf(parameters, numberOf(parameters, "k")), step, ctx);
    const sizes = f.clusters.map(({ n }) => n);
    const names = f.clusters.map(({ cluster }) => `cluster ${cluster}`);
    return {
      diagnostics: {
        k: f.k,
        within_ss: f.within_ss,
        within_ss_worst: f.within_ss_worst,
        n_starts_at_best: f.n_starts_at_best,
        total_ss: f.total_ss,
        between_share: f.between_share,
        ...(f.between_share === null ? { between_share_reason: f.between_share_reason ?? "" } : {}),
        silhouette: f.silhouette,
        ...(f.silhouette === null ? { silhouette_reason: f.silhouette_reason ?? "" } : {}),
        calinski_harabasz: f.calinski_harabasz,
        ...(f.calinski_harabasz === null ? { calinski_harabasz_reason: f.calinski_harabasz_reason ?? "" } : {}),
        smallest_cluster: sizes.reduce((a, b) => Math.min(a, b)),
        n_iter: f.n_iter,
      },
      fields: {
        labels: {
          rows: "curve",
          row_names: curves.names,
          columns: "value",
          column_names: ["cluster", "distance"],
          values: f.curves.map(({ cluster, distance }) => [cluster, distance]),
        },
        centers: overGrid(
          curves,
          "cluster",
          names,
          f.clusters.map(({ center }) => center),
        ),
        sizes: {
          rows: "cluster",
          row_names: names,
          columns: "value",
          column_names: ["n", "within_ss"],
          values: f.clusters.map(({ n, within_ss }) => [n, within_ss]),
        },
      },
    };
  },
  rules: ["silhouette_prefers", "small_cluster", "starts_disagree"],
  async advise(curves, parameters, { diagnostics: d }, step, ctx) {
    const n = curves.rows.length;
    const least = Math.max(2, 0.05 * n);
    const found: (Recommendation | null)[] = [await otherK(curves, parameters, d.silhouette, step, ctx)];
    if (num(d.smallest_cluster) < least) {
      const numbers = { smallest_cluster: num(d.smallest_cluster), threshold: least, n_curves: n };
      const action = "the smallest cluster holds outlying curves, not a group: look at them before adding clusters";
      found.push(advice("small_cluster", "data", action, numbers));
    }
    const starts = numberOf(parameters, "starts");
    if (num(d.n_starts_at_best) < 2 && starts > 1 && starts < MOST_STARTS) {
      const { within_ss, within_ss_worst, n_starts_at_best } = d;
      const numbers = {
        n_starts_at_best: num(n_starts_at_best),
        starts,
        within_ss: num(within_ss),
        within_ss_worst: num(within_ss_worst),
      };
      const action = "only one start found the best clusters: a better one may exist, so give more starts";
      const parametersThen = { starts: Math.min(MOST_STARTS, 5 * starts) };
      found.push(advice("starts_disagree", "parameter", action, numbers, parametersThen));
    }
    return found.filter((each) => each !== null);
  },
};

function requestOf(parameters: Parameters, k: number | "auto") {
  const weights = wordOf(parameters, "weights", QUADRATURE_RULES);
  const [seed, starts] = [numberOf(parameters, "seed"), numberOf(parameters, "starts")];
  return { k, k_max: MOST, seed, starts, weights, ...WHOLE };
}

/** The number of clusters with the largest mean silhouette, when it is another. */
async function otherK(
  curves: CurveMatrix,
  parameters: Parameters,
  silhouette: unknown,
  step: Step,
  ctx: Pick<Ctx, "pool">,
) {
  if (curves.rows.length < 3) return null;
  const auto = await clusterFields(
    curves,
    { ...requestOf(parameters, "auto"), max_curves: 0, max_points: 2 },
    step,
    ctx,
  );
  const now = numberOf(parameters, "k");
  if (auto.silhouette === null || auto.k === now) return null;
  if (typeof silhouette === "number" && auto.silhouette <= silhouette) return null;
  const numbers = {
    k: now,
    ...(typeof silhouette === "number" ? { silhouette } : {}),
    best_k: auto.k,
    best_silhouette: auto.silhouette,
    k_tried_to: MOST,
  };
  const action = `curves fit ${auto.k} clusters better: their mean silhouette is the largest`;
  return advice("silhouette_prefers", "parameter", action, numbers, { k: auto.k });
}
