import { refusal } from "../contract/outcome.ts";
import { type CodeReading, type Declarations, declarations, looksLikeOpcDa, readCode } from "./quality.ts";
import type { Series } from "./series.ts";
import { type Severity, type TagMeta, tagOf } from "./tag-meta.ts";

/** Severity as a number: the worse of two is the smaller. */
export const RANK = { BAD: 0, UNCERTAIN: 1, GOOD: 2 } as const satisfies Record<Severity, number>;

/** What the quality column and the value column say of each row. */
export interface RowQuality {
  /** `RANK` of each row. */
  severity: Uint8Array;
  /** 1 where the row counts in statistics: GOOD, and a finite number (for role MODE also a text). */
  valid: Uint8Array;
  n_valid: number;
  counts: Record<Severity, number>;
  /** Rows whose value is ±Infinity; never valid. */
  n_non_finite: number;
  /** How each entry of `series.qualities` reads, and how many rows carry it. */
  codes: CodeReading[];
  code_rows: Uint32Array;
  /** Codes no rule knows, sorted, null (an empty cell) last. */
  unmapped_codes: (string | null)[];
  looks_like_opc_da: boolean;
}

/** One text of the value column and how many rows hold it. */
export interface StateCount {
  state: string;
  n: number;
}

/**
 * Reads every row's severity and validity. Text in the value column takes the worse of the row's quality and its own
 * declared severity; for role MODE undeclared text is the value. Refuses SchemaError on other undeclared text (each
 * string with its count), and on a digital-state number that the tag declares GOOD.
 */
export function rowQuality(series: Series, meta: TagMeta): RowQuality {
  const declared = declarations(meta);
  const codes = series.qualities.map((raw) => readCode(raw, declared));
  const ranks = Uint8Array.from(codes, (code) => RANK[code.severity]);
  const code_rows = new Uint32Array(codes.length);
  const n = series.t.length;
  const severity = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const code = series.q[i];
    severity[i] = ranks[code];
    code_rows[code]++;
  }
  refuseGoodDigitalState(series.qualities, codes, code_rows, meta);
  const labels = series.states ? stateSeverities(series, meta, declared) : [];
  if (series.states) lowerByText(severity, series.states.code, labels);
  const { valid, n_valid, counts, n_non_finite } = judge(series, severity, labels);
  return {
    severity,
    valid,
    n_valid,
    counts,
    n_non_finite,
    codes,
    code_rows,
    unmapped_codes: unmapped(series.qualities, codes),
    looks_like_opc_da: looksLikeOpcDa(codes, meta.quality_codes !== null),
  };
}

/**
 * The declared severity of each text of the value column; null where it is a state of a MODE tag.
 * Refuses SchemaError when another tag holds text that `quality_codes` does not name.
 */
export function stateSeverities(series: Series, meta: TagMeta, declared: Declarations): (Severity | null)[] {
  const labels = series.states?.labels ?? [];
  const severities = labels.map((label) => declared(label));
  if (severities.includes(null)) refuseUnexplained(countStates(series), meta, declared);
  return severities;
}

/** Each text of the value column with its rows, most frequent first, then by text. */
export function countStates(series: Series, keep: Uint8Array | null = null): StateCount[] {
  const { code, labels } = series.states ?? { code: new Int32Array(0), labels: [] };
  const rows = new Uint32Array(labels.length);
  for (let i = 0; i < code.length; i++) {
    if (code[i] >= 0 && (keep === null || keep[i] !== 0)) rows[code[i]]++;
  }
  return sortedCounts(labels.map((state, i) => ({ state, n: rows[i] })));
}

/** Each state of a MODE tag's valid rows, texts and numbers alike, with its rows; ordered as `countStates`. */
export function countModeStates(series: Series, valid: Uint8Array): StateCount[] {
  const numbers = new Map<number, number>();
  for (let i = 0; i < series.v.length; i++) {
    const x = series.v[i];
    if (valid[i] !== 0 && !Number.isNaN(x)) numbers.set(x, (numbers.get(x) ?? 0) + 1);
  }
  const numeric = [...numbers].map(([x, n]) => ({ state: String(x), n }));
  return sortedCounts([...countStates(series, valid), ...numeric]);
}

/** Drops what never occurs; most frequent first, then by code unit order of the text. */
function sortedCounts(counts: StateCount[]): StateCount[] {
  return counts.filter(({ n }) => n > 0).sort((a, b) => b.n - a.n || (a.state < b.state ? -1 : 1));
}

function lowerByText(severity: Uint8Array, code: Int32Array, labels: (Severity | null)[]): void {
  for (let i = 0; i < code.length; i++) {
    const declared = code[i] < 0 ? null : labels[code[i]];
    if (declared !== null && RANK[declared] < severity[i]) severity[i] = RANK[declared];
  }
}

function judge({ v, states }: Series, severity: Uint8Array, labels: (Severity | null)[]) {
  const valid = new Uint8Array(v.length);
  const tally = [0, 0, 0];
  let n_valid = 0;
  let n_non_finite = 0;
  for (let i = 0; i < v.length; i++) {
    const x = v[i];
    const finite = Number.isFinite(x);
    tally[severity[i]]++;
    if (!finite && !Number.isNaN(x)) n_non_finite++;
    if (severity[i] !== RANK.GOOD) continue;
    const isState = states !== null && states.code[i] >= 0 && labels[states.code[i]] === null;
    if (!finite && !isState) continue;
    valid[i] = 1;
    n_valid++;
  }
  return { valid, n_valid, n_non_finite, counts: { GOOD: tally[2], UNCERTAIN: tally[1], BAD: tally[0] } };
}

function unmapped(qualities: (string | null)[], codes: CodeReading[]): (string | null)[] {
  const texts = qualities.filter((_, i) => codes[i].rule === "unmapped");
  const named = texts.filter((text) => text !== null).sort();
  return named.length === texts.length ? named : [...named, null];
}

/** Refuses SchemaError when a digital-state number among these codes is declared GOOD; `rows` is how many carry each. */
export function refuseGoodDigitalState(
  qualities: readonly (string | null)[],
  codes: readonly CodeReading[],
  rows: ArrayLike<number>,
  meta: TagMeta,
): void {
  const at = codes.findIndex((code) => code.state !== null && code.severity === "GOOD");
  if (at < 0) return;
  const tag = tagOf(meta);
  const { number, state } = codes[at];
  throw refusal(
    "SchemaError",
    `${tag}: quality_codes declare '${qualities[at]}' GOOD, but ${number} is the digital state ${state} (${rows[at]} rows), which holds no reading; declare it BAD or UNCERTAIN`,
    {
      check: "digital_state_not_good",
      observed: "GOOD",
      required: "BAD or UNCERTAIN",
      remedy: `correct ${number} in quality_codes`,
      tag,
      code: number,
      rows: rows[at],
    },
  );
}

const SHOWN = 20;

/** Refuses SchemaError when a tag that is no MODE holds text that it does not declare; each text with its count. */
export function refuseUnexplained(counts: StateCount[], meta: TagMeta, declared: Declarations): void {
  const found = meta.role === "MODE" ? [] : sortedCounts(counts.filter(({ state }) => declared(state) === null));
  if (found.length > 0) throw unexplained(found, meta);
}

function unexplained(found: StateCount[], meta: TagMeta) {
  const tag = tagOf(meta);
  const shown = found.slice(0, SHOWN);
  const dropped = found.length - shown.length;
  const list = shown.map(({ state, n }) => `'${state}' (${n} row${n === 1 ? "" : "s"})`).join(", ");
  const example = JSON.stringify({ quality_codes: Object.fromEntries(shown.map(({ state }) => [state, "BAD"])) });
  return refusal(
    "SchemaError",
    `${tag}: the value column holds text that quality_codes does not explain: ${list}${dropped > 0 ? ` and ${dropped} more` : ""}; declare each in the metadata, for example ${example}`,
    {
      check: "value_text_declared",
      observed: shown,
      observed_dropped: dropped,
      required: "a quality_codes entry for each",
      remedy: "declare each text in quality_codes",
      tag,
    },
  );
}
