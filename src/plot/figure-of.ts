import { formatInstant } from "../contract/instant.ts";
import type { Window } from "../contract/window.ts";
import { findGaps, type Gaps, losesData } from "../series/gaps.ts";
import { intervalStatistics } from "../series/intervals.ts";
import { RANK, rowQuality } from "../series/row-quality.ts";
import type { Series } from "../series/series.ts";
import { type TagMeta, tagOf } from "../series/tag-meta.ts";
import type { TagFigure } from "./tag-figure.ts";

/** What a chart (spc, screen) adds to a figure. */
export interface ChartMarks {
  lines: TagFigure["lines"];
  spans: TagFigure["spans"];
  /** Times (µs) of flagged rows, ascending, each once. */
  flagged: Float64Array;
  runs: TagFigure["runs"];
  note: string | null;
}

/** A tag's rows over a span as a figure, and the numbers that were counted on the way. */
export interface DrawnTag {
  figure: TagFigure;
  gaps: Gaps;
  n_good: number;
}

/** Reads quality and gaps of the rows, and lays the chart's marks over them. */
export function figureOf(rows: Series, span: Window, meta: TagMeta, chart: ChartMarks): DrawnTag {
  const quality = rowQuality(rows, meta);
  const { sample_rate_s, unit_raw } = meta;
  const gaps = findGaps(rows.t, span, intervalStatistics(rows.t), { stepped: false, sample_rate_s });
  const v = rows.v.map((value, i) => (quality.valid[i] === 1 ? value : Number.NaN));
  const tag = tagOf(meta);
  const figure: TagFigure = {
    title: meta.name === "" || meta.name === meta.identity.point_id ? tag : `${tag}  ${meta.name}`,
    value_label: unit_raw === null ? "value (no unit declared)" : `value (${unit_raw})`,
    start: span.start,
    end: span.end,
    t: rows.t,
    v,
    longest_us: gaps.threshold_s * 1e6,
    gaps: gaps.kind.map((kind, i) => ({ start: gaps.start[i], end: gaps.end[i], data_loss: losesData(kind) })),
    not_good: rows.t.filter((_, i) => quality.severity[i] !== RANK.GOOD),
    lines: [...chart.lines, ...rangeLines(meta)],
    spans: chart.spans,
    flagged: valuesAt(rows.t, v, chart.flagged),
    runs: chart.runs,
    note: chart.note,
    description: "",
  };
  return { figure: { ...figure, description: describe(figure, quality.n_valid) }, gaps, n_good: quality.n_valid };
}

function rangeLines({ eng_range_zero, eng_range_span }: TagMeta): TagFigure["lines"] {
  if (eng_range_zero === null || eng_range_span === null) return [];
  return [
    { value: eng_range_zero, name: "range low", style: "range" },
    { value: eng_range_zero + eng_range_span, name: "range high", style: "range" },
  ];
}

/** The GOOD values at the given times; `t` does not run backwards, and of rows at one time the first GOOD one counts. */
function valuesAt(t: Float64Array, v: Float64Array, times: Float64Array): TagFigure["flagged"] {
  const found: [number, number][] = [];
  let i = 0;
  for (const us of times) {
    while (i < t.length && (t[i] < us || (t[i] === us && Number.isNaN(v[i])))) i++;
    if (i < t.length && t[i] === us) found.push([us, v[i]]);
  }
  return { t: Float64Array.from(found, ([us]) => us), v: Float64Array.from(found, ([, value]) => value) };
}

function describe(
  { start, end, t, gaps, not_good, flagged, runs, lines, value_label }: TagFigure,
  good: number,
): string {
  const limits = lines.filter(({ style }) => style !== "range").map(({ name }) => name);
  const facts = [
    `${value_label} over time, ${formatInstant(start)} to ${formatInstant(end)}: ${t.length} samples, ${good} of them GOOD`,
    `${not_good.length} not GOOD`,
    `${gaps.length} gaps`,
    limits.length > 0 && `limits ${limits.join(", ")}`,
    limits.length > 0 && `${flagged.t.length} samples flagged in ${runs.length} runs`,
  ];
  return `${facts.filter(Boolean).join("; ")}.`;
}
