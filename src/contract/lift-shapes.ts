import * as z from "zod/mini";

const number = z.number();
const maybe = z.optional(number);
const interval = { low: number, high: number };
const pValue = { p_value: z.nullable(number), p_value_reason: z.optional(z.string()) };
const byPair = z.strictObject({ control: number, treatment: number });

const effectShape = z.strictObject({
  estimate: number,
  se: number,
  ...interval,
  interval_method: z.string(),
  test: z.string(),
  statistic: maybe,
  df: maybe,
  n_assignments: z.optional(z.int()),
  ...pValue,
});

const relativeShape = z.strictObject({
  estimate: number,
  se: number,
  ...interval,
  interval_method: z.string(),
  p_value: z.optional(z.nullable(number)),
  p_value_reason: z.optional(z.string()),
  delta: z.optional(z.strictObject({ ...interval, ...pValue })),
  fieller_g: number,
});

const covariateShape = z.strictObject({
  theta_within: number,
  theta_all_units: number,
  all_units: z.optional(z.strictObject({ estimate: number, se: number })),
  slope: z.optional(byPair),
  r2: number,
  variance_kept: number,
  balance: z.strictObject({ difference: number, statistic: number, df: number, ...pValue }),
  n_without: byPair,
});

const proportionShape = z.strictObject({
  pooled_z: maybe,
  pooled_p_value: z.optional(z.nullable(number)),
  pooled_p_value_reason: z.optional(z.string()),
  newcombe: z.strictObject(interval),
  miettinen_nurminen: z.strictObject(interval),
  smallest_cell: z.int(),
});

const bayesShape = z.strictObject({
  scale: z.enum(["absolute", "relative"]),
  prior_mean: number,
  prior_sd: z.nullable(number),
  mean: number,
  sd: number,
  ...interval,
  chance_to_win: number,
  risk: byPair,
});

const multiplicityShape = z.strictObject({
  p_adjusted: z.nullable(number),
  p_adjusted_reason: z.optional(z.string()),
  level: z.nullable(number),
  level_reason: z.optional(z.string()),
  low: z.nullable(number),
  high: z.nullable(number),
});

/** One treatment arm against the control. */
export const comparisonShape = z.strictObject({
  arm: z.string(),
  control: z.string(),
  absolute: effectShape,
  relative: z.nullable(relativeShape),
  relative_reason: z.optional(z.string()),
  unadjusted: z.optional(z.strictObject({ estimate: number, se: number, ...interval, ...pValue })),
  covariate: z.optional(covariateShape),
  proportion: z.optional(proportionShape),
  sequential: z.optional(z.record(z.string(), z.union([number, z.string(), z.boolean()]))),
  bayes: z.optional(bayesShape),
  multiplicity: z.optional(multiplicityShape),
});

/** One arm of an answer. */
export const armShape = z.strictObject({
  arm: z.string(),
  n: z.int(),
  n_missing: z.int(),
  value: number,
  mean: maybe,
  successes: z.optional(z.int()),
  numerator: maybe,
  denominator: maybe,
  variance: maybe,
});

/** What the rows of a table came to. */
export const unitsShape = z.strictObject({
  source: z.string(),
  unit: z.nullable(z.string()),
  n_rows: z.int(),
  n_rows_where: z.int(),
  rows_without_unit: z.int(),
  rows_without_arm: z.int(),
  n_units: z.int(),
  n_repeated_units: z.int(),
  max_rows_per_unit: z.int(),
  per_unit: z.nullable(z.string()),
  n_units_in_two_arms: z.int(),
});

/** The sample ratio check that went before. */
export const splitShape = z.strictObject({
  mismatch: z.boolean(),
  test: z.string(),
  chi_square: number,
  df: z.int(),
  ...pValue,
  alpha: number,
  despite_srm: z.boolean(),
});
