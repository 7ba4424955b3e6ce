import * as z from "zod/mini";
import { baselineCheckShape, baselineShape, runShape } from "../src/contract/chart-shapes.ts";
import { command } from "../src/contract/command.ts";
import { capOf, field, fields } from "../src/contract/field.ts";
import { evidence } from "../src/contract/outcome.ts";
import { readWindow } from "../src/contract/read-window.ts";
import { samplingShape, windowShape } from "../src/contract/shapes.ts";
import { parseBaselineAndWindow } from "../src/contract/window.ts";
import { spc } from "../src/process/control/spc.ts";
import { spcText } from "../src/process/control/spc-text.ts";
import { samplingContract } from "../src/series/sampling.ts";

const count = z.int();
const number = z.number();

const evidenceShape = z.strictObject({
  tag: z.string(),
  contract: samplingShape,
  baseline: baselineShape,
  look_ahead: z.boolean(),
  window: windowShape,
  limits: z.strictObject({
    center: number,
    sigma: number,
    lcl: number,
    ucl: number,
    basis: z.string(),
    sigma_method: z.enum(["MAD", "MOVING_RANGE"]),
    sigma_formula: z.string(),
  }),
  moving_range: z.nullable(z.strictObject({ mean: number, ucl: number, n: count, n_beyond: count })),
  baseline_check: baselineCheckShape,
  rule_set: z.enum(["default", "nelson", "western-electric"]),
  n_samples: count,
  n_monitored: count,
  n_hits: count,
  rules: z.array(
    z.strictObject({
      rule: z.string(),
      n: count,
      hits: z.array(z.strictObject({ timestamp: z.string(), detail: z.string() })),
      hits_dropped: count,
      n_runs: count,
      runs_dropped: count,
    }),
  ),
  runs: z.array(z.strictObject({ rule: z.string(), ...runShape.shape })),
});

export default command({
  summary: "Chart a window's samples by run rules against limits fitted on a separate baseline.",
  args: ["archive"],
  input: z.strictObject({
    archive: fields.archive(),
    baseline: fields.statedWindow("Where limits are fitted"),
    window: fields.statedWindow("What is charted", "baseline"),
    sigma: field(
      z._default(z.enum(["mad", "moving-range"]), "mad"),
      "1.4826 x MAD, or mean moving range / 1.128 (the textbook's).",
    ),
    rules: field(
      z._default(z.enum(["default", "nelson", "western-electric"]), "default"),
      "default: beyond 3 sigma, 9 on one side, trend of 6.",
    ),
    clip_tolerance: fields.clipTolerance(),
    basis: fields.basis(),
    stepped: fields.stepped(),
    max_events: fields.maxEvents(),
    max_runs: fields.maxRuns(),
  }),
  evidence: evidenceShape,
  examples: [
    "spc liquet-demo/fic101.parquet --baseline 2024-03-30T20:00:00Z/PT5H --window 2024-03-31T01:00:00Z/PT5H",
    "spc liquet-demo/fic101.parquet --baseline 2024-03-30T20:00:00Z/PT5H --window 2024-03-31T01:00:00Z/PT5H --sigma moving-range --rules nelson --json",
  ],
  notes: [
    "Each rule signals at its completing sample; a run tells how far the pattern reaches. Runs end at data-loss gaps.",
    "The default rules are one beyond 3 sigma, nine on one side and a trend of six; nelson adds the other five.",
  ],
  async run(input, ctx) {
    const { baseline, window } = parseBaselineAndWindow(input);
    const archive = await ctx.archive(input.archive);
    const { meta } = archive;
    const request = {
      baseline: { meta, ...(await readWindow(archive, baseline, "baseline")) },
      window: { meta, ...(await readWindow(archive, window)) },
      sigma: input.sigma,
      rules: input.rules,
      clip_tolerance: input.clip_tolerance,
      contract: samplingContract(input, meta),
      keep: { hits: capOf(input.max_events), runs: capOf(input.max_runs) },
    };
    await ctx.tick();
    return evidence(await spc(request, ctx.tick));
  },
  text: spcText,
});
