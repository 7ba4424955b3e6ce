import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import {
  experimentFields,
  experimentFieldsOf,
  experimentShape,
  experimentText,
  labelledWide,
  recordedAt,
} from "../../src/contract/experiment-shapes.ts";
import { field } from "../../src/contract/field.ts";
import { evidence, refusal } from "../../src/contract/outcome.ts";
import { plural } from "../../src/contract/text.ts";

export default command({
  summary: "Close a recorded experiment for good; closing a closed one finds it closed and changes nothing.",
  args: ["experiment_id"],
  input: z.strictObject({
    experiment_id: experimentFields.experiment_id(),
    conclusion: experimentFields.text("What was decided, in a sentence."),
    confirm: field(z._default(z.boolean(), false), "Close it; without this nothing changes."),
    db: experimentFields.db(),
  }),
  evidence: z.strictObject({ already_closed: z.boolean(), ...experimentShape, db: z.string() }),
  examples: [
    "experiment create old-banner --arms control=0.5,treatment=0.5 --db records.db",
    "experiment close old-banner --conclusion 'no difference worth keeping' --confirm --db records.db",
  ],
  notes: ["Without --confirm an open experiment stays open: refusal NotConfirmed. Closing cannot be undone."],
  writes: true,
  destructive: true,
  async run({ experiment_id, conclusion, confirm, db }, ctx) {
    const now = recordedAt(ctx.now());
    const state = await ctx.records(db ?? null, "read", (records) => records.show(experiment_id));
    if (!confirm && state.experiment.status === "running") throw stillOpen(experiment_id, state.looks.length);
    return ctx.records(db ?? null, "write", (records) => {
      const { experiment, already_closed } = records.close(experiment_id, conclusion ?? null, now);
      return evidence({ already_closed, ...experimentFieldsOf(experiment), db: records.db });
    });
  },
  text: (f) => [
    `${f.experiment_id}   closed${f.already_closed ? " already, nothing changed" : ""}`,
    "",
    ...experimentText(f),
    ...labelledWide("records", f.db),
  ],
});

function stillOpen(id: string, looks: number) {
  return refusal(
    "NotConfirmed",
    `${id}: still running, ${plural(looks, "look")} recorded; closing is final, so repeat the call with --confirm`,
    {
      check: "confirm",
      observed: false,
      required: true,
      remedy: "repeat the call with confirm",
      experiment_id: id,
      status: "running",
    },
  );
}
