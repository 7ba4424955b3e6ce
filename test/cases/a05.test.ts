import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const CSV = `timestamp,value,quality
2024-01-01T00:00:00Z,10,GOOD
2024-01-01T00:01:00Z,11,GOOD
2024-01-01T00:01:00Z,11,GOOD
2024-01-01T00:02:00Z,12,GOOD
2024-01-01T00:02:00Z,15,GOOD
2024-01-01T00:03:00Z,13,GOOD
`;

test("A05: a repeated instant is counted, conflicting values told apart, and no row is dropped", () =>
  inFolder({ "d.csv": CSV }, async () => {
    const { exit, document } = await runJson(["profile", "d.csv", "--basis", "EVENT_WEIGHTED"]);
    assert.equal(exit, 0);
    const { audited, distinct, duplicates, duplicates_identical, duplicates_conflicting, non_monotonic } =
      document.timestamps as Record<string, number>;
    assert.deepEqual([audited, distinct, duplicates], [6, 4, 2]);
    assert.deepEqual([duplicates_identical, duplicates_conflicting, non_monotonic], [1, 1, 0]);
    const values = document.values as Record<string, number>;
    assert.deepEqual([values.n_good, values.n_samples, values.max], [6, 6, 15]);
    assert.equal(values.mean, 12); // 72 / 6: neither the first nor the last of a pair wins
  }));
