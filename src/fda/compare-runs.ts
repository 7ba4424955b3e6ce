import type { Diagnostic, Method, ParameterName, Parameters } from "./methods/method.ts";
import type { Run } from "./run.ts";

export type Direction = "better" | "worse" | "neutral";

/** What changed between two runs of a method on the same data. */
export interface RunChange {
  changed_parameters: { parameter: ParameterName; before: number | string; after: number | string }[];
  /** After less before, of every finite number that both runs have. */
  delta: Record<string, number>;
  /** delta over |before|; a before of 0 has none. */
  relative_change: Record<string, number>;
  /** Flags and words that are another. */
  flips: Record<string, { before: string; after: string }>;
  /**
   * Of every key of `delta` and `flips`: neutral when it did not change, or when neither way is better. A number that
   * a changed parameter moves by itself is neutral too.
   */
  direction: Record<string, Direction>;
}

/** Differences of two runs, key by key in the order of the first. */
export function compareRuns(before: Run, after: Run): RunChange {
  const change: RunChange = {
    changed_parameters: changedParameters(before.parameters, after.parameters),
    delta: {},
    relative_change: {},
    flips: {},
    direction: {},
  };
  const { moves = {} } = before.method;
  const moved = change.changed_parameters.flatMap(({ parameter }) => moves[parameter] ?? []);
  for (const [key, from] of Object.entries(before.result.diagnostics)) {
    const found = after.result.diagnostics[key];
    if (found === undefined) continue;
    const to = alike(from, found) ? from : found;
    if (typeof from === "number" && typeof to === "number") {
      change.delta[key] = to - from;
      if (from !== 0) change.relative_change[key] = (to - from) / Math.abs(from);
    } else if (from !== to && !key.endsWith("_reason")) {
      change.flips[key] = { before: word(from), after: word(to) };
    } else {
      continue;
    }
    change.direction[key] = moved.includes(key) ? "neutral" : directionOf(before.method, key, from, to);
  }
  return change;
}

/** Answers hold 12 digits: numbers that agree in these have not changed, and their difference would be rounding. */
function alike(a: Diagnostic, b: Diagnostic): boolean {
  if (typeof a !== "number" || typeof b !== "number") return a === b;
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}

function changedParameters(before: Parameters, after: Parameters): RunChange["changed_parameters"] {
  const names = Object.keys(before) as (keyof Parameters)[];
  return names
    .map((parameter) => ({ parameter, before: before[parameter] ?? "none", after: after[parameter] ?? "none" }))
    .filter((each) => each.before !== each.after);
}

/** Numbers to 12 digits, as answers have them. */
function word(value: Diagnostic): string {
  if (typeof value === "number") return String(Number(value.toPrecision(12)));
  return value === null ? "n/a" : String(value);
}

function directionOf({ better }: Method, key: string, from: Diagnostic, to: Diagnostic): Direction {
  const wanted = better[key];
  const [a, b] = [from, to].map((value) => (value === null || typeof value === "string" ? Number.NaN : Number(value)));
  if (wanted === undefined || a === b || Number.isNaN(a) || Number.isNaN(b)) return "neutral";
  return b < a === (wanted === "smaller") ? "better" : "worse";
}
