import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder, seriesCsv } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const values = [10, 10, 11, 10, 9, 10, 10, 20, 21, 20, 19, 20, 20];
const seg = seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values });

test("A06: one break, before sample 8, not on a multiple of five; objective 14", async () => {
  const argv = ["segment", "seg.csv", "--penalty", "10", "--scale", "none", "--min-size", "2"];
  const { exit, document } = await inFolder({ "seg.csv": seg }, () => runJson(argv));
  assert.equal(exit, 0);
  assert.deepEqual(document.breakpoints, ["2024-01-01T00:07:00Z"]);
  const segments = document.segments as { n: number; median: number; mad: number }[];
  assert.deepEqual(
    segments.map(({ n, median, mad }) => [n, median, mad]),
    [
      [7, 10, 0],
      [6, 20, 0],
    ],
  );
  // Squares around 10 and 20 are 1 + 1 and 1 + 1, the breakpoint costs 10; one segment would cost 327.08.
  assert.deepEqual([document.cost, document.objective], [4, 14]);
});
