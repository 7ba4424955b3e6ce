import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import { capOf, field, fields, writingField } from "../src/contract/field.ts";
import { BadCall, evidence } from "../src/contract/outcome.ts";
import { readWindow } from "../src/contract/read-window.ts";
import { orReasonShape, samplingShape, windowShape } from "../src/contract/shapes.ts";
import { parseWindow } from "../src/contract/window.ts";
import { segment } from "../src/process/segment.ts";
import { segmentMeta, segmentStates } from "../src/process/segment-mode.ts";
import { type SegmentFields, segmentText } from "../src/process/segment-text.ts";
import { samplingContract } from "../src/series/sampling.ts";

const count = z.int();
const number = z.number();

const evidenceShape = z.strictObject({
  tag: z.string(),
  window: windowShape,
  contract: samplingShape,
  ...orReasonShape("censored", z.boolean()),
  range_known: z.boolean(),
  usable: count,
  n_samples: count,
  method: z.enum(["PELT L2 on MAD-scaled values", "PELT L2 on unscaled values"]),
  scale_method: z.enum(["mad", "none"]),
  scale: number,
  penalty: number,
  penalty_is_default: z.boolean(),
  min_size: count,
  cost: number,
  objective: number,
  n_breakpoints: count,
  breakpoints: z.array(z.string()),
  breakpoints_dropped: count,
  n_breakpoints_at_gap: count,
  breakpoints_at_gap: z.array(z.string()),
  n_segments: count,
  segments: z.array(
    z.strictObject({ index: count, start: z.string(), end: z.string(), n: count, median: number, mad: number }),
  ),
  segments_dropped: count,
  mode_out: z.optional(z.string()),
});

export default command({
  summary: "Find when a tag's level changed: the exact cheapest cut into stretches of one level.",
  args: ["archive"],
  input: z.strictObject({
    archive: fields.archive(),
    window: fields.window(),
    penalty: field(
      z.optional(z.number().check(z.gt(0))),
      "Price of a breakpoint, scaled units squared. Default: 3 ln n.",
    ),
    min_size: field(z._default(z.int().check(z.positive()), 10), "Fewest samples in a segment."),
    scale: field(
      z._default(z.enum(["mad", "none"]), "mad"),
      "Divide values by 1.4826 x MAD, or not; none needs a penalty.",
    ),
    basis: fields.basis(),
    stepped: fields.stepped(),
    max_rows: fields.maxRows(),
    mode_out: writingField(
      z.optional(z.string()),
      "Archive to write the segments to as operating states S1, S2, … (role MODE), for screen --mode.",
    ),
    overwrite: fields.overwrite(),
  }),
  evidence: evidenceShape,
  examples: [
    "segment liquet-demo/fic101.parquet",
    "segment liquet-demo/fic101.parquet --penalty 40 --min-size 30 --json",
    "segment liquet-demo/fic101.parquet --mode-out fic101-states.parquet",
  ],
  notes: [
    "The objective is the sum of squares around each segment's mean plus the penalty for each breakpoint; no cut with this",
    "min-size has less, and of equal ones the last segment that starts earliest is taken. Breakpoints whose first sample",
    "follows a data-loss gap are listed in breakpoints_at_gap: what changed there may have changed at any time in the gap.",
  ],
  async run(input, ctx) {
    if (input.scale === "none" && input.penalty === undefined) {
      throw new BadCall(
        "scale: none needs a penalty, in squared units of the tag; state one, or leave the scale at mad",
      );
    }
    const stated = input.window === undefined ? null : parseWindow(input.window);
    const archive = await ctx.archive(input.archive);
    const { meta } = archive;
    const { rows, window } = await readWindow(archive, stated);
    const request = {
      meta,
      rows,
      window,
      contract: samplingContract(input, meta),
      penalty: input.penalty ?? null,
      min_size: input.min_size,
      scale: input.scale,
      max_rows: capOf(input.max_rows),
    };
    const { fields: found, starts } = await segment(request, ctx.tick);
    if (input.mode_out === undefined) return evidence<SegmentFields>(found);
    const states = segmentStates(rows.t, starts);
    await ctx.writeArchive(input.mode_out, segmentMeta(meta), states, { overwrite: input.overwrite });
    return evidence<SegmentFields>({ ...found, mode_out: input.mode_out });
  },
  text: (f) => segmentText(f as SegmentFields),
});
