import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder, seriesCsv } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const baseline = Array.from({ length: 5 }, () => [50.0, 50.4, 49.8, 50.2, 50.0, 49.6]).flat();
const pairs = (n: number) => Array.from({ length: n }, () => [50.1, 50.2]).flat();
// Eight above the center, one below, nine above, one on the center, eight above.
const monitored = [...pairs(4), 49.9, ...pairs(4), 50.1, 50.0, ...pairs(4)];
const y = seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values: [...baseline, ...monitored] });

test("A08: nine in a row on one side signal once, at the ninth; a value on the center is on no side", async () => {
  const argv = ["spc", "y.csv", "--baseline", "2024-01-01T00:00:00Z/PT30M", "--window", "2024-01-01T00:30:00Z/PT27M"];
  const run = await inFolder({ "y.csv": y }, () => runJson([...argv, "--max-events", "all"]));
  assert.equal(run.exit, 0, run.stderr);
  const { rules, runs } = run.document as {
    rules: { rule: string; n: number; hits: { timestamp: string }[] }[];
    runs: unknown[];
  };
  assert.deepEqual(
    rules.map(({ rule, n }) => [rule, n]),
    [
      ["BEYOND_3SIGMA", 0],
      ["RUN_9_SAMESIDE", 1],
      ["TREND_6", 0],
    ],
  );
  assert.equal(rules[1].hits[0].timestamp, "2024-01-01T00:47:00Z");
  assert.deepEqual(runs, [
    { rule: "RUN_9_SAMESIDE", start: "2024-01-01T00:39:00Z", end: "2024-01-01T00:47:00Z", n: 9 },
  ]);
});
