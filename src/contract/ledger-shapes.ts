import * as z from "zod/mini";

/** Shapes of a run's ledger; the values come from src/process/ledger.ts. */

const number = z.nullable(z.number());
const text = z.nullable(z.string());

/** A row of the table of tags. */
const tagShape = z.strictObject({
  archive: z.string(),
  tag: text,
  not_profiled: text,
  coverage: number,
  good_share: number,
  censored: z.nullable(z.boolean()),
  gaps: number,
  longest_gap_s: number,
  constant_run_s: number,
  constant_run_samples: number,
  flatline: text,
  breakpoints: number,
  flagged: number,
  rule_hits: number,
  findings: z.array(z.string()),
  refused: z.array(z.string()),
  errors: z.array(z.string()),
});

const failureShape = z.strictObject({
  step: z.string(),
  archives: z.array(z.string()),
  error_type: z.string(),
  cause: z.string(),
});

/** A whole ledger. */
export const ledgerShape = {
  tags: z.array(tagShape),
  findings: z.array(
    z.strictObject({
      step: z.string(),
      archives: z.array(z.string()),
      text: z.array(z.string()),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  refusals: z.array(failureShape),
  errors: z.array(failureShape),
};
