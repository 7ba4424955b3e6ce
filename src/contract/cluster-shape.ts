import * as z from "zod/mini";
import { curvesShape } from "./fda-shapes.ts";
import { orReasonShape } from "./shapes.ts";

const count = z.int();
const number = z.number();
const quality = {
  ...orReasonShape("silhouette", number),
  ...orReasonShape("calinski_harabasz", number),
};

/** The evidence of `fda cluster`; the values come from src/fda. */
export const clusterShape = z.strictObject({
  ...curvesShape,
  method: z.literal("greedy k-means++ starts, Lloyd's rounds, Hartigan's moves, L2 distance by quadrature"),
  weights: z.enum(["trapezoid", "simpson"]),
  generator: z.literal("PCG64"),
  seed: count,
  k: count,
  k_basis: z.enum(["stated", "largest_silhouette"]),
  candidates: z.array(z.strictObject({ k: count, within_ss: number, smallest: count, ...quality })),
  starts: count,
  n_starts_at_best: count,
  within_ss_worst: number,
  n_iter: count,
  n_reseeded: count,
  total_ss: number,
  within_ss: number,
  ...orReasonShape("between_share", number),
  ...quality,
  at: z.array(number),
  clusters: z.array(
    z.strictObject({
      cluster: count,
      n: count,
      within_ss: number,
      ...orReasonShape("silhouette", number),
      ...orReasonShape("nearest", z.strictObject({ cluster: count, distance: number })),
      center: z.array(number),
    }),
  ),
  clusters_dropped: count,
  points_dropped: count,
  curves: z.array(
    z.strictObject({
      curve: z.string(),
      cluster: count,
      distance: number,
      ...orReasonShape("silhouette", number),
    }),
  ),
  curves_dropped: count,
  ...orReasonShape("groups", z.array(z.strictObject({ group: z.nullable(z.string()), n: z.array(count) }))),
  warnings: z.array(z.string()),
});

/** The fields of the answer. */
export type ClusterFields = z.output<typeof clusterShape>;
