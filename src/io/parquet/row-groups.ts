import type { FileMetaData, RowGroup } from "hyparquet";
import type { Window } from "../../contract/window.ts";
import type { Columns } from "./columns.ts";
import { boundToMicros, type InstantUnit } from "./instants.ts";
import type { Page } from "./page-list.ts";

/** Instants t with start <= t < stop, in microseconds. */
export interface Span {
  start: number;
  stop: number;
}

/** The window as a half-open span; instants are whole microseconds, so an inclusive end moves on by one. */
export function spanOf(window: Window): Span {
  return { start: window.start, stop: window.end_inclusive ? Math.floor(window.end) + 1 : window.end };
}

/** The row groups that may hold rows of the span by their statistics; all that state none, and all without a span. */
export function wantedGroups(metadata: FileMetaData, { timestamp }: Columns, span: Span | null): RowGroup[] {
  const filled = metadata.row_groups.filter((group) => group.num_rows > 0n);
  if (!span) return filled;
  return filled.filter((group) => {
    const stats = group.columns[timestamp.leaf.index]?.meta_data?.statistics;
    return !liesOutside(span, timestamp.unit, stats?.min_value ?? stats?.min, stats?.max_value ?? stats?.max);
  });
}

/** True when the header of a timestamp page proves that none of its rows is in the span. */
export function pageLiesOutside(span: Span, unit: InstantUnit, { bounds }: Page): boolean {
  return bounds !== null && liesOutside(span, unit, int64(bounds.min), int64(bounds.max));
}

/** INT96 statistics compare wrongly by the format's own account, and are never used. */
function liesOutside(span: Span, unit: InstantUnit, min: unknown, max: unknown): boolean {
  if (unit === "INT96" || typeof min !== "bigint" || typeof max !== "bigint" || min > max) return false;
  return boundToMicros(max, unit) < span.start || boundToMicros(min, unit) >= span.stop;
}

function int64(bytes: Uint8Array): bigint | undefined {
  if (bytes.length !== 8) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0, true);
}
