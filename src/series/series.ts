/** Rows of one tag in file order, held as columns of equal length. */
export interface Series {
  /** Integer microseconds since 1970-01-01T00:00:00Z (exact from 1684 to 2255). */
  t: Float64Array;
  /** Value; NaN where the cell is null or holds text. ±Infinity is kept here and is never valid. */
  v: Float64Array;
  /** Index into `qualities`. */
  q: Uint16Array;
  /** Raw quality codes, verbatim, in the order these rows first show them; null for an empty cell. */
  qualities: (string | null)[];
  /** Text of the value column: `code[i]` indexes `labels`, -1 where the cell is a number or null. Null: no text at all. */
  states: { code: Int32Array; labels: string[] } | null;
  /** Pairs of neighbouring nanosecond stamps that differ but fall on one microsecond. */
  subMicrosecondCollisions: number;
}
