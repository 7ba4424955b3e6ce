import { readNumber } from "../../series/numeric-text.ts";
import type { Series } from "../../series/series.ts";

/** Columns being filled, row group by row group. `length` rows are final; what lies beyond is scratch. */
export interface RowSink {
  length: number;
  t: Float64Array;
  v: Float64Array;
  /** Adds the qualities of the next rows, as codes into labels (-1 for an empty cell). False when there are too many. */
  addQualities(codes: Int32Array, labels: readonly string[]): boolean;
  /** Adds the values of the next rows from texts: numbers to `v`, other texts to the states. */
  addTexts(codes: Int32Array, labels: readonly string[]): void;
  /** Counts neighbours that share a microsecond but not the nanoseconds below it. */
  countCollisions(nanos: Float64Array): void;
  finish(): Series;
}

/** `q` is 16 bits wide. */
const MOST_QUALITIES = 65_535;

/** A sink for at most `capacity` rows. */
export function rowSink(capacity: number): RowSink {
  const t = new Float64Array(capacity);
  const v = new Float64Array(capacity);
  const q = new Uint16Array(capacity);
  const qualities = firstSeen<string | null>();
  const states = firstSeen<string>();
  let stateCodes: Int32Array | null = null;
  let collisions = 0;
  let lastNanos = 0;
  const sink: RowSink = {
    length: 0,
    t,
    v,
    addQualities: (codes, labels) => {
      const shared = sharedCodes(codes, labels, qualities);
      for (let i = 0, o = sink.length; i < codes.length; i++, o++) q[o] = shared[codes[i] + 1];
      return qualities.labels.length <= MOST_QUALITIES;
    },
    addTexts: (codes, labels) => {
      const numbers = labels.map((label) => (label.trim() === "" ? Number.NaN : readNumber(label)));
      for (let i = 0, o = sink.length; i < codes.length; i++, o++) {
        const number = codes[i] < 0 ? Number.NaN : numbers[codes[i]];
        v[o] = number ?? Number.NaN;
        if (number !== null) continue;
        stateCodes ??= new Int32Array(capacity).fill(-1);
        stateCodes[o] = states.codeOf(labels[codes[i]]);
      }
    },
    countCollisions: (nanos) => {
      for (let i = 0, o = sink.length; i < nanos.length; i++, o++) {
        if (o > 0 && t[o] === t[o - 1] && nanos[i] !== lastNanos) collisions++;
        lastNanos = nanos[i];
      }
    },
    finish: () => {
      const n = sink.length;
      return {
        t: trimmed(t, n),
        v: trimmed(v, n),
        q: trimmed(q, n),
        qualities: qualities.labels,
        states: stateCodes && { code: trimmed(stateCodes, n), labels: states.labels },
        subMicrosecondCollisions: collisions,
      };
    },
  };
  return sink;
}

/** Labels in the order in which rows first show them. */
function firstSeen<L>() {
  const labels: L[] = [];
  const codes = new Map<L, number>();
  const codeOf = (label: L): number => {
    let code = codes.get(label);
    if (code === undefined) {
      code = labels.length;
      labels.push(label);
      codes.set(label, code);
    }
    return code;
  };
  return { labels, codeOf };
}

/** The shared code of each label of a row group, one place further because -1 (null) is a code too. */
function sharedCodes<L>(
  codes: Int32Array,
  labels: readonly L[],
  shared: { codeOf(label: L | null): number },
): Int32Array {
  const known = new Int32Array(labels.length + 1).fill(-1);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (known[code + 1] < 0) known[code + 1] = shared.codeOf(code < 0 ? null : labels[code]);
  }
  return known;
}

/** The first `n` entries; a copy when the rest would keep much memory alive. */
function trimmed<A extends Float64Array | Uint16Array | Int32Array>(column: A, n: number): A {
  return (n * 2 < column.length ? column.slice(0, n) : column.subarray(0, n)) as A;
}
