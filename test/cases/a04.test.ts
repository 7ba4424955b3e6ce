import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const CSV = `timestamp,value,quality
2024-01-01T00:00:00Z,10,GOOD
2024-01-01T00:50:00Z,20,GOOD
2024-01-01T00:55:00Z,30,GOOD
2024-01-01T00:58:00Z,20,GOOD
`;
const HOUR = "2024-01-01T00:00:00Z/2024-01-01T01:00:00Z";

async function valuesOf(...options: string[]): Promise<Record<string, unknown>> {
  const { exit, document } = await runJson(["profile", "a.csv", "--window", HOUR, ...options]);
  assert.equal(exit, 0);
  return document.values as Record<string, unknown>;
}

test("A04: stepped and time-weighted, each value counts for the minutes it held, the last to the window's end", () =>
  inFolder({ "a.csv": CSV }, async () => {
    const values = await valuesOf("--basis", "TIME_WEIGHTED", "--stepped");
    assert.equal(values.mean, 12.1666666667); // (10*50 + 20*5 + 30*3 + 20*2) / 60
    assert.equal(values.mean_basis, "TIME_WEIGHTED");
    assert.equal(values.mean_weighted_s, 3600);
  }));

test("A04: event-weighted, each sample counts once", () =>
  inFolder({ "a.csv": CSV }, async () => {
    const values = await valuesOf("--basis", "EVENT_WEIGHTED");
    assert.equal(values.mean, 20); // 80 / 4
    assert.equal(values.mean_basis, "EVENT_WEIGHTED");
    assert.equal(values.mean_weighted_s, null);
  }));
