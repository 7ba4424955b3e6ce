import type { Series } from "../../src/series/series.ts";
import { bareTagMeta, type TagMeta } from "../../src/series/tag-meta.ts";

/** One row: seconds since the epoch, a number, a text or null, and the raw quality code (GOOD when left out). */
export type Row = [seconds: number, value: number | string | null, quality?: string | null];

/** Rows as the columns that archives are read into. */
export function seriesOf(rows: Row[]): Series {
  const qualities: (string | null)[] = [];
  const labels: string[] = [];
  const code = new Int32Array(rows.length).fill(-1);
  const q = Uint16Array.from(rows, ([, , quality = "GOOD"]) => indexIn(qualities, quality));
  const v = Float64Array.from(rows, ([, value], i) => {
    if (typeof value === "string") code[i] = indexIn(labels, value);
    return typeof value === "number" ? value : Number.NaN;
  });
  const t = Float64Array.from(rows, ([seconds]) => seconds * 1e6);
  return { t, v, q, qualities, states: labels.length > 0 ? { code, labels } : null, subMicrosecondCollisions: 0 };
}

function indexIn<T>(list: T[], item: T): number {
  const at = list.indexOf(item);
  return at >= 0 ? at : list.push(item) - 1;
}

/** Metadata of `test:X` that declares nothing but what the test cares about. */
export function metaOf(more: Partial<TagMeta> = {}): TagMeta {
  return { ...bareTagMeta("test", "X", "X"), ...more };
}

/** A window in seconds since the epoch, both ends inside. */
export function windowOf(start_s: number, end_s: number) {
  return { start: start_s * 1e6, end: end_s * 1e6, end_inclusive: true };
}
