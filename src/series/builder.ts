import { refusal } from "../contract/outcome.ts";
import type { Series } from "./series.ts";

/** Rows to add: columns of equal length. Codes index the dictionaries the builder was made with; -1 is an empty cell. */
export interface SeriesChunk {
  t: Float64Array;
  v: Float64Array;
  quality: Int32Array;
  text: Int32Array | null;
}

/** Collects rows of one tag. */
export interface SeriesBuilder {
  /** Adds rows from <= i < to. */
  append(chunk: SeriesChunk, from: number, to: number): void;
  rows(): number;
  /** The rows so far, as columns of their own; the dictionaries hold what these rows show, in the order they show it. */
  take(): Series;
}

const MOST_CODES = 65_536;

/** An empty builder. `qualities` and `texts` are the dictionaries of the chunks; they may grow between two of them. */
export function seriesBuilder(qualities: readonly string[], texts: readonly string[], label: string): SeriesBuilder {
  let [t, v, q] = [new Float64Array(1024), new Float64Array(1024), new Uint16Array(1024)];
  let text: Int32Array | null = null;
  let n = 0;
  const quality = firstSeen();
  const state = firstSeen();

  function reserve(rows: number): void {
    if (rows <= t.length) return;
    const size = Math.max(rows, t.length * 2);
    [t, v, q] = [grown(t, new Float64Array(size)), grown(v, new Float64Array(size)), grown(q, new Uint16Array(size))];
    if (text) text = grown(text, new Int32Array(size).fill(-1));
  }

  return {
    append(chunk, from, to) {
      reserve(n + to - from);
      t.set(chunk.t.subarray(from, to), n);
      v.set(chunk.v.subarray(from, to), n);
      for (let i = from, k = n; i < to; i++, k++) q[k] = quality.index(chunk.quality[i]);
      if (quality.codes.length > MOST_CODES) throw tooManyCodes(label);
      if (chunk.text) {
        text ??= new Int32Array(t.length).fill(-1);
        for (let i = from, k = n; i < to; i++, k++) if (chunk.text[i] >= 0) text[k] = state.index(chunk.text[i]);
      }
      n += to - from;
    },
    rows: () => n,
    take() {
      const states =
        text && state.codes.length > 0 ? { code: text.slice(0, n), labels: state.codes.map((c) => texts[c]) } : null;
      return {
        t: t.slice(0, n),
        v: v.slice(0, n),
        q: q.slice(0, n),
        qualities: quality.codes.map((code) => (code < 0 ? null : qualities[code])),
        states,
        subMicrosecondCollisions: 0,
      };
    },
  };
}

/** Numbers codes in the order they are first asked for. */
function firstSeen(): { codes: number[]; index(code: number): number } {
  const codes: number[] = [];
  // One place further, because -1 is a code too.
  const known: number[] = [];
  return {
    codes,
    index(code) {
      const at = known[code + 1];
      if (at !== undefined) return at;
      known[code + 1] = codes.length;
      return codes.push(code) - 1;
    },
  };
}

function grown<A extends Float64Array | Uint16Array | Int32Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

function tooManyCodes(label: string): Error {
  const remedy = "name the right quality column";
  return refusal(
    "SchemaError",
    `${label}: the quality column holds more than ${MOST_CODES} distinct codes; ${remedy}`,
    {
      check: "distinct_qualities",
      required: `at most ${MOST_CODES}`,
      remedy,
    },
  );
}
