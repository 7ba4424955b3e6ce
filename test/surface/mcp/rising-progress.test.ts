import assert from "node:assert/strict";
import { test } from "node:test";
import { risingProgress } from "../../../src/surface/mcp/rising-progress.ts";

test("a count of curves after a count of bytes goes on from it, and every later piece is as long as the first", () => {
  const told: [number, number, string][] = [];
  const progress = risingProgress((...step) => told.push(step));
  for (const bytes of [500, 1000]) progress(bytes, 1000, "reading");
  for (const curves of [1, 3, 4]) progress(curves, 4, "aligning");
  progress(1, 2, "writing");
  assert.deepEqual(told, [
    [500, 1000, "reading"],
    [1000, 1000, "reading"],
    [1250, 2000, "aligning"],
    [1750, 2000, "aligning"],
    [2000, 2000, "aligning"],
    [2500, 3000, "writing"],
  ]);
});

test("work that counts one thing only is told as it counts", () => {
  const told: number[] = [];
  const progress = risingProgress((done, total) => told.push(done, total));
  for (const done of [1, 2, 2]) progress(done, 2, "runs");
  assert.deepEqual(told, [1, 2, 2, 2, 2, 2]);
});

test("many labels over one count are one piece, so the numbers stay those of the count", () => {
  const told: number[] = [];
  const progress = risingProgress((done, total) => told.push(done, total));
  for (let done = 1; done <= 120; done++) progress(done, 120, `archive ${done}`);
  assert.deepEqual(told.slice(-2), [120, 120]);
});
