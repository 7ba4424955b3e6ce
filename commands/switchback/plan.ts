import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { field, writingField } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { orReasonShape } from "../../src/contract/shapes.ts";
import { parseDuration, parseWindow } from "../../src/contract/window.ts";
import type { Design } from "../../src/process/switchback/design.ts";
import { PLAN_FORMATS } from "../../src/process/switchback/plan.ts";
import { planDocument } from "../../src/process/switchback/plan-document.ts";
import { planText } from "../../src/process/switchback/plan-text.ts";
import { planTrial } from "../../src/process/switchback/plan-trial.ts";
import { type PowerReadout, readPower } from "../../src/process/switchback/power.ts";
import { POWER_DRAWS } from "../../src/process/switchback/power-readout.ts";
import { type Schedule, scheduleOf } from "../../src/process/switchback/schedule.ts";

const number = z.number();
const span = z.strictObject({ start: z.string(), end: z.string() });

const evidenceShape = z.strictObject({
  format: z.enum(PLAN_FORMATS),
  version: number,
  window: span,
  block_s: number,
  washout_s: number,
  seed: number,
  generator: z.literal("PCG64"),
  blocks: number,
  schedule_end: z.string(),
  ...orReasonShape("assignments", number),
  log10_assignments: number,
  reference: z.enum(["enumerated", "sampled"]),
  reference_size: number,
  smallest_p: number,
  digest: z.string(),
  schedule: z.array(
    z.strictObject({
      block: number,
      start: z.string(),
      end: z.string(),
      setting: z.string(),
      washout_end: z.string(),
    }),
  ),
  power: z.nullable(
    z.strictObject({
      tag: z.string(),
      history: span,
      unit: z.nullable(z.string()),
      draws: number,
      sigma: z.nullable(number),
      kept: z.nullable(number),
      rows: z.array(z.strictObject({ shift_sigma: number, shift: number, claim_rate: number })),
      detection_target: number,
      smallest_shift_sigma: z.nullable(number),
      smallest_shift: z.nullable(number),
      reason: z.nullable(z.string()),
      detail: z.nullable(z.string()),
    }),
  ),
  schedule_dropped: number,
  out: z.nullable(z.string()),
});

export default command({
  summary: "Plan a switchback trial: blocks, settings drawn from a seed, and what it can detect.",
  args: [],
  input: z.strictObject({
    window: field(z.string(), "When the trial runs: ISO 8601 START/END, START/P7D, P7D/END or date."),
    block: field(z.string(), "Length of a block, such as PT1H."),
    washout: field(z.string(), "Start of a block left out, such as PT15M or PT0S."),
    seed: field(z.int().check(z.nonnegative()), "Settings are drawn from it; note it before the trial."),
    history: field(z.optional(z.string()), "Target's archive before the trial, for what is detectable."),
    history_window: field(z.optional(z.string()), "Its window: no trial, as long as the blocks or longer."),
    max_blocks: field(
      z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 48),
      "Most blocks to list; out writes all.",
    ),
    out: writingField(z.optional(z.string()), "File to write the plan to; an existing file is never replaced."),
  }),
  evidence: evidenceShape,
  examples: [
    "switchback plan --window 2024-06-03 --block PT1H --washout PT15M --seed 7",
    "switchback plan --window 2024-06-10/P2D --block PT2H --washout PT30M --seed 11 --out trial.json",
    "switchback plan --window 2024-06-03 --block PT1H --washout PT15M --seed 7 --history liquet-demo/switchback/ti201.parquet --history-window 2024-06-01/2024-06-03",
  ],
  notes: [
    "A saved --json answer with its whole schedule is a plan file too. Power lays 200 schedules of this design over the",
    "history, adds each shift to the B blocks, and counts the trials whose 95% interval excludes 0.",
  ],
  async run(input, ctx) {
    const { block, washout, seed, out, max_blocks } = input;
    const window = parseWindow(input.window);
    const schedule = scheduleOf(window, parseDuration(block, "block"), parseDuration(washout, "washout"));
    if (out !== undefined) await refuseExisting(out, ctx);
    const { plan, digest, design } = planTrial(schedule, seed, "switchback plan");
    const power = await readHistory(input, { schedule, design, seed }, ctx);
    const document = planDocument(plan, digest, schedule, design, power);
    if (out !== undefined) await ctx.write(out, `${JSON.stringify(document, null, 2)}\n`);
    const shown = max_blocks === "all" ? document.schedule : document.schedule.slice(0, max_blocks);
    const schedule_dropped = document.schedule.length - shown.length;
    return evidence({ ...document, schedule: shown, schedule_dropped, out: out ?? null });
  },
  text: planText,
});

async function refuseExisting(out: string, ctx: Ctx): Promise<void> {
  if ((await ctx.fingerprint(out)) === null) return;
  throw new BadCall(`out: '${out}' exists, and a plan is never replaced; choose another name`);
}

async function readHistory(
  { history, history_window }: { history?: string; history_window?: string },
  trial: { schedule: Schedule; design: Design; seed: number },
  ctx: Ctx,
): Promise<PowerReadout | null> {
  if (history === undefined && history_window === undefined) return null;
  if (history === undefined || history_window === undefined) {
    throw new BadCall("history: --history and --history-window go together; state both or neither");
  }
  const window = parseWindow(history_window, "history_window");
  const { tag, meta, read } = await ctx.archive(history);
  const done = (draws: number) => ctx.progress(draws, POWER_DRAWS, "power");
  return readPower({ tag, meta, window, read }, trial, { tick: ctx.tick, done });
}
