import { readNumber } from "../../series/numeric-text.ts";
import type { Series } from "../../series/series.ts";
import { type Interner, interner } from "./texts.ts";

/** The code of an empty quality cell; codes of labels lie below. */
const EMPTY = 65_535;

/** Columns being filled, row group by row group. `length` rows are final; what lies beyond is scratch. */
export interface RowSink {
  length: number;
  t: Float64Array;
  v: Float64Array;
  /** Codes of `qualities`; an empty cell is -1, which 16 bits hold as 65535. */
  q: Uint16Array;
  qualities: Interner;
  /** Adds the values of the next rows from texts (code -1 is an empty cell): numbers to `v`, other texts to the states. */
  addTexts(codes: Int32Array, labels: readonly string[]): void;
  /** Counts neighbours that share a microsecond but not the nanoseconds below it. */
  countCollisions(nanos: Float64Array): void;
  finish(): Series;
}

/** A sink for at most `capacity` rows. */
export function rowSink(capacity: number): RowSink {
  const t = new Float64Array(capacity);
  const v = new Float64Array(capacity);
  const q = new Uint16Array(capacity);
  const qualities = interner();
  const states = interner();
  let stateCodes: Int32Array | null = null;
  let collisions = 0;
  let lastNanos = 0;
  const sink: RowSink = { length: 0, t, v, q, qualities, addTexts, countCollisions, finish };
  return sink;

  function addTexts(codes: Int32Array, labels: readonly string[]): void {
    const numbers = labels.map((label) => (label.trim() === "" ? Number.NaN : readNumber(label)));
    for (let i = 0, o = sink.length; i < codes.length; i++, o++) {
      const number = codes[i] < 0 ? Number.NaN : numbers[codes[i]];
      v[o] = number ?? Number.NaN;
      if (number !== null) continue;
      stateCodes ??= new Int32Array(capacity).fill(-1);
      stateCodes[o] = states.ofText(labels[codes[i]]);
    }
  }

  function countCollisions(nanos: Float64Array): void {
    for (let i = 0, o = sink.length; i < nanos.length; i++, o++) {
      if (o > 0 && t[o] === t[o - 1] && nanos[i] !== lastNanos) collisions++;
      lastNanos = nanos[i];
    }
  }

  function finish(): Series {
    const n = sink.length;
    const rows = { t: trimmed(t, n), v: trimmed(v, n), q: trimmed(q, n) };
    const code = stateCodes && trimmed(stateCodes, n);
    return {
      ...rows,
      qualities: renumber(rows.q, qualities.labels),
      states: code && { code, labels: states.labels },
      subMicrosecondCollisions: collisions,
    };
  }
}

/**
 * Numbers the labels anew in the order in which the rows first show them, and drops those that none shows (a file's
 * dictionary has its own order, and covers rows that were not read).
 */
function renumber(q: Uint16Array, labels: readonly string[]): (string | null)[] {
  const shown: number[] = [];
  const place = new Int32Array(EMPTY + 1).fill(-1);
  const distinct = labels.length + (q.includes(EMPTY) ? 1 : 0);
  for (let i = 0; i < q.length && shown.length < distinct; i++) {
    if (place[q[i]] >= 0) continue;
    place[q[i]] = shown.length;
    shown.push(q[i]);
  }
  if (shown.some((code, i) => code !== i)) for (let i = 0; i < q.length; i++) q[i] = place[q[i]];
  return shown.map((code) => (code === EMPTY ? null : labels[code]));
}

/** The first `n` entries; a copy when the rest would keep much memory alive. */
function trimmed<A extends Float64Array | Uint16Array | Int32Array>(column: A, n: number): A {
  return (n * 2 < column.length ? column.slice(0, n) : column.subarray(0, n)) as A;
}
