import { parseCivil } from "../contract/instant.ts";
import { showNumber } from "../contract/text.ts";
import type { Window } from "../contract/window.ts";
import type { ChartMarks } from "./figure-of.ts";
import type { TagFigure } from "./tag-figure.ts";

/** Limits as `spc` and `screen` give them. */
export interface ChartLimits {
  center: number;
  lcl: number;
  ucl: number;
}

/** What the answer of `spc` or `screen` means for a picture. */
export interface ChartReading {
  /** Null where the chart has a limit for each regime and none for all. */
  limits: ChartLimits | null;
  /** Times (µs) of flagged samples, ascending, each once. */
  flagged: Float64Array;
  runs: TagFigure["runs"];
}

/** The fields read of an answer with every event and run listed. */
interface ChartDocument {
  limits: ChartLimits | [number, number] | null;
  center?: number | null;
  rules?: { hits: { timestamp: string }[] }[];
  flagged?: string[];
  runs: { start: string; end: string }[];
}

/** Reads the evidence document of `spc` or `screen`. */
export function readChart(document: Record<string, unknown>): ChartReading {
  const { limits, center, rules, flagged, runs } = document as unknown as ChartDocument;
  const times = flagged ?? (rules ?? []).flatMap(({ hits }) => hits.map(({ timestamp }) => timestamp));
  return {
    limits: limitsOf(limits, center ?? Number.NaN),
    flagged: Float64Array.from(new Set(times.map(micros))).sort(),
    runs: runs.map(({ start, end }) => ({ start: micros(start), end: micros(end) })).sort((a, b) => a.start - b.start),
  };
}

function limitsOf(limits: ChartDocument["limits"], center: number): ChartLimits | null {
  if (limits === null) return null;
  if (Array.isArray(limits)) return { center, lcl: limits[0], ucl: limits[1] };
  return { center: limits.center, lcl: limits.lcl, ucl: limits.ucl };
}

function micros(timestamp: string): number {
  return parseCivil(timestamp)?.us ?? Number.NaN;
}

/** The marks of a chart that could be made: limits by name and value, flags, runs, and the baseline's ground. */
export function marksOf({ limits, flagged, runs }: ChartReading, baseline: Window, window: Window): ChartMarks {
  const lines: TagFigure["lines"] = [];
  if (limits !== null) {
    const { center, lcl, ucl } = limits;
    lines.push({ value: ucl, name: `ucl ${showNumber(ucl)}`, style: "limit" });
    lines.push({ value: center, name: `center ${showNumber(center)}`, style: "center" });
    lines.push({ value: lcl, name: `lcl ${showNumber(lcl)}`, style: "limit" });
  }
  const note = limits === null ? "limits differ by regime: none drawn" : null;
  return { lines, spans: spansOf(baseline, window), flagged, runs, note };
}

/** The marks of a chart that was refused: where it would have been fitted, and the name of the refusal. */
export function marksOfRefusal(error_type: string, baseline: Window, window: Window): ChartMarks {
  return { ...NO_MARKS, spans: spansOf(baseline, window), note: `no limits: ${error_type}` };
}

/** A figure without a chart. */
export const NO_MARKS: ChartMarks = { lines: [], spans: [], flagged: new Float64Array(0), runs: [], note: null };

/** Names the two spans of a figure that shows both; one that shows the window alone needs no name. */
function spansOf(baseline: Window, window: Window): TagFigure["spans"] {
  const { start, end } = spanWithBaseline(baseline, window);
  if (start > baseline.start || end < baseline.end) return [];
  return [
    { start: baseline.start, end: baseline.end, name: "baseline", tinted: true },
    { start: window.start, end: window.end, name: "window", tinted: false },
  ];
}

/** What to draw: baseline and window together unless they lie farther apart than both are long; then the window alone. */
export function spanWithBaseline(baseline: Window, window: Window): Window {
  const [first, last] = baseline.start < window.start ? [baseline, window] : [window, baseline];
  const apart = last.start - first.end;
  if (apart > first.end - first.start + (last.end - last.start)) return window;
  return { start: first.start, end: last.end, end_inclusive: last.end_inclusive };
}
