import { formatInstant } from "../contract/instant.ts";
import { refusal } from "../contract/outcome.ts";

/** Where time first runs backwards in rows in file order, and how often it does. */
export interface BackwardSteps {
  steps: number;
  /** Position of the first row that precedes the one before it, from 0; -1 when there is none. */
  first: number;
  /** Stamps of the row before it and of that row, microseconds. */
  from: number;
  to: number;
}

/** Counts the rows whose timestamp is before the previous row's. Repeated timestamps are no step. */
export function backwardSteps(t: Float64Array): BackwardSteps {
  const found: BackwardSteps = { steps: 0, first: -1, from: Number.NaN, to: Number.NaN };
  for (let i = 1; i < t.length; i++) {
    if (t[i] >= t[i - 1]) continue;
    if (found.steps++ === 0) Object.assign(found, { first: i, from: t[i - 1], to: t[i] });
  }
  return found;
}

/**
 * Refuses NonMonotonicIndex when there is a backward step. `rows` is the number of rows that were looked at; `where`
 * says what positions count (`data row`, `row of the window`) and positions are shown from 1.
 */
export function refuseBackwards(subject: string, found: BackwardSteps, rows: number, where: string): void {
  if (found.steps === 0) return;
  const [from, to] = [formatInstant(found.from), formatInstant(found.to)];
  const newestFirst = found.steps === rows - 1;
  const often = newestFirst
    ? "the rows run newest first"
    : `${found.steps} step${found.steps === 1 ? "" : "s"} back in all`;
  const remedy = newestFirst ? "export them oldest first" : "fix the order of the export: rows are never sorted here";
  throw refusal(
    "NonMonotonicIndex",
    `${subject}: ${where} ${found.first + 1} (${to}) precedes the row before it (${from}), ${often}; ${remedy}`,
    {
      check: "time_order",
      observed: found.steps,
      required: 0,
      remedy,
      tag: subject,
      position: found.first + 1,
      previous: from,
      current: to,
    },
  );
}
