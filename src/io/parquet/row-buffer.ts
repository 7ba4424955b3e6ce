import type { Series } from "../../series/series.ts";

/** What the value column holds: doubles, or text (states, with numbers spelled out among them). */
export type ValueKind = "number" | "text";

/** The columns of one row group as the parquet writer takes them. */
export interface GroupRows {
  /** Microseconds. */
  t: BigInt64Array;
  value: Float64Array | (number | string | null)[];
  quality: (string | null)[];
}

/** Collects rows until a row group is full, and hands it on. */
export interface RowBuffer {
  add(rows: Series): void;
  /** Hands on what is left. */
  flush(): void;
  /** Rows added so far. */
  rows(): number;
}

/** A buffer for row groups of `size` rows. `emit` gets each full one; it may keep nothing of it. */
export function rowBuffer(size: number, kind: ValueKind, emit: (rows: GroupRows) => void): RowBuffer {
  const t = new BigInt64Array(size);
  const v = new Float64Array(size);
  const text: (string | null)[] = kind === "text" ? new Array(size).fill(null) : [];
  const quality: (string | null)[] = new Array(size).fill(null);
  let filled = 0;
  let total = 0;

  function add(rows: Series): void {
    if (rows.states && kind !== "text") throw new Error("text was given to a writer of numbers");
    for (let i = 0; i < rows.t.length; i++) {
      t[filled] = BigInt(rows.t[i]);
      v[filled] = rows.v[i];
      if (kind === "text") text[filled] = textAt(rows, i);
      quality[filled] = rows.qualities[rows.q[i]];
      if (++filled === size) flush();
    }
  }

  function flush(): void {
    if (filled === 0) return;
    const value = kind === "text" ? text.slice(0, filled) : numbers(v.slice(0, filled));
    emit({ t: t.slice(0, filled), value, quality: quality.slice(0, filled) });
    total += filled;
    filled = 0;
  }

  return { add, flush, rows: () => total + filled };
}

/** NaN stands for an empty cell in a series; as null it costs no bytes and is not mistaken for a reading. */
function numbers(v: Float64Array): Float64Array | (number | null)[] {
  return v.some(Number.isNaN) ? Array.from(v, (value) => (Number.isNaN(value) ? null : value)) : v;
}

function textAt({ v, states }: Series, i: number): string | null {
  if (states && states.code[i] >= 0) return states.labels[states.code[i]];
  if (Number.isNaN(v[i])) return null;
  return Object.is(v[i], -0) ? "-0" : String(v[i]);
}
