import * as z from "zod/mini";
import { commonGapsShape, orReasonShape, samplingShape, windowShape } from "./shapes.ts";

const count = z.int();
const number = z.number();
const share = z.strictObject({ tag: z.string(), share: number });

/** The evidence of `compare`; the values come from src/process. */
export const compareShape = z.strictObject({
  before: windowShape,
  after: windowShape,
  ...orReasonShape("contract", samplingShape),
  source_id: z.nullable(z.string()),
  grid: z.strictObject({
    rate_s: z.nullable(number),
    rate_source: z.nullable(z.enum(["declared", "--rate-s"])),
    coverage_before: z.nullable(number),
    coverage_after: z.nullable(number),
  }),
  ...commonGapsShape,
  n_tags: count,
  n_refused: count,
  tags: z.array(
    z.strictObject({
      tag: z.string(),
      quality: z.string(),
      refused: z.boolean(),
      ...orReasonShape("n_good_before", count),
      ...orReasonShape("n_good_after", count),
      ...orReasonShape("level_shift_sigma", number),
      ...orReasonShape("spread_ratio", number),
      ...orReasonShape("flagged_fraction", number),
      changed_at: z.nullable(z.string()),
      changed_at_reason: z.nullable(z.string()),
      at_seam: z.nullable(z.boolean()),
    }),
  ),
  tags_dropped: count,
  pairs: z.nullable(
    z.array(
      z.strictObject({
        left: z.string(),
        right: z.string(),
        pearson_before: number,
        pearson_after: number,
        delta: number,
        ...orReasonShape("interval", z.tuple([number, number])),
        clears: z.boolean(),
        ...orReasonShape("p_value", number),
        ...orReasonShape("p_adjusted", number),
        spearman_before: number,
        spearman_after: number,
        spearman_delta: number,
      }),
    ),
  ),
  pairs_dropped: count,
  pairs_total: z.nullable(count),
  pairs_undefined: z.nullable(count),
  pairs_without_interval: z.nullable(count),
  pairs_clearing: z.nullable(count),
  pairs_clearing_adjusted: z.nullable(count),
  expected_false_clears: z.nullable(number),
  pairs_method: z.nullable(
    z.strictObject({
      statistic: z.string(),
      interval_method: z.string(),
      level: number,
      replicates: count,
      generator: z.string(),
      seed: count,
      differences_before: count,
      differences_after: count,
      block_before: count,
      block_after: count,
      p_value_method: z.string(),
      adjustment: z.string(),
    }),
  ),
  pairs_reason: z.nullable(z.string()),
  joint: z.nullable(
    z.strictObject({
      tags_offered: count,
      tags_aligned: count,
      components: count,
      rows: count,
      explained_before: number,
      explained_after: number,
      limit_method: z.string(),
      t2_breaches: count,
      spe_breaches: z.nullable(count),
      spe_not_assessed: z.nullable(z.string()),
      contribution_method: z.literal("reconstruction"),
      spe_contributors: z.array(share),
      spe_contributors_note: z.nullable(z.string()),
      ...orReasonShape("spe_other_share", number),
    }),
  ),
  joint_reason: z.nullable(z.string()),
  refused_tables: z.record(z.string(), z.string()),
});
