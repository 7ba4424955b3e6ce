import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  experimentFields,
  experimentFieldsOf,
  experimentShape,
  experimentText,
  labelledWide,
  recordedAt,
  saltWarnings,
} from "../../src/contract/experiment-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { allocate } from "../../src/experiment/allocation.ts";

export default command({
  summary: "Record an experiment before it starts: arms, salt, metric, and planned looks.",
  args: ["experiment_id"],
  input: z.strictObject({
    experiment_id: experimentFields.experiment_id(),
    arms: experimentFields.weights("By arm: control=0.5,treatment=0.5."),
    salt: experimentFields.text("Text hashed before each unit id. Default: the experiment's id."),
    hypothesis: experimentFields.text("What is expected to change, and which way."),
    metric: experimentFields.text("The outcome that decides."),
    population: experimentFields.text("Who can be in it."),
    audience: experimentFields.text("Who reads the result."),
    alpha: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.05), "Type-I error of the deciding test."),
    plan: field(
      z._default(z.enum(["fixed", "group_sequential", "always_valid"]), "fixed"),
      "How it will be looked at: once, at planned looks, or at any time.",
    ),
    planned_looks: field(
      z.optional(z.int().check(z.gte(2), z.lte(100))),
      "Looks of a group-sequential plan, the last included.",
    ),
    planned_units: field(z.optional(z.int().check(z.gte(2))), "Units in all arms at the end."),
    db: experimentFields.db(),
  }),
  evidence: z.strictObject({
    created: z.boolean(),
    ...experimentShape,
    salt_shared_with: z.array(z.string()),
    warnings: z.array(z.string()),
    db: z.string(),
  }),
  examples: ["experiment create checkout-button --arms control=0.5,treatment=0.5 --metric purchase --db records.db"],
  notes: ["The same call again finds the record and changes nothing; another definition under the same id is refused."],
  writes: true,
  async run({ db, ...stated }, ctx) {
    const { experiment_id, arms, plan, planned_looks = null } = stated;
    // Checks names and weights as an assignment would.
    allocate(arms, "arms");
    if ((plan === "group_sequential") !== (planned_looks !== null)) {
      throw new BadCall("planned_looks: goes with --plan group_sequential, and only with it");
    }
    const definition = {
      ...stated,
      salt: stated.salt ?? experiment_id,
      hypothesis: stated.hypothesis ?? null,
      metric: stated.metric ?? null,
      population: stated.population ?? null,
      audience: stated.audience ?? null,
      planned_looks,
      planned_units: stated.planned_units ?? null,
    };
    const now = recordedAt(ctx.now());
    return ctx.records(db ?? null, "write", (records) => {
      const { experiment, created, salt_shared_with } = records.create(definition, now);
      return evidence({
        created,
        ...experimentFieldsOf(experiment),
        salt_shared_with,
        warnings: saltWarnings(experiment_id, experiment.salt, salt_shared_with),
        db: records.db,
      });
    });
  },
  text: (f) => [
    `${f.experiment_id}   ${f.status}   ${f.created ? "created" : "recorded already, nothing changed"}`,
    "",
    ...experimentText(f),
    ...f.warnings.flatMap((warning) => labelledWide("warning", warning)),
    ...labelledWide("records", f.db),
  ],
});
