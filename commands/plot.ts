import * as z from "zod/mini";
import { command } from "../src/contract/command.ts";
import type { Ctx } from "../src/contract/context.ts";
import { field, fields, writingField } from "../src/contract/field.ts";
import { parseCivil } from "../src/contract/instant.ts";
import { BadCall, evidence } from "../src/contract/outcome.ts";
import { readWindow } from "../src/contract/read-window.ts";
import { windowShape } from "../src/contract/shapes.ts";
import { labelled, parts, showNumber, showSpan } from "../src/contract/text.ts";
import { parseWindow, type Window, windowFields } from "../src/contract/window.ts";
import { sparkline } from "../src/plot/sparkline.ts";
import { type TagFigure, tagFigure } from "../src/plot/tag-figure.ts";
import { findGaps, type Gaps, losesData } from "../src/series/gaps.ts";
import { intervalStatistics } from "../src/series/intervals.ts";
import { RANK, rowQuality } from "../src/series/row-quality.ts";
import type { Series } from "../src/series/series.ts";
import type { TagMeta } from "../src/series/tag-meta.ts";

const limitsShape = z.strictObject({ center: z.number(), lcl: z.number(), ucl: z.number() });

export default command({
  summary: "Draw one tag with its gaps, quality and, against a baseline, its control limits and flagged samples.",
  args: ["archive"],
  input: z.strictObject({
    archive: fields.archive(),
    window: fields.window(),
    baseline: field(
      z.optional(z.string()),
      "Window that individuals limits are fitted on (as spc does); needs --window. Without it no limits are drawn.",
    ),
    svg: field(z._default(z.boolean(), false), "Put the SVG document into the answer."),
    out: writingField(z.optional(z.string()), "File to write the picture to: .svg or .png."),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({
    tag: z.string(),
    window: windowShape,
    n_samples: z.number(),
    n_good: z.number(),
    n_not_good: z.number(),
    n_gaps: z.number(),
    limits: z.nullable(limitsShape),
    n_flagged: z.nullable(z.number()),
    value_min: z.nullable(z.number()),
    value_max: z.nullable(z.number()),
    sparkline: z.string(),
    svg: z.nullable(z.string()),
    out: z.nullable(z.string()),
  }),
  examples: [
    "plot liquet-demo/fic101.parquet",
    "plot liquet-demo/fic101.parquet --baseline 2024-03-30T20:00Z/PT3H --window 2024-03-31T00:00Z/PT6H --out fic101.svg --overwrite",
  ],
  async run({ archive: ref, window: stated, baseline, svg, out, overwrite }, ctx) {
    if (baseline !== undefined && stated === undefined)
      throw new BadCall("baseline: limits need a window to be drawn over; state one");
    if (out !== undefined && !/\.(svg|png)$/i.test(out))
      throw new BadCall(`out: '${out}' ends in neither .svg nor .png`);
    const archive = await ctx.archive(ref);
    const { rows, window } = await readWindow(archive, stated === undefined ? null : parseWindow(stated));
    const chart = baseline === undefined ? null : await controlChart(ctx, ref, baseline, stated ?? "");
    const { figure, gaps } = figureOf(rows, window, archive.meta, archive.tag, chart);
    const drawn = svg || out !== undefined ? tagFigure(figure) : null;
    if (out !== undefined && drawn !== null) {
      await ctx.write(out, /\.png$/i.test(out) ? await ctx.png(drawn) : drawn, { overwrite });
    }
    const finite = figure.v.filter(Number.isFinite);
    return evidence({
      tag: archive.tag,
      window: windowFields(window),
      n_samples: rows.t.length,
      n_good: finite.length,
      n_not_good: figure.not_good.length,
      n_gaps: gaps.kind.length,
      limits: chart?.limits ?? null,
      n_flagged: chart === null ? null : chart.flagged.length,
      value_min: finite.length > 0 ? finite.reduce((a, b) => Math.min(a, b)) : null,
      value_max: finite.length > 0 ? finite.reduce((a, b) => Math.max(a, b)) : null,
      sparkline: sparkline(figure.t, figure.v, window.start, window.end),
      svg: svg ? drawn : null,
      out: out ?? null,
    });
  },
  text(f) {
    const lines = [
      parts(
        f.tag,
        `GOOD ${f.n_good}/${f.n_samples}`,
        `gaps ${f.n_gaps}`,
        f.n_flagged !== null && `flagged ${f.n_flagged}`,
      ),
      "",
    ];
    lines.push(labelled("window", showSpan(f.window.start, f.window.end)));
    if (f.limits)
      lines.push(
        labelled(
          "limits",
          parts(
            `center ${showNumber(f.limits.center)}`,
            `lcl ${showNumber(f.limits.lcl)}`,
            `ucl ${showNumber(f.limits.ucl)}`,
          ),
        ),
      );
    lines.push("", `${showNumber(f.value_max)}`, f.sparkline, `${showNumber(f.value_min)}`);
    if (f.out) lines.push("", labelled("wrote", f.out));
    return lines;
  },
});

interface Chart {
  limits: z.output<typeof limitsShape>;
  /** Hit times, each once, ascending µs. */
  flagged: number[];
}

/** The limits and hits of `spc` over the same windows; its refusal is this command's refusal. */
async function controlChart(ctx: Ctx, archive: string, baseline: string, window: string): Promise<Chart> {
  const args = { archive, baseline, window, max_events: "all", max_runs: "all" };
  const chart = await ctx.need("spc", args);
  const { limits, rules } = chart as { limits: Chart["limits"]; rules: { hits: { timestamp: string }[] }[] };
  const times = rules.flatMap(({ hits }) => hits.map(({ timestamp }) => parseCivil(timestamp)?.us ?? Number.NaN));
  const { center, lcl, ucl } = limits;
  return { limits: { center, lcl, ucl }, flagged: [...new Set(times)].sort((a, b) => a - b) };
}

function figureOf(
  rows: Series,
  window: Window,
  meta: TagMeta,
  tag: string,
  chart: Chart | null,
): { figure: TagFigure; gaps: Gaps } {
  const quality = rowQuality(rows, meta);
  const { sample_rate_s } = meta;
  const gaps = findGaps(rows.t, window, intervalStatistics(rows.t), { stepped: false, sample_rate_s });
  const v = rows.v.map((value, i) => (quality.valid[i] ? value : Number.NaN));
  const not_good = rows.t.filter((_, i) => quality.severity[i] !== RANK.GOOD);
  const at = new Map<number, number>();
  rows.t.forEach((t, i) => {
    if (Number.isFinite(v[i])) at.set(t, v[i]);
  });
  const flagged = (chart?.flagged ?? []).flatMap((t) => (at.has(t) ? [{ t, v: at.get(t) as number }] : []));
  const figure: TagFigure = {
    id: `f-${tag.replace(/[^A-Za-z0-9]/g, "-")}`,
    title: meta.name === "" ? tag : `${tag}  ${meta.name}`,
    value_label: meta.unit_raw ?? "value (no unit declared)",
    start: window.start,
    end: window.end,
    t: rows.t,
    v,
    gaps: gaps.kind.map((kind, i) => ({ start: gaps.start[i], end: gaps.end[i], data_loss: losesData(kind) })),
    not_good,
    lines: [...limitLines(chart), ...rangeLines(meta)],
    spans: [],
    flagged,
    description: describe(rows.t.length, v, gaps, not_good.length, flagged.length, window),
  };
  return { figure, gaps };
}

function limitLines(chart: Chart | null): TagFigure["lines"] {
  if (chart === null) return [];
  const { center, lcl, ucl } = chart.limits;
  return [
    { value: ucl, name: "ucl", style: "limit" },
    { value: center, name: "center", style: "center" },
    { value: lcl, name: "lcl", style: "limit" },
  ];
}

function rangeLines({ eng_range_zero, eng_range_span }: TagMeta): TagFigure["lines"] {
  if (eng_range_zero === null || eng_range_span === null) return [];
  return [
    { value: eng_range_zero, name: "range low", style: "range" },
    { value: eng_range_zero + eng_range_span, name: "range high", style: "range" },
  ];
}

function describe(n: number, v: Float64Array, gaps: Gaps, bad: number, flagged: number, window: Window): string {
  const { start, end } = windowFields(window);
  const good = v.filter(Number.isFinite).length;
  return `${n} samples from ${start} to ${end}, ${good} GOOD, ${bad} not GOOD, ${gaps.kind.length} gaps, ${flagged} flagged.`;
}
