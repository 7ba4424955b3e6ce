import { formatInstant } from "../../contract/instant.ts";
import { refusal } from "../../contract/outcome.ts";
import type { RowQuality } from "../../series/row-quality.ts";
import type { Series } from "../../series/series.ts";

/** The state that a MODE tag was in at each of some instants. */
export interface StateJoin {
  /** Index into `labels`; −1 where the MODE tag has no sample at exactly that instant. */
  state: Int32Array;
  labels: string[];
}

/** How many of a window's rows found a state, of all. */
export interface Alignment {
  kept: number;
  total: number;
}

/** The valid samples of a MODE tag: its texts, or its numbers as text. */
export interface ModeSamples {
  t: Float64Array;
  code: Int32Array;
  labels: string[];
}

/** Reads the states of a MODE archive. Refuses SchemaError when one instant has two of them. */
export function modeSamples(rows: Series, quality: RowQuality, tag: string): ModeSamples {
  const t = new Float64Array(quality.n_valid);
  const code = new Int32Array(quality.n_valid);
  const labels: string[] = [];
  const index = new Map<string, number>();
  for (let i = 0, k = 0; i < rows.t.length; i++) {
    if (quality.valid[i] === 0) continue;
    const text =
      rows.states !== null && rows.states.code[i] >= 0 ? rows.states.labels[rows.states.code[i]] : String(rows.v[i]);
    let at = index.get(text);
    if (at === undefined) {
      at = labels.push(text) - 1;
      index.set(text, at);
    }
    if (k > 0 && rows.t[i] === t[k - 1]) throw repeated(tag, rows.t[i]);
    t[k] = rows.t[i];
    code[k++] = at;
  }
  return { t, code, labels };
}

/** Finds the state at each instant of `t` by exact time; both run forward. */
export function joinStates(t: Float64Array, mode: ModeSamples): StateJoin {
  const state = new Int32Array(t.length).fill(-1);
  for (let i = 0, j = 0; i < t.length; i++) {
    while (j < mode.t.length && mode.t[j] < t[i]) j++;
    if (j < mode.t.length && mode.t[j] === t[i]) state[i] = mode.code[j];
  }
  return { state, labels: mode.labels };
}

/** Counts the rows of a window that carry a state. Refuses InsufficientQuality when more than half of them do not. */
export function requireStates(
  t: Float64Array,
  mode: ModeSamples,
  tag: string,
  which: "baseline" | "window",
): Alignment {
  const { state } = joinStates(t, mode);
  let kept = 0;
  for (let i = 0; i < state.length; i++) if (state[i] >= 0) kept++;
  const total = t.length;
  if (2 * (total - kept) <= total) return { kept, total };
  throw refusal(
    "InsufficientQuality",
    `${tag}: ${total - kept} of ${total} ${which} rows have no sample of the MODE tag at the same instant; give a MODE archive on this tag's timestamps`,
    {
      check: "rows_with_a_state",
      observed: kept / total,
      required: 0.5,
      remedy: "give a MODE archive on this tag's timestamps",
      tag,
      kept,
      total,
      which,
    },
  );
}

function repeated(tag: string, us: number) {
  const at = formatInstant(us);
  return refusal(
    "SchemaError",
    `${tag}: the MODE tag has two samples at ${at}, so the state at that instant is not known; keep one of them`,
    {
      check: "unique_timestamps",
      observed: at,
      required: "one sample an instant",
      remedy: "keep one of the samples",
      tag,
    },
  );
}
