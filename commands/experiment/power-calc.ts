import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { powerShape, powerText } from "../../src/contract/power-shapes.ts";
import { powerAnswer } from "../../src/experiment/power/answer.ts";

const number = () => z.number();
const positive = () => number().check(z.gt(0));
const inner = () => number().check(z.gt(0), z.lt(1));
const units = () => z.int().check(z.gte(2));

export default command({
  summary: "Find an experiment's units per arm, smallest detectable effect, or power.",
  args: [],
  input: z.strictObject({
    metric: field(z.enum(["proportion", "mean", "ratio"]), "What a unit yields."),
    baseline: field(z.optional(number()), "The control's proportion, mean or ratio."),
    mde: field(z.optional(number()), "Smallest effect worth finding; with margin, expected."),
    mde_kind: field(z._default(z.enum(["absolute", "relative"]), "absolute"), "0.02 on 0.1 is 0.2 relative."),
    direction: field(z._default(z.enum(["increase", "decrease"]), "increase"), "Which way the effect goes."),
    n: field(z.optional(units()), "Units per arm, of equal arms."),
    n_total: field(z.optional(units()), "Units in all arms."),
    solve: field(z.optional(z.enum(["n", "mde", "power"])), "What to find. Default: n, or mde when n is stated."),
    alpha: field(z._default(inner(), 0.05), "Type-I error over all tails and comparisons."),
    power: field(z._default(inner(), 0.8), "Wanted chance to find the effect."),
    alternative: field(z.optional(z.enum(["two_sided", "one_sided"])), "Default two-sided; one-sided with --margin."),
    method: field(z.optional(z.enum(["score", "wald", "arcsine", "exact"])), "For proportions. Default: score."),
    sigma: field(z.optional(positive()), "Standard deviation of a unit's value."),
    sigma_estimated: field(z._default(z.boolean(), false), "Plan for the t-test: sigma is not known."),
    numerator_sd: field(z.optional(positive()), "Ratio: sd of the numerator."),
    denominator_mean: field(z.optional(positive()), "Ratio: mean of the denominator."),
    denominator_sd: field(z.optional(number().check(z.gte(0))), "Ratio: sd of the denominator."),
    correlation: field(z.optional(number().check(z.gte(-1), z.lte(1))), "Ratio: correlation of the two."),
    tested_lift: field(z._default(z.enum(["absolute", "relative"]), "absolute"), "Which lift will be tested."),
    arms: field(z.optional(z.int().check(z.gte(2), z.lte(50))), "Equal arms with the control. Default 2."),
    allocation: field(z.optional(z.record(z.string(), number())), "By arm: control=0.8,treatment=0.2."),
    control: field(z.optional(z.string()), "The control arm. Default: control."),
    correction: field(z.optional(z.enum(["none", "bonferroni", "holm"])), "For several treatments (default holm)."),
    covariate_r2: field(z._default(number().check(z.gte(0), z.lt(1)), 0), "Variance that a covariate explains."),
    icc: field(z.optional(number().check(z.gte(0), z.lte(1))), "Intraclass correlation of clusters."),
    cluster_size: field(z.optional(z.int().check(z.gte(1))), "Units per cluster."),
    margin: field(z.optional(positive()), "Non-inferiority margin."),
    sequential: field(
      z._default(z.enum(["none", "group_sequential", "always_valid"]), "none"),
      "Allowance for looking early.",
    ),
    looks: field(z.optional(z.int().check(z.gte(2), z.lte(50))), "Evenly spaced looks with the last. Default 5."),
    spending: field(
      z.optional(z.enum(["obrien_fleming", "pocock", "power"])),
      "Alpha spending. Default obrien_fleming.",
    ),
    spending_phi: field(z._default(positive(), 2), "Exponent of power spending."),
    tuned_units: field(z._default(positive(), 5000), "Where always_valid is narrowest."),
    cumulative_units: field(z._default(z.array(positive()), []), "Units by each period's end."),
  }),
  evidence: powerShape,
  examples: [
    "experiment power-calc --metric proportion --baseline 0.1 --mde 0.02",
    "experiment power-calc --metric mean --sigma 5.6 --n 2000 --covariate-r2 0.7",
    "experiment power-calc --metric mean --sigma 1 --mde 0.2 --allocation control=2,a=1,b=1 --sequential group_sequential",
  ],
  notes: [
    "State raw effects and standard deviations, never a bare effect size; the answer shows the standardised effect.",
    "score pools the variance under the null and not under the alternative, as R's power.prop.test does.",
    "With --margin, mde is the change expected (default 0, negative is worse) and the test is one-sided.",
    "With --cumulative-units the answer says by the end of which period enough distinct units have been seen.",
  ],
  async run(input) {
    const falls = input.cumulative_units.findIndex((value, i, all) => i > 0 && value < all[i - 1]);
    if (falls > 0)
      throw new BadCall(
        `cumulative_units: ${input.cumulative_units[falls]} is below the period before; state running totals`,
      );
    return evidence(powerAnswer(input) as z.output<typeof powerShape>);
  },
  text: powerText,
});
