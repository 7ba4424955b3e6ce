import { classicalDecomposition } from "../decompose/classical.ts";
import { m4SeasonTest } from "../seasonality/m4-test.ts";
import { perTraining } from "./per-training.ts";

/**
 * The Naive 2 benchmark of the M competitions: the last value of the series without its season, with the season put
 * back; the season is multiplicative (additive where values are not positive) and there is one when the M4 test says so.
 */
export function naive2(train: Float64Array, sp: number, steps: readonly number[]): Float64Array {
  const n = train.length;
  const last = train[n - 1];
  const season = seasonIn(train, sp);
  if (season === null) return Float64Array.from(steps, () => last);
  const { multiplicative, figure } = season;
  const from = figure[(n - 1) % sp];
  return Float64Array.from(steps, (h) => {
    const to = figure[(n - 1 + h) % sp];
    return multiplicative ? (last / from) * to : last - from + to;
  });
}

/** The season of the training rows; null where the test finds none. */
const seasonIn = perTraining((train, sp) => {
  if (!m4SeasonTest(train, sp).seasonal) return null;
  const multiplicative = train.every((value) => value > 0);
  return { multiplicative, ...classicalDecomposition(train, sp, multiplicative ? "multiplicative" : "additive") };
});
