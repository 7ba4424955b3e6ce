import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
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
  summary: "Close a recorded experiment for good; closing it again changes nothing.",
  args: ["experiment_id"],
  input: z.strictObject({
    experiment_id: experimentFields.experiment_id(),
    conclusion: experimentFields.text("What was decided, in a sentence."),
    confirm: field(z._default(z.boolean(), false), "Close it; without this nothing changes."),
    db: experimentFields.db(),
  }),
  evidence: z.strictObject({
    already_closed: z.boolean(),
    confirmed_by: z.optional(z.literal("the client's user, who was asked")),
    ...experimentShape,
    db: z.string(),
  }),
  examples: [
    "experiment create old-banner --arms control=0.5,treatment=0.5 --db records.db",
    "experiment close old-banner --conclusion 'no difference worth keeping' --confirm --db records.db",
  ],
  notes: [
    "Without --confirm an open experiment stays open: refusal NotConfirmed. Closing cannot be undone. An MCP client that can",
    "ask its user is made to ask, and what the user says counts, whatever the call states.",
  ],
  writes: true,
  destructive: true,
  async run({ experiment_id, conclusion, confirm, db }, ctx) {
    const now = recordedAt(ctx.now());
    const state = await ctx.records(db ?? null, "read", (records) => records.show(experiment_id));
    const open = state.experiment.status === "running";
    if (open) await requireConfirmation(experiment_id, state.looks.length, confirm, ctx);
    const asked = open && ctx.ask !== undefined;
    return ctx.records(db ?? null, "write", (records) => {
      const { experiment, already_closed } = records.close(experiment_id, conclusion ?? null, now);
      return evidence({
        already_closed,
        ...(asked && { confirmed_by: "the client's user, who was asked" as const }),
        ...experimentFieldsOf(experiment),
        db: records.db,
      });
    });
  },
  text: (f) => [
    `${f.experiment_id}   closed${f.already_closed ? " already, nothing changed" : ""}`,
    "",
    ...experimentText(f),
    ...labelledWide("records", f.db),
  ],
});

/** The person at the client decides, where there is one to ask; else the call's own `confirm`. Refuses NotConfirmed. */
async function requireConfirmation(id: string, looks: number, confirm: boolean, { ask }: Ctx): Promise<void> {
  if (ask === undefined) {
    if (!confirm) throw notConfirmed(id, looks, "closing is final, so repeat the call with --confirm", false);
    return;
  }
  const { action, content } = await ask("confirm", {
    message: `Close the experiment ${id} for good? ${plural(looks, "look")} recorded so far. This cannot be undone.`,
    fields: { confirm: { type: "boolean", title: "Close it", description: "No leaves it running." } },
    required: ["confirm"],
  });
  const said = action === "accept" ? (content.confirm === true ? "yes" : "no") : action;
  if (said !== "yes") throw notConfirmed(id, looks, `the user was asked and did not confirm (${said})`, said);
}

function notConfirmed(id: string, looks: number, why: string, observed: boolean | string) {
  return refusal("NotConfirmed", `${id}: still running, ${plural(looks, "look")} recorded; ${why}`, {
    check: "confirm",
    observed,
    required: true,
    remedy: observed === false ? "repeat the call with confirm" : "leave it open, or ask again when the user wants it",
    experiment_id: id,
    status: "running",
  });
}
