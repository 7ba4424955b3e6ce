import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { planShape, readPlanText } from "../../src/contract/plan-shape.ts";
import { labelled, showDuration } from "../../src/contract/text.ts";
import { readPlanDocument } from "../../src/process/switchback/plan-document.ts";
import { planLines } from "../../src/process/switchback/plan-text.ts";
import { planFields, verifyPlan } from "../../src/process/switchback/verify.ts";

export default command({
  summary: "Verify a switchback plan: its digest, blocks against window, settings against seed.",
  args: ["plan"],
  input: z.strictObject({
    plan: field(z.string(), "File of 'switchback plan', or its JSON."),
    max_blocks: field(
      z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 200),
      "Most settings to list.",
    ),
  }),
  evidence: z.strictObject({
    plan: planShape,
    settings: z.array(z.enum(["A", "B"])),
    blocks_dropped: z.number(),
    checks: z.array(z.string()),
  }),
  examples: ["switchback verify liquet-demo/switchback/plan.json"],
  notes: ["A plan that fails a check is refused with ScheduleMismatch; details.check names the one that failed."],
  async run({ plan, max_blocks }, ctx) {
    const { text, label } = await readPlanText(plan, ctx);
    const verified = verifyPlan(readPlanDocument(text, label), label);
    const { settings, checks } = verified;
    const shown = max_blocks === "all" ? settings : settings.slice(0, max_blocks);
    return evidence({
      plan: planFields(verified),
      settings: shown,
      blocks_dropped: settings.length - shown.length,
      checks,
    });
  },
  text({ plan, settings, blocks_dropped, checks }) {
    const letters = settings.slice(0, LETTERS).join("");
    const cut = settings.length > LETTERS || blocks_dropped > 0;
    return [
      `switchback plan   verified   ${plan.blocks} blocks of ${showDuration(plan.block_s)}`,
      "",
      ...planLines(plan),
      labelled("settings", cut ? `${letters}...` : letters),
      labelled("checked", checks.join(", ")),
    ];
  },
});

/** Settings on one line of the text. */
const LETTERS = 64;
