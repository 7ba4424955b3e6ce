import assert from "node:assert/strict";
import { test } from "node:test";
import { perTraining } from "../../../src/forecast/score/per-training.ts";

test("what hangs on the training rows and the season is computed once for each, and other rows are other rows", () => {
  const asked: [number, number][] = [];
  const sum = perTraining((train, sp) => {
    asked.push([train.length, sp]);
    return sp < 0 ? null : train.reduce((total, value) => total + value, sp);
  });
  const [a, b] = [Float64Array.of(1, 2), Float64Array.of(1, 2)];
  assert.deepEqual([sum(a, 0), sum(a, 0), sum(a, 1), sum(b, 0), sum(a, -1), sum(a, -1)], [3, 3, 4, 3, null, null]);
  assert.deepEqual(asked, [
    [2, 0],
    [2, 1],
    [2, 0],
    [2, -1],
  ]);
});
