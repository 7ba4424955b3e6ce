import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Archive, Ctx } from "../src/contract/context.ts";
import { field, fields, writingField } from "../src/contract/field.ts";
import { BadCall, evidence, orReason } from "../src/contract/outcome.ts";
import { readWindow } from "../src/contract/read-window.ts";
import { orReasonShape, samplingShape, windowShape } from "../src/contract/shapes.ts";
import { labelled, parts, showNumber, showSpan } from "../src/contract/text.ts";
import { parseWindow, separateWindows, type Window, windowFields } from "../src/contract/window.ts";
import { extent } from "../src/numerics/extent.ts";
import {
  type ChartLimits,
  marksOf,
  marksOfRefusal,
  NO_MARKS,
  readChart,
  spanWithBaseline,
} from "../src/plot/chart-marks.ts";
import { type ChartMarks, type DrawnTag, figureOf } from "../src/plot/figure-of.ts";
import { sparkline, sparkMarks } from "../src/plot/sparkline.ts";
import { tagFigure } from "../src/plot/tag-figure.ts";
import { refuseStates } from "../src/process/control/chart-data.ts";
import { samplingContract } from "../src/series/sampling.ts";

const count = z.int();
const limitsShape = z.strictObject({ center: z.number(), lcl: z.number(), ucl: z.number() });

export default command({
  summary: "Draw a tag with gaps and quality and, against a baseline, limits and flagged samples.",
  args: ["archive"],
  input: z.strictObject({
    archive: fields.archive(),
    window: fields.window(),
    baseline: field(z.optional(z.string()), "Where limits are fitted; needs window."),
    chart: field(z._default(z.enum(["spc", "screen"]), "spc"), "Whose limits and flags to draw."),
    options: field(z._default(z.record(z.string(), z.unknown()), {}), "Its other arguments: sigma=moving-range."),
    svg: field(z._default(z.boolean(), false), "Put the SVG into the answer."),
    out: writingField(z.optional(z.string()), "File to write the picture to: .svg or .png."),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({
    tag: z.string(),
    window: z.nullable(windowShape),
    baseline: z.nullable(windowShape),
    contract: samplingShape,
    drawn: windowShape,
    n_samples: count,
    n_good: count,
    n_not_good: count,
    n_gaps: count,
    chart: z.nullable(z.enum(["spc", "screen"])),
    ...orReasonShape("limits", limitsShape),
    ...orReasonShape("n_flagged", count),
    ...orReasonShape("value_min", z.number()),
    ...orReasonShape("value_max", z.number()),
    sparkline: z.string(),
    sparkline_flags: z.nullable(z.string()),
    svg: z.nullable(z.string()),
    out: z.nullable(z.string()),
  }),
  examples: [
    "plot liquet-demo/fic101.parquet",
    "plot liquet-demo/fic101.parquet --baseline 2024-03-30T20:00Z/PT3H --window 2024-03-31T00:00Z/PT6H --out fic101.svg --overwrite",
  ],
  notes: [
    "Limits that the chart refuses are not drawn; the picture and limits_reason say why. The line breaks where data were",
    "lost and over rows that are not GOOD; the mean of each sixtieth of the time makes one character of the sparkline.",
  ],
  async run(input, ctx) {
    const { window: stated, baseline: fitted, out } = input;
    if (fitted !== undefined && stated === undefined)
      throw new BadCall("baseline: limits need a window to be drawn over; state one");
    if (fitted !== undefined && input.archive === "-")
      throw new BadCall("archive: limits need the rows twice, and stdin can be read once; name a file");
    if (out !== undefined && !/\.(svg|png)$/i.test(out))
      throw new BadCall(`out: '${out}' ends in neither .svg nor .png`);
    const windows = statedWindows(stated, fitted);
    const archive = await ctx.archive(input.archive);
    refuseStates(archive.meta, "a picture of values");
    const { rows, window: drawn } = await readWindow(archive, windows.drawn);
    const chart = await chartOf(input, windows, ctx);
    const tag = figureOf(rows, drawn, archive.meta, chart.marks);
    const svg = input.svg || out !== undefined ? tagFigure(tag.figure) : null;
    if (out !== undefined && svg !== null) {
      await ctx.write(out, /\.png$/i.test(out) ? await ctx.png(svg) : svg, { overwrite: input.overwrite });
    }
    return evidence({
      ...described(archive, windows, tag),
      chart: fitted === undefined ? null : input.chart,
      ...orReason("limits", chart.limits, chart.limits_reason),
      ...orReason("n_flagged", chart.made ? chart.marks.flagged.length : null, chart.limits_reason),
      ...valueRange(tag.figure.v),
      sparkline: sparkline(rows.t, tag.figure.v, drawn.start, drawn.end),
      sparkline_flags: chart.made ? sparkMarks(chart.marks.flagged, drawn.start, drawn.end) : null,
      svg: input.svg ? svg : null,
      out: out ?? null,
    });
  },
  text(f) {
    const { limits, n_flagged: n } = f;
    const counts = [`GOOD ${f.n_good}/${f.n_samples}`, `gaps ${f.n_gaps}`, n !== null && `flagged ${n}`];
    const lines = [parts(f.tag, ...counts), ""];
    lines.push(labelled("drawn", showSpan(f.drawn.start, f.drawn.end)));
    if (f.baseline) lines.push(labelled("baseline", showSpan(f.baseline.start, f.baseline.end)));
    if (f.baseline && f.window) lines.push(labelled("window", showSpan(f.window.start, f.window.end)));
    if (limits) {
      const { center, lcl, ucl } = limits;
      const numbers = [`center ${showNumber(center)}`, `lcl ${showNumber(lcl)}`, `ucl ${showNumber(ucl)}`];
      lines.push(labelled("limits", parts(f.chart, ...numbers)));
    } else if (f.chart) lines.push(labelled("limits", `none: ${f.limits_reason}`));
    lines.push("", labelled("highest", showNumber(f.value_max)), labelled("", f.sparkline).trimEnd());
    if (f.sparkline_flags?.trim()) lines.push(labelled("flagged", f.sparkline_flags).trimEnd());
    lines.push(labelled("lowest", showNumber(f.value_min)));
    if (f.out) lines.push("", labelled("wrote", f.out));
    return lines;
  },
});

interface Windows {
  window: Window | null;
  baseline: Window | null;
  /** Null: all of the archive. */
  drawn: Window | null;
}

/** Reads the two windows; that they do not overlap is asked here, before anything is read. */
function statedWindows(stated: string | undefined, fitted: string | undefined): Windows {
  const window = stated === undefined ? null : parseWindow(stated);
  if (window === null || fitted === undefined) return { window, baseline: null, drawn: window };
  const baseline = parseWindow(fitted, "baseline");
  separateWindows(baseline, window, ["baseline", "window"]);
  return { window, baseline, drawn: spanWithBaseline(baseline, window) };
}

interface Chart {
  marks: ChartMarks;
  /** False when none was asked for or it was refused. */
  made: boolean;
  limits: ChartLimits | null;
  limits_reason: string;
}

/** Asks `spc` or `screen` for limits and flags over the same windows. Its refusal becomes the reason why there are none. */
async function chartOf(
  input: {
    archive: string;
    window?: string;
    baseline?: string;
    chart: "spc" | "screen";
    options: Record<string, unknown>;
  },
  { window, baseline }: Windows,
  ctx: Ctx,
): Promise<Chart> {
  if (window === null || baseline === null)
    return { marks: NO_MARKS, made: false, limits: null, limits_reason: "no baseline was stated" };
  const { archive, options } = input;
  const named = Object.keys(options).find((key) =>
    ["archive", "window", "baseline", "max_events", "max_runs"].includes(key),
  );
  if (named !== undefined) throw new BadCall(`options: ${named} is not for this command's options`);
  const stated = { archive, baseline: input.baseline, window: input.window };
  const answer = await ctx.invoke(input.chart, { ...stated, ...options, max_events: "all", max_runs: "all" });
  if (answer.result_kind === "refusal") {
    const marks = marksOfRefusal(String(answer.error_type), baseline, window);
    return { marks, made: false, limits: null, limits_reason: `[${answer.error_type}] ${answer.cause}` };
  }
  const chart = readChart(answer);
  const marks = marksOf(chart, baseline, window);
  return { marks, made: true, limits: chart.limits, limits_reason: "the limits differ by regime" };
}

function described({ tag, meta }: Archive, { window, baseline }: Windows, { figure, gaps, n_good }: DrawnTag) {
  return {
    tag,
    window: window === null ? null : windowFields(window),
    baseline: baseline === null ? null : windowFields(baseline),
    contract: samplingContract({ basis: "EVENT_WEIGHTED", stepped: false }, meta),
    drawn: windowFields({ start: figure.start, end: figure.end, end_inclusive: true }),
    n_samples: figure.t.length,
    n_good,
    n_not_good: figure.not_good.length,
    n_gaps: gaps.kind.length,
  };
}

function valueRange(v: Float64Array) {
  const good = v.filter(Number.isFinite);
  const { min, max } = extent(good);
  return {
    ...orReason("value_min", good.length > 0 ? min : null, "no GOOD value"),
    ...orReason("value_max", good.length > 0 ? max : null, "no GOOD value"),
  };
}
