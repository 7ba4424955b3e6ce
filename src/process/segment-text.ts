import { labelled, more, parts, plural, showInstant, showNumber, showSpan } from "../contract/text.ts";
import { verdict } from "./control/chart-text.ts";
import type { segment } from "./segment.ts";

/** The fields of a segmentation's answer; `mode_out` is where the segments were written as states. */
export type SegmentFields = Awaited<ReturnType<typeof segment>>["fields"] & { mode_out?: string };

const HEADERS = ["#", "start", "end", "n", "median", "mad"];
const WIDTHS = [1, 20, 20, 3, 7, 6];

/** A segmentation as lines for a person: a headline, how it was made, and a table of the segments. */
export function segmentText(f: SegmentFields): string[] {
  const counts = [plural(f.n_segments, "segment"), plural(f.n_breakpoints, "breakpoint")];
  const penalty = `penalty ${showNumber(f.penalty)}${f.penalty_is_default ? " (3*log n)" : ""}`;
  return [
    `${f.tag}  ${parts(...counts, `censored ${verdict(f.censored)}`)}`,
    labelled("window", parts(showSpan(f.window.start, f.window.end), `usable ${f.usable}`)),
    labelled("method", parts(f.method, penalty, `min-size ${f.min_size}`)),
    labelled("", parts(`objective ${showNumber(f.objective)}`, `cost ${showNumber(f.cost)}`)),
    "",
    ...table(f).map((line) => `  ${line}`),
    ...more(f.segments_dropped, "segment").map((line) => `  ${line}`),
    ...(f.mode_out === undefined ? [] : ["", labelled("wrote", f.mode_out)]),
  ];
}

function table({ segments, breakpoints_at_gap }: SegmentFields): string[] {
  const afterGap = new Set(breakpoints_at_gap);
  const rows = segments.map((s) => [
    String(s.index),
    showInstant(s.start),
    showInstant(s.end),
    String(s.n),
    showNumber(s.median),
    showNumber(s.mad),
  ]);
  const widths = WIDTHS.map((width, c) => Math.max(width, ...rows.map((row) => row[c].length)));
  const lines = [HEADERS, ...rows].map((cells) =>
    cells.map((cell, c) => (c === 1 || c === 2 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "),
  );
  return lines.map((line, i) => (i > 0 && afterGap.has(segments[i - 1].start) ? `${line}  gap` : line));
}
