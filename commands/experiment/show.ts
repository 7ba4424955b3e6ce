import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  experimentFields,
  experimentFieldsOf,
  experimentShape,
  experimentText,
  labelledWide,
  saltWarnings,
} from "../../src/contract/experiment-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { plural, section } from "../../src/contract/text.ts";

export default command({
  summary: "Show a recorded experiment: its definition, every look, and what the last looks found.",
  args: ["experiment_id"],
  input: z.strictObject({
    experiment_id: experimentFields.experiment_id(),
    results: field(z._default(z.enum(["last", "all", "none"]), "last"), "Which looks come with full results."),
    db: experimentFields.db(),
  }),
  evidence: z.strictObject({
    ...experimentShape,
    looks: z.array(
      z.strictObject({
        outcome: z.string(),
        look: z.int(),
        recorded_at: z.string(),
        data_sha256: z.string(),
        result: z.nullable(z.record(z.string(), z.unknown())),
      }),
    ),
    salt_shared_with: z.array(z.string()),
    warnings: z.array(z.string()),
    db: z.string(),
  }),
  examples: [
    "experiment create checkout-button --arms control=0.5,treatment=0.5 --metric purchase --db records.db",
    "experiment show checkout-button --db records.db",
  ],
  volatile: true,
  async run({ experiment_id, results, db }, ctx) {
    return ctx.records(db ?? null, "read", (records) => {
      const { experiment, looks, salt_shared_with } = records.show(experiment_id);
      const last = new Map(looks.map(({ outcome, look }) => [outcome, look]));
      const wanted = (outcome: string, look: number) =>
        results === "all" || (results === "last" && last.get(outcome) === look);
      return evidence({
        ...experimentFieldsOf(experiment),
        looks: looks.map((look) => ({ ...look, result: wanted(look.outcome, look.look) ? look.result : null })),
        salt_shared_with,
        warnings: [...saltWarnings(experiment_id, experiment.salt, salt_shared_with), ...peeking(experiment, last)],
        db: records.db,
      });
    });
  },
  text: (f) => [
    `${f.experiment_id}   ${f.status}   ${plural(f.looks.length, "look")}`,
    "",
    ...experimentText(f),
    ...f.warnings.flatMap((warning) => labelledWide("warning", warning)),
    ...labelledWide("records", f.db),
    ...section(
      "Looks",
      f.looks.map(
        (l) => `${String(l.look).padStart(3)}  ${l.recorded_at}  ${l.outcome}   data ${l.data_sha256.slice(0, 12)}`,
      ),
    ),
  ],
});

/** Looks that the plan did not allow for: their p-values are not what they say. */
function peeking(plan: { plan: string; planned_looks: number | null }, looks: Map<string, number>): string[] {
  const allowed =
    plan.plan === "fixed" ? 1 : plan.plan === "always_valid" ? Number.POSITIVE_INFINITY : (plan.planned_looks ?? 1);
  return [...looks]
    .filter(([, n]) => n > allowed)
    .map(
      ([outcome, n]) =>
        `${outcome}: ${plural(n, "look")}, and the plan is ${plural(allowed, "look")}; a fixed-sample p-value no longer holds`,
    );
}
