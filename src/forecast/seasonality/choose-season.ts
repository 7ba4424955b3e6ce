import { m4SeasonTest, type SeasonTest } from "./m4-test.ts";

/** Which season a series has, and how each candidate did. */
export interface ChosenSeason {
  /** The shortest period that passed; 1 when none did. */
  period: number;
  /** Every period that passed, the shortest first. */
  passed: number[];
  /** One test a candidate, on the first differences. */
  tests: SeasonTest[];
}

/**
 * The season among candidates (those that the calendar suggests): the M4 test on the first differences, since a trend
 * or a random walk makes every autocorrelation of the levels large. A positive autocorrelation is asked for.
 */
export function chooseSeason(y: Float64Array, candidates: readonly number[]): ChosenSeason {
  const differences = y.subarray(1).map((value, t) => value - y[t]);
  const periods = [...new Set(candidates)].filter((m) => m >= 2).sort((a, b) => a - b);
  const tests = periods.map((m) => m4SeasonTest(differences, m));
  const passed = tests.filter(({ seasonal, r }) => seasonal && r !== null && r > 0).map(({ period }) => period);
  return { period: passed[0] ?? 1, passed, tests };
}
