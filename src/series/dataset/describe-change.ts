import type { Data, SeriesData } from "./dataset.ts";
import { labelText } from "./index-label.ts";

/**
 * What became of data whose file was written to: rows then and now, rows added after the last label, and labels of both
 * whose value differs (the first of them by name). Only counts of curves where the data are curves.
 */
export function describeChange(then: Data, now: Data): Record<string, unknown> {
  if (then.layout === "curves" || now.layout === "curves") {
    if (then.layout !== now.layout) return {};
    const [before, after] = [then, now].map((data) => (data.layout === "curves" ? data.curves.length : 0));
    return { curves_then: before, curves_now: after };
  }
  const revised = revisedLabels(then, now);
  const last = then.index.at.reduce((a, b) => Math.max(a, b));
  const appended = now.index.at.reduce((n, at) => n + (at > last ? 1 : 0), 0);
  const [rows_then, rows_now] = [then.y.values.length, now.y.values.length];
  const parts = [
    `${rows_then} rows then, ${rows_now} now`,
    `${appended} after the last label`,
    `${revised.length} earlier values revised`,
  ];
  return {
    summary: parts.join(", "),
    rows_then,
    rows_now,
    rows_appended: appended,
    values_revised: revised.length,
    first_revised: revised.length > 0 ? labelText(then.index, revised[0]) : null,
  };
}

/** Labels of both whose value of y differs; of repeated labels the last row counts. */
function revisedLabels(then: SeriesData, now: SeriesData): number[] {
  const values = new Map(Array.from(now.index.at, (at, i) => [at, now.y.values[i]]));
  return Array.from(then.index.at).filter((at, i) => values.has(at) && !Object.is(values.get(at), then.y.values[i]));
}
