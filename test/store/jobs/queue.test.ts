import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { attemptsBefore } from "../../../src/store/jobs/queue.ts";
import type { Attempt } from "../../../src/store/jobs/run-files.ts";

const part = (letter: string) => join("/store", "subjects", letter.repeat(32));
/** An attempt of a part of the store, made at a time. */
const job = (letter: string, created: number) => ({
  at: { folder: part(letter), job_id: `job_${letter}${created}`, attempt: 1 },
  created,
});
const orderOf = (jobs: ReturnType<typeof job>[]) => {
  const created = (at: Attempt) => jobs.find((each) => each.at === at)?.created ?? 0;
  const live = jobs.map(({ at }) => at);
  return live.map((at) => attemptsBefore(at, live, created).length);
};

test("within one store the older job is first", () => {
  assert.deepEqual(orderOf([job("a", 3), job("a", 1), job("a", 2)]), [2, 0, 1]);
});

test("a subject's first job stands before another's second one, however early that was made", () => {
  assert.deepEqual(orderOf([job("a", 1), job("a", 2), job("a", 3), job("b", 4), job("b", 5)]), [0, 2, 4, 1, 3]);
});

test("of two that were made in the same millisecond one is first, whoever looks", () => {
  assert.deepEqual(orderOf([job("b", 1), job("a", 1)]), [1, 0]);
});

test("one that is in no list, as its start was not written down yet, is still told who is before it", () => {
  const [first, mine] = [job("a", 1), job("b", 2)];
  assert.deepEqual(
    attemptsBefore(mine.at, [first.at], (at) => (at === mine.at ? 2 : 1)),
    [first.at],
  );
});
