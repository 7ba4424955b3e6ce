import * as z from "zod/mini";
import { orReasonShape } from "./shapes.ts";

/** Shapes that the charts (screen, spc, mspc) share; the values come from src/process/control. */

const count = z.int();
const number = z.number();

/** A univariate baseline. */
export const baselineShape = z.strictObject({
  start: z.string(),
  end: z.string(),
  duration_s: number,
  n_good: count,
  n_samples: count,
  ...orReasonShape("censored", z.boolean()),
  range_known: z.boolean(),
  n_clipped: count,
  clip_tolerance: number,
});

/** A baseline held against its own limits. */
export const baselineCheckShape = z.strictObject({
  n: count,
  n_outside: count,
  share_outside: number,
  nominal_share: number,
  ...orReasonShape("lag1_autocorrelation", number),
  ...orReasonShape("effective_n", number),
  far_from_nominal: z.boolean(),
  concerns: z.array(z.enum(["more_outside_than_nominal", "fewer_outside_than_nominal", "autocorrelated"])),
});

/** A run of flagged samples. */
export const runShape = z.strictObject({ start: z.string(), end: z.string(), n: count });
