import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { recordedAt } from "../../src/contract/experiment-shapes.ts";
import { field, writingField } from "../../src/contract/field.ts";
import { liftChoices, liftShape } from "../../src/contract/lift-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { answerLift } from "../../src/experiment/lift-answer.ts";
import type { LiftCall } from "../../src/experiment/lift-call.ts";
import { type LiftFields, liftText } from "../../src/experiment/lift-text.ts";
import { asRecorded, checkLook, dataDigest, lookedAt, planWarnings } from "../../src/experiment/look.ts";
import { withOffer } from "../../src/experiment/offer.ts";

const number = z.number();
const share = () => number.check(z.gt(0), z.lt(1));
const column = (description: string) => field(z.optional(z.string()), description);
const numbersByArm = (description: string) => field(z.optional(z.record(z.string(), number)), description);
const valuesByArm = (description: string) => field(z.optional(z.record(z.string(), z.array(number))), description);

export default command({
  summary: "Estimate each arm's lift over the control: interval, test, and every check before.",
  args: ["units"],
  input: z.strictObject({
    units: column("CSV or parquet; - is stdin."),
    data_dir: column("Folder as of 'experiment demo'."),
    offer_id: column("Offer in data_dir."),
    unit: column("Column of what was randomised."),
    rows_are_units: field(z._default(z.boolean(), false), "Each row is a unit."),
    arm: field(z._default(z.string(), "arm"), "Column of the arm."),
    outcome: column("Column of the outcome."),
    denominator: column("Column of a ratio's denominator."),
    covariate: column("Column, for adjust."),
    covariate_table: column("File of covariate and stratum."),
    stratum: column("Column to weigh by."),
    exposed_at: column("Column of the exposure's time."),
    covariate_at: column("Column of the covariate's time."),
    where: field(z._default(z.record(z.string(), z.string()), {}), "Rows to keep: column=text."),
    per_unit: field(z.optional(z.enum(["sum", "mean", "last"])), "One value from a unit's rows."),
    max_leaked_share: field(
      z._default(number.check(z.gte(0), z.lte(1)), 0),
      "Most units in two arms to drop, as a share.",
    ),
    outcomes: valuesByArm("By arm, instead of a file."),
    covariates: valuesByArm("Beside outcomes."),
    denominators: valuesByArm("Beside outcomes."),
    n: numbersByArm("Units by arm."),
    successes: numbersByArm("By arm: control=178,treatment=261."),
    means: numbersByArm("Means by arm."),
    sds: numbersByArm("Their standard deviations."),
    control: field(z._default(z.string(), "control"), "The control arm."),
    arms: field(z.optional(z.array(z.string())), "Arms to compare. Default: all."),
    metric: field(z.optional(z.enum(liftChoices.metric)), "What the outcome is; checked."),
    quantile: field(z.optional(share()), "Which quantile."),
    method: field(z.optional(z.enum(liftChoices.method)), "Default: welch; normal for a quantile."),
    adjust: field(z._default(z.enum(liftChoices.adjust), "none"), "Use of the covariate."),
    hc: field(z._default(z.enum(liftChoices.hc), "hc3"), "Variance, for ancova and lin."),
    alpha: field(z._default(share(), 0.05), "Two-sided level."),
    scale: field(z._default(z.enum(["both", "absolute", "relative"]), "both"), "Which lift is needed."),
    cap: field(z.optional(number), "Winsorise above this."),
    cap_quantile: field(z.optional(share()), "Winsorise above this quantile."),
    correction: field(z._default(z.enum(liftChoices.correction), "holm"), "For several arms."),
    replicates: field(z._default(z.int().check(z.gte(100), z.lte(1_000_000)), 5000), "Of a bootstrap or permutation."),
    seed: field(z._default(z.int().check(z.nonnegative()), 1), "Seed of PCG64."),
    weights: numbersByArm("Intended split; checked first."),
    despite_srm: field(z._default(z.boolean(), false), "Lift despite a mismatch."),
    sequential: field(z._default(z.enum(liftChoices.sequential), "none"), "For more than one look."),
    tuned_units: field(z._default(z.int().check(z.gte(1)), 5000), "Where always_valid is narrowest."),
    tau: field(z.optional(number.check(z.gt(0))), "Its prior sd, instead."),
    information: field(z.optional(z.array(number)), "Fraction at each look, this one last."),
    spending: field(z._default(z.enum(["obrien_fleming", "pocock", "power"]), "obrien_fleming"), "Alpha spending."),
    spending_phi: field(z._default(number.check(z.gt(0)), 2), "Of power spending."),
    bayes: field(z._default(z.enum(["none", "absolute", "relative"]), "none"), "Posterior, on this scale."),
    prior_mean: field(z._default(number, 0), "Mean of the normal prior."),
    prior_sd: field(z.optional(number.check(z.gt(0))), "Its standard deviation. Default: flat."),
    record_look: writingField(z.optional(z.string()), "Experiment whose record counts this look."),
    db: writingField(z.optional(z.string()), "File of that record. Default: LIQUET_DB, else the user's data folder."),
  }),
  evidence: liftShape,
  examples: [
    "experiment analyze-lift --n control=2016,treatment=1984 --successes control=178,treatment=261 --weights control=0.5,treatment=0.5",
    "experiment analyze-lift --n control=120,treatment=118 --means control=9.1,treatment=10.4 --sds control=3.9,treatment=4.2 --bayes absolute --prior-sd 2",
  ],
  notes: [
    "A file and --outcomes need --metric; successes make a proportion, means a mean.",
    "--weights are checked by chi-square at 0.001 before any lift is computed; with --record-look those of the record.",
    "Units in two arms are refused above --max-leaked-share and left out below; --per-unit last is by file order.",
    "--exposed-at and --covariate-at let a covariate from after the exposure be refused.",
    "The relative interval is Fieller's, which leaves out 0 exactly when the absolute one does; the delta method's is beside it.",
    "Lin's lift is about the units at hand; covariate.population is its interval for the population they stand for.",
    "With --sequential the intervals and p-values shown are those that hold for every look.",
    "There is no Holm interval: under a family-wise correction the simultaneous intervals are Bonferroni's, under bh and by FCR's.",
  ],
  async run({ record_look, db, ...stated }, ctx) {
    const { call, origin } = await withOffer(stated, (path) => ctx.readText(path));
    const answer = async (settled: LiftCall): Promise<LiftFields> => {
      const fields = await answerLift(settled, (ref, columns) => ctx.table(ref, columns), ctx);
      return { ...(origin === null ? {} : { origin }), ...fields };
    };
    if (record_look === undefined) return evidence(await answer(call));
    const plan = await ctx.records(db ?? null, "read", (records) => records.show(record_look).experiment);
    const fields = await answer(asRecorded(call, plan));
    const result = { ...fields, warnings: [...fields.warnings, ...planWarnings(call, plan)] };
    return evidence({ ...result, look: await recordLook(record_look, db ?? null, call, result, ctx) });
  },
  text: (f) => liftText(f as LiftFields),
});

/** Counts the look, unless the experiment was looked at too often for the question. */
async function recordLook(id: string, db: string | null, call: LiftCall, result: LiftFields, ctx: Ctx) {
  const digest = dataDigest(ctx.provenance(), call);
  const outcome = lookedAt(call, result.metric.outcome);
  const taken = { outcome, data_sha256: digest, result: { ...result } };
  return ctx.records(db, "write", (records) => {
    const { look, repeated } = records.recordLook(id, taken, recordedAt(ctx.now()), (experiment, digests) =>
      checkLook(call, { ...experiment, digests }, digest),
    );
    return { experiment_id: id, look, repeated };
  });
}
