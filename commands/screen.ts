import * as z from "zod/mini";
import { baselineCheckShape, baselineShape, runShape } from "../src/contract/chart-shapes.ts";
import { command } from "../src/contract/command.ts";
import type { Archive } from "../src/contract/context.ts";
import { capOf, field, fields } from "../src/contract/field.ts";
import { evidence } from "../src/contract/outcome.ts";
import { readWindow } from "../src/contract/read-window.ts";
import { samplingShape, windowShape } from "../src/contract/shapes.ts";
import { parseBaselineAndWindow, type Window } from "../src/contract/window.ts";
import { screen } from "../src/process/control/screen.ts";
import { screenRegimes } from "../src/process/control/screen-regimes.ts";
import { type ScreenFields, screenText } from "../src/process/control/screen-text.ts";
import { samplingContract } from "../src/series/sampling.ts";

const count = z.int();
const number = z.number();
const limits = z.tuple([number, number]);
const kept = z.strictObject({ kept: count, total: count });

const evidenceShape = z.strictObject({
  tag: z.string(),
  mode: z.nullable(z.string()),
  contract: samplingShape,
  baseline: baselineShape,
  look_ahead: z.boolean(),
  window: windowShape,
  method: z.enum(["MAD", "MOVING_RANGE", "REGIME_MAD"]),
  k: number,
  center: z.nullable(number),
  scale: z.nullable(number),
  limits: z.nullable(limits),
  caveat: z.nullable(z.string()),
  baseline_check: z.nullable(baselineCheckShape),
  regimes: z.nullable(
    z.array(
      z.strictObject({
        regime: z.string(),
        center: number,
        scale: number,
        limits,
        n_good: count,
        method: z.string(),
        n_screened: count,
        n_flagged: count,
        baseline_check: baselineCheckShape,
      }),
    ),
  ),
  regimes_dropped: count,
  regimes_refused: z.nullable(
    z.array(
      z.strictObject({
        regime: z.string(),
        error_type: z.string(),
        cause: z.string(),
        n_baseline: count,
        n_window: count,
      }),
    ),
  ),
  regimes_refused_dropped: count,
  alignment: z.nullable(z.strictObject({ baseline: kept, window: kept })),
  n_samples: count,
  n_screened: count,
  n_unscreened: count,
  n_flagged: count,
  flagged: z.array(z.string()),
  flagged_dropped: count,
  runs: z.array(runShape),
  runs_dropped: count,
});

export default command({
  summary: "Flag the samples of a window that lie outside limits fitted on a separate baseline.",
  args: ["archive"],
  input: z.strictObject({
    archive: fields.archive(),
    baseline: fields.statedWindow("Where limits are fitted"),
    window: fields.statedWindow("What is screened", "baseline"),
    method: field(
      z._default(z.enum(["mad", "moving-range"]), "mad"),
      "1.4826 x MAD, or mean moving range / 1.128; with mode only mad.",
    ),
    k: field(z._default(z.number().check(z.gt(0), z.lte(1e6)), 3), "Half-width of the limits in scales."),
    mode: field(z.optional(z.string()), "Archive of the state (role MODE): one baseline each."),
    clip_tolerance: fields.clipTolerance(),
    basis: fields.basis(),
    stepped: fields.stepped(),
    max_events: fields.maxEvents(),
    max_runs: fields.maxRuns(),
  }),
  evidence: evidenceShape,
  examples: [
    "screen liquet-demo/fic101.parquet --baseline 2024-03-30T20:00:00Z/PT5H --window 2024-03-31T01:00:00Z/PT5H",
    "screen liquet-demo/fic101.parquet --baseline 2024-03-30T20:00:00Z/PT5H --window 2024-03-31T01:00:00Z/PT5H --method moving-range --max-events all --json",
  ],
  async run(input, ctx) {
    const { baseline, window } = parseBaselineAndWindow(input);
    const archive = await ctx.archive(input.archive);
    const request = {
      ...(await readPair(archive, baseline, window)),
      k: input.k,
      clip_tolerance: input.clip_tolerance,
      contract: samplingContract(input, archive.meta),
      keep: { hits: capOf(input.max_events), runs: capOf(input.max_runs) },
    };
    await ctx.tick();
    if (input.mode === undefined) return evidence<ScreenFields>(await screen(request, input.method, ctx.tick));
    const mode = await ctx.archive(input.mode);
    return evidence<ScreenFields>(
      await screenRegimes(request, { ref: input.mode, ...(await readPair(mode, baseline, window)) }, ctx.tick),
    );
  },
  text: (f) => screenText(f as ScreenFields),
});

async function readPair(archive: Archive, baseline: Window, window: Window) {
  const { meta } = archive;
  return {
    baseline: { meta, ...(await readWindow(archive, baseline, "baseline")) },
    window: { meta, ...(await readWindow(archive, window)) },
  };
}
