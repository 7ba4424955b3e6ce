import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../../src/contract/outcome.ts";
import { joinCovariates, keptSamples, requireDistinctTimes } from "../../../src/process/switchback/kept-samples.ts";

const schedule = { start: 0, end: 200e6, block_s: 10, washout_s: 4, blocks: 8 };

/** Seconds as columns. */
const columns = (seconds: number[], v = seconds) => ({
  t: Float64Array.from(seconds, (s) => s * 1e6),
  v: Float64Array.from(v),
});

test("a block keeps what is at or after its washout's end; the instant that ends the schedule is in no block", () => {
  const kept = keptSamples(schedule, columns([-1, 0, 3.9, 4, 9.999, 10, 14, 79, 80, 84, 199]));
  assert.deepEqual([...kept.y], [4, 9.999, 14, 79]);
  assert.deepEqual([...kept.block], [0, 0, 1, 7]);
});

test("covariates join on the very instant; a sample that lacks one of them is dropped", () => {
  const kept = keptSamples(schedule, columns([4, 5, 6, 7]));
  const joined = joinCovariates(kept, [columns([3, 4, 6, 7], [0, 40, 60, 70]), columns([4, 5, 6], [1, 2, 3])]);
  assert.deepEqual([...joined.kept.y], [4, 6]);
  assert.equal(joined.n_unmatched, kept.t.length - 2);
  assert.deepEqual(
    joined.covariates.map((column) => [...column]),
    [
      [40, 60],
      [1, 3],
    ],
  );
});

test("two samples of the target at one instant both take the covariate's value there", () => {
  const kept = keptSamples(schedule, columns([4, 5, 5], [1, 2, 3]));
  assert.deepEqual([...joinCovariates(kept, [columns([4, 5], [7, 8])]).covariates[0]], [7, 8, 8]);
});

test("a covariate with two values at one instant is refused with the count and the first", () => {
  assert.throws(
    () => requireDistinctTimes("test:F", columns([1, 2, 2, 2, 5])),
    (error) =>
      error instanceof Refusal &&
      error.name === "SchemaError" &&
      error.details.observed === 2 &&
      error.details.first === "1970-01-01T00:00:02Z",
  );
  requireDistinctTimes("test:F", columns([1, 2, 3]));
});
