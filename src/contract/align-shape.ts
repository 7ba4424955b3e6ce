import * as z from "zod/mini";
import { orReasonShape } from "./shapes.ts";

const count = z.int();
const number = z.number();
const numbers = z.array(number);
const scores = z.strictObject({ least_squares: number, pairwise_correlation: number });

/** The part of `fda align` that dynamic time warping fills. */
const dtwShape = z.strictObject({
  cost: z.literal("|difference|"),
  steps: z.literal("(1,1), (1,0), (0,1), each counted once"),
  n_template: count,
  template_of: z.nullable(count),
  distance_mean: number,
  distance_max: number,
  curves: z.array(
    z.strictObject({
      curve: z.string(),
      n_points: count,
      distance: number,
      mean_cost: number,
      path_length: count,
      max_shift: count,
      path: z.array(z.array(count)),
      path_dropped: count,
    }),
  ),
  curves_dropped: count,
});

/** The part that elastic alignment fills. */
const elasticShape = z.strictObject({
  method: z.literal("SRVF of straight lines, dynamic programming with slopes 1/7 to 7"),
  lambda: number,
  penalty: z.literal("lambda * ||1 - sqrt(warp')||^2"),
  template_of: z.nullable(count),
  ...orReasonShape("converged", z.boolean()),
  max_iter: z.nullable(count),
  tolerance: z.nullable(number),
  n_iter: count,
  history: z.array(z.strictObject({ iteration: count, objective: number, mean_change: number })),
  history_dropped: count,
  before: scores,
  after: scores,
  ...orReasonShape("noise_ratio", number),
  n_at_band: count,
  n_steep: count,
  constant_curves: z.array(z.string()),
  constant_curves_dropped: count,
  amplitude_distance_mean: number,
  phase_distance_mean: number,
  max_displacement: number,
  at: numbers,
  target: numbers,
  aligned_mean: numbers,
  raw_mean: numbers,
  points_dropped: count,
  curves: z.array(
    z.strictObject({
      curve: z.string(),
      amplitude_distance: number,
      phase_distance: number,
      max_displacement: number,
      displaced_at: number,
      warp_energy: number,
      at_band: z.boolean(),
      steep_share: number,
      warp: z.optional(numbers),
      inverse_warp: z.optional(numbers),
      aligned: z.optional(numbers),
    }),
  ),
  curves_dropped: count,
});

/** The evidence of `fda align`; the values come from src/fda. */
export const alignShape = z.strictObject({
  handle: z.string(),
  n_curves: count,
  n_points_min: count,
  n_points_max: count,
  distance: z.enum(["elastic", "dtw"]),
  distance_basis: z.enum(["stated", "one_grid", "grids_differ"]),
  template: z.string(),
  template_basis: z.enum(["stated", "karcher_mean", "medoid"]),
  band: z.nullable(count),
  band_basis: z.enum(["stated", "none", "tenth_of_points"]),
  dtw: z.nullable(dtwShape),
  elastic: z.nullable(elasticShape),
  warnings: z.array(z.string()),
  sparkline: z.array(z.string()),
});

/** The fields of the answer. */
export type AlignFields = z.output<typeof alignShape>;
export type DtwFields = z.output<typeof dtwShape>;
export type ElasticFields = z.output<typeof elasticShape>;
