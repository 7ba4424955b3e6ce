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
  summary: "Find the units per arm, the smallest detectable effect, or the power of an experiment.",
  args: [],
  input: z.strictObject({
    metric: field(
      z.enum(["proportion", "mean", "ratio"]),
      "What a unit yields: yes or no, a number, or a numerator and a denominator.",
    ),
    baseline: field(z.optional(number()), "The control's proportion, mean or ratio."),
    mde: field(
      z.optional(number()),
      "Size of the smallest effect worth finding; with --margin the change expected (default 0, negative is worse).",
    ),
    mde_kind: field(
      z._default(z.enum(["absolute", "relative"]), "absolute"),
      "What mde means: 0.02 on 0.1 is 0.2 relative.",
    ),
    direction: field(z._default(z.enum(["increase", "decrease"]), "increase"), "Which way the effect goes."),
    n: field(z.optional(units()), "Units per arm, when the arms are equal."),
    n_total: field(z.optional(units()), "Units in all arms."),
    solve: field(
      z.optional(z.enum(["n", "mde", "power"])),
      "What to find. Default: whichever of n and mde is not stated.",
    ),
    alpha: field(z._default(inner(), 0.05), "Type-I error, of all tails and comparisons."),
    power: field(z._default(inner(), 0.8), "Chance of finding the effect that is wanted."),
    alternative: field(z.optional(z.enum(["two_sided", "one_sided"])), "Default two-sided; one-sided with --margin."),
    method: field(
      z.optional(z.enum(["score", "wald", "arcsine", "exact"])),
      "Formula for proportions (default score: pooled variance under the null, unpooled else).",
    ),
    sigma: field(z.optional(positive()), "Standard deviation of a unit's value, the same in all arms."),
    sigma_estimated: field(z._default(z.boolean(), false), "Plan for the t-test instead of taking sigma as known."),
    numerator_sd: field(z.optional(positive()), "Ratio: standard deviation of a unit's numerator."),
    denominator_mean: field(z.optional(positive()), "Ratio: mean of a unit's denominator."),
    denominator_sd: field(z.optional(number().check(z.gte(0))), "Ratio: standard deviation of a unit's denominator."),
    correlation: field(
      z.optional(number().check(z.gte(-1), z.lte(1))),
      "Ratio: correlation of numerator and denominator.",
    ),
    tested_lift: field(
      z._default(z.enum(["absolute", "relative"]), "absolute"),
      "Which lift will be tested; the relative one has less power.",
    ),
    arms: field(
      z.optional(z.int().check(z.gte(2), z.lte(50))),
      "Number of equal arms, the control included. Default 2.",
    ),
    allocation: field(
      z.optional(z.record(z.string(), number())),
      "Share of each arm by name: control=0.8,treatment=0.2.",
    ),
    control: field(z.optional(z.string()), "Which arm of the allocation is the control. Default: control."),
    correction: field(z.optional(z.enum(["none", "bonferroni", "holm"])), "For several treatments (default holm)."),
    covariate_r2: field(
      z._default(number().check(z.gte(0), z.lt(1)), 0),
      "Share of variance that a covariate from before explains (CUPED).",
    ),
    icc: field(z.optional(number().check(z.gte(0), z.lte(1))), "Intraclass correlation, when clusters are randomised."),
    cluster_size: field(z.optional(z.int().check(z.gte(1))), "Units per cluster."),
    margin: field(z.optional(positive()), "Non-inferiority: how much worse the treatment may be."),
    sequential: field(
      z._default(z.enum(["none", "group_sequential", "always_valid"]), "none"),
      "Allowance for looking early: planned looks, or looks at any time.",
    ),
    looks: field(
      z.optional(z.int().check(z.gte(2), z.lte(50))),
      "Planned looks, evenly spaced, the last included. Default 5.",
    ),
    spending: field(
      z.optional(z.enum(["obrien_fleming", "pocock", "power"])),
      "Alpha spending. Default obrien_fleming.",
    ),
    spending_phi: field(z._default(positive(), 2), "Exponent of power spending."),
    tuned_units: field(z._default(positive(), 5000), "Units in all at which always_valid is narrowest."),
    cumulative_units: field(
      z._default(z.array(positive()), []),
      "Distinct units seen by the end of period 1, 2, …: answers how many periods are needed.",
    ),
  }),
  evidence: powerShape,
  examples: [
    "experiment power-calc --metric proportion --baseline 0.1 --mde 0.02",
    "experiment power-calc --metric mean --sigma 5.6 --n 2000 --covariate-r2 0.7",
    "experiment power-calc --metric mean --sigma 1 --mde 0.2 --allocation control=2,a=1,b=1 --sequential group_sequential",
  ],
  notes: [
    "State raw effects and standard deviations, never a bare effect size; the answer shows the standardised effect.",
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
