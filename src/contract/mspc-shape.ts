import * as z from "zod/mini";
import { baselineCheckShape } from "./chart-shapes.ts";
import { commonGapsShape, orReasonShape, samplingShape } from "./shapes.ts";

const count = z.int();
const number = z.number();
const share = z.strictObject({ tag: z.string(), share: number });
const run = z.strictObject({ start: z.string(), end: z.string(), n: count, contributors: z.array(z.string()) });
const alignedWindow = z.strictObject({
  start: z.string(),
  end: z.string(),
  duration_s: number,
  rows: count,
  coverage: number,
});

/** The evidence of `mspc`; the values come from src/process. */
export const mspcShape = z.strictObject({
  tags: z.array(z.string()),
  ...orReasonShape("contract", samplingShape),
  rate_s: number,
  rate_source: z.enum(["declared", "--rate-s"]),
  baseline: alignedWindow,
  clip_tolerance: number,
  look_ahead: z.boolean(),
  window: alignedWindow,
  ...commonGapsShape,
  model: z.strictObject({
    components: count,
    n_columns: count,
    rank: count,
    selection: z.enum(["stated", "variance", "parallel_analysis"]),
    selection_rule: z.string(),
    explained_variance: z.array(number),
  }),
  limits: z.strictObject({
    method: z.enum(["empirical", "theoretical"]),
    t2: number,
    ...orReasonShape("spe", number),
    t2_method: z.string(),
    spe_method: z.string(),
    quantile: number,
  }),
  ...orReasonShape(
    "baseline_check",
    z.strictObject({ held_out_blocks: count, t2: baselineCheckShape, spe: z.nullable(baselineCheckShape) }),
  ),
  contribution_method: z.literal("reconstruction"),
  contributors_ranked: z.boolean(),
  n_t2_breaches: count,
  t2_breaches: z.array(z.string()),
  t2_breaches_dropped: count,
  t2_runs: z.array(run),
  t2_runs_dropped: count,
  ...orReasonShape("t2_contributors", z.array(share)),
  n_spe_breaches: z.nullable(count),
  spe_breaches: z.nullable(z.array(z.string())),
  spe_breaches_dropped: count,
  spe_runs: z.nullable(z.array(run)),
  spe_runs_dropped: count,
  ...orReasonShape("spe_contributors", z.array(share)),
  spe_not_assessed: z.nullable(z.string()),
  contributors: z.record(z.string(), z.array(z.string())),
});
