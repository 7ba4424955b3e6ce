import * as z from "zod/mini";
import type { Ctx } from "./context.ts";
import { orReasonShape, windowShape } from "./shapes.ts";

/** What the switchback commands say of a verified plan. */
export const planShape = z.strictObject({
  digest: z.string(),
  verified: z.literal(true),
  format: z.enum(["liquet-switchback-plan", "tsdive-switchback-plan"]),
  seed: z.number(),
  generator: z.literal("PCG64"),
  blocks: z.number(),
  block_s: z.number(),
  washout_s: z.number(),
  schedule: windowShape,
  ...orReasonShape("assignments", z.number()),
  log10_assignments: z.number(),
  reference: z.enum(["enumerated", "sampled"]),
  reference_size: z.number(),
  smallest_p: z.number(),
});

/** A plan's text and what to call it: the field holds a path, or the JSON itself (an answer that nobody saved). */
export async function readPlanText(plan: string, ctx: Ctx): Promise<{ text: string; label: string }> {
  if (plan.trimStart().startsWith("{")) return { text: plan, label: "plan" };
  return { text: await ctx.readText(plan), label: plan };
}
