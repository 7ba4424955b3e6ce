import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { experimentFields, recordedAt } from "../../src/contract/experiment-shapes.ts";
import { field, writingField } from "../../src/contract/field.ts";
import { liftChoices, liftShape } from "../../src/contract/lift-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { answerLift } from "../../src/experiment/lift-answer.ts";
import type { LiftCall } from "../../src/experiment/lift-call.ts";
import { type LiftFields, liftText } from "../../src/experiment/lift-text.ts";
import { checkLook, dataDigest } from "../../src/experiment/look.ts";
import { withOffer } from "../../src/experiment/offer.ts";

const number = z.number();
const share = () => number.check(z.gt(0), z.lt(1));
const column = (description: string) => field(z.optional(z.string()), description);
const numbersByArm = (description: string) => field(z.optional(z.record(z.string(), number)), description);
const valuesByArm = (description: string) => field(z.optional(z.record(z.string(), z.array(number))), description);

export default command({
  summary: "Estimate the lift of each arm over the control, with interval, test and every check that comes before.",
  args: ["units"],
  input: z.strictObject({
    units: column("CSV or parquet file of units; - reads a CSV from stdin."),
    data_dir: column("Folder with exposures.csv, customers.csv and metadata.json, as 'experiment demo' writes it."),
    offer_id: column("Offer of data_dir to analyse."),
    unit: column("Column of the unit of randomisation."),
    rows_are_units: field(z._default(z.boolean(), false), "Each row is a unit of its own."),
    arm: field(z._default(z.string(), "arm"), "Column of the arm."),
    outcome: column("Column of the outcome (of a ratio: the numerator)."),
    denominator: column("Column of a ratio's denominator."),
    covariate: column("Column measured before exposure, for adjust."),
    covariate_table: column("File with covariate and stratum, one row a unit, joined by unit."),
    stratum: column("Column to post-stratify by."),
    exposed_at: column("Column of the time of exposure."),
    covariate_at: column("Column of the covariate's time."),
    where: field(z._default(z.record(z.string(), z.string()), {}), "Rows to keep: column=text."),
    per_unit: field(
      z.optional(z.enum(["sum", "mean", "last"])),
      "How a unit's rows become one value; last is by file order.",
    ),
    max_leaked_share: field(
      z._default(number.check(z.gte(0), z.lte(1)), 0),
      "Largest share of units in two arms to leave out; more is refused.",
    ),
    outcomes: valuesByArm("Outcomes of each arm instead of a file."),
    covariates: valuesByArm("Their covariates, in the same order."),
    denominators: valuesByArm("Their denominators."),
    n: numbersByArm("Units of each arm, with successes or means."),
    successes: numbersByArm("Successes of each arm: control=178,treatment=261."),
    means: numbersByArm("Mean of each arm."),
    sds: numbersByArm("Standard deviation of each arm, divisor n - 1."),
    control: field(z._default(z.string(), "control"), "The control arm."),
    arms: field(z.optional(z.array(z.string())), "Arms to analyse beside the control. Default: all."),
    metric: field(z.optional(z.enum(liftChoices.metric)), "What the outcome is; checked against the data."),
    quantile: field(z.optional(share()), "Which quantile, 0 to 1."),
    method: field(z.optional(z.enum(liftChoices.method)), "Interval and test. Default: welch; normal for a quantile."),
    adjust: field(z._default(z.enum(liftChoices.adjust), "none"), "Variance reduction by the covariate."),
    hc: field(z._default(z.enum(liftChoices.hc), "hc3"), "Sandwich variance of ancova and lin."),
    alpha: field(z._default(share(), 0.05), "Two-sided level."),
    scale: field(
      z._default(z.enum(["both", "absolute", "relative"]), "both"),
      "Lift to report; relative refuses where the control is near 0.",
    ),
    cap: field(z.optional(number), "Winsorise outcomes above this value."),
    cap_quantile: field(z.optional(share()), "Winsorise at this quantile of all units together."),
    correction: field(z._default(z.enum(liftChoices.correction), "holm"), "For several comparisons."),
    replicates: field(z._default(z.int().check(z.gte(100), z.lte(1_000_000)), 5000), "Resamples or relabellings."),
    seed: field(z._default(z.int().check(z.nonnegative()), 1), "Seed of PCG64."),
    weights: numbersByArm("Intended weight of each arm; the split is then checked first."),
    srm_alpha: field(z._default(share(), 0.001), "Level of that check."),
    despite_srm: field(z._default(z.boolean(), false), "Show a lift despite a sample ratio mismatch."),
    sequential: field(
      z._default(z.enum(liftChoices.sequential), "none"),
      "For data that are looked at more than once.",
    ),
    tuned_units: field(z._default(z.int().check(z.gte(1)), 5000), "Units at which always_valid is narrowest."),
    tau: field(z.optional(number.check(z.gt(0))), "Its prior sd of the effect, instead of tuned_units."),
    information: field(
      z.optional(z.array(number)),
      "Fractions of the planned information at each look, this one last.",
    ),
    spending: field(z._default(z.enum(["obrien_fleming", "pocock", "power"]), "obrien_fleming"), "Alpha spending."),
    spending_phi: field(z._default(number.check(z.gt(0)), 2), "Exponent of power spending."),
    bayes: field(z._default(z.enum(["none", "absolute", "relative"]), "none"), "Add a posterior on this scale."),
    prior_mean: field(z._default(number, 0), "Mean of its normal prior."),
    prior_sd: field(z.optional(number.check(z.gt(0))), "Its standard deviation. Default: flat."),
    record_look: writingField(z.optional(z.string()), "Experiment whose record counts this look."),
    db: experimentFields.db(),
  }),
  evidence: liftShape,
  examples: [
    "experiment analyze-lift --n control=2016,treatment=1984 --successes control=178,treatment=261 --weights control=0.5,treatment=0.5",
    "experiment analyze-lift --n control=120,treatment=118 --means control=9.1,treatment=10.4 --sds control=3.9,treatment=4.2 --bayes absolute --prior-sd 2",
  ],
  notes: [
    "The relative interval is Fieller's, which leaves out 0 exactly when the absolute one does; the delta method's is beside it.",
    "Lin's lift is about the units at hand; covariate.population is its interval for the population they stand for.",
    "With --sequential the intervals and p-values shown are those that hold for every look.",
    "There is no Holm interval: under a family-wise correction the simultaneous intervals are Bonferroni's, under bh and by FCR's.",
  ],
  async run({ record_look, db, ...stated }, ctx) {
    const { call, origin } = await withOffer(stated, (path) => ctx.readText(path));
    const fields = await answerLift(call, (ref, columns) => ctx.table(ref, columns), ctx);
    const named = { ...(origin === null ? {} : { origin }), ...fields };
    if (record_look === undefined) return evidence(named);
    return evidence({ ...named, look: await recordLook(record_look, db ?? null, call, named, ctx) });
  },
  text: (f) => liftText(f as LiftFields),
});

/** Counts the look, unless the experiment was looked at too often for the question. */
async function recordLook(id: string, db: string | null, call: LiftCall, result: LiftFields, ctx: Ctx) {
  const digest = dataDigest(ctx.provenance(), call);
  const { outcome } = result.metric;
  return ctx.records(db, "write", (records) => {
    const { experiment, looks } = records.show(id);
    const digests = looks.filter((look) => look.outcome === outcome).map(({ data_sha256 }) => data_sha256);
    checkLook(call, { ...experiment, digests }, digest);
    const { look, repeated } = records.recordLook(
      id,
      { outcome, data_sha256: digest, result: { ...result } },
      recordedAt(ctx.now()),
    );
    return { experiment_id: id, look, repeated };
  });
}
