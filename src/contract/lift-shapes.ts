import * as z from "zod/mini";

/** What a lift may be asked with. */
export const liftChoices = {
  metric: ["proportion", "mean", "ratio", "quantile"],
  method: ["welch", "normal", "newcombe", "miettinen_nurminen", "bootstrap", "bca", "permutation"],
  adjust: ["none", "cuped", "ancova", "lin"],
  hc: ["hc2", "hc3"],
  correction: ["none", "bonferroni", "holm", "hochberg", "bh", "by"],
  sequential: ["none", "always_valid", "group_sequential"],
} as const;

const number = z.number();
const maybe = z.optional(number);
const interval = { low: number, high: number };
const pValue = { p_value: z.nullable(number), p_value_reason: z.optional(z.string()) };
const byPair = z.strictObject({ control: number, treatment: number });

const effectShape = z.strictObject({
  estimate: number,
  se: z.nullable(number),
  se_reason: z.optional(z.string()),
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
  population: z.optional(z.strictObject({ se: number, ...interval })),
  r2: number,
  variance_kept: number,
  balance: z.strictObject({ difference: number, statistic: number, df: number, ...pValue }),
  n_without: byPair,
});

const proportionShape = z.strictObject({
  pooled_z: number,
  pooled_p_value: z.nullable(number),
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
const comparisonShape = z.strictObject({
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
const armShape = z.strictObject({
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
const unitsShape = z.strictObject({
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
const splitShape = z.strictObject({
  mismatch: z.boolean(),
  test: z.string(),
  chi_square: number,
  df: z.int(),
  ...pValue,
  alpha: number,
  despite_srm: z.boolean(),
});

const methodShape = z.strictObject({
  method: z.enum(liftChoices.method),
  adjust: z.enum(liftChoices.adjust),
  hc: z.optional(z.enum(liftChoices.hc)),
  covariate: z.optional(z.string()),
  stratum: z.optional(z.string()),
  alpha: number,
  sides: z.literal(2),
  replicates: z.optional(z.int()),
  seed: z.optional(z.int()),
  generator: z.optional(z.string()),
  sequential: z.enum(liftChoices.sequential),
});

const winsorisedShape = z.strictObject({
  cap: number,
  quantile: z.nullable(number),
  n_capped: z.record(z.string(), z.int()),
  share_capped: number,
});

const severalShape = z.strictObject({
  correction: z.enum(liftChoices.correction),
  n_comparisons: z.int(),
  interval_method: z.enum(["bonferroni", "fcr"]),
});

/** The evidence of analyze-lift: what records keep of a look, and what a readout is drafted from. */
export const liftShape = z.strictObject({
  origin: z.optional(z.string()),
  metric: z.strictObject({ type: z.enum(liftChoices.metric), outcome: z.string(), definition: z.string() }),
  method: methodShape,
  units: z.nullable(unitsShape),
  units_reason: z.optional(z.string()),
  arms: z.array(armShape),
  excluded_arms: z.array(z.strictObject({ arm: z.string(), n: z.int() })),
  srm: z.nullable(splitShape),
  srm_reason: z.optional(z.string()),
  winsorised: z.optional(winsorisedShape),
  comparisons: z.array(comparisonShape),
  multiplicity: z.optional(severalShape),
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  look: z.optional(z.strictObject({ experiment_id: z.string(), look: z.int(), repeated: z.boolean() })),
});
