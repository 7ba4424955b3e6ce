import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder, seriesCsv } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

// 30 samples around 50 whose mean moving range is 11.6/29 = 0.4 and whose MAD is 0.2.
const baseline = Array.from({ length: 5 }, () => [50.0, 50.4, 49.8, 50.2, 50.0, 49.6]).flat();
const x = seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values: [...baseline, 50.85, 51.0, 51.2] });
const call = [
  "spc",
  "x.csv",
  "--baseline",
  "2024-01-01T00:00:00Z/PT30M",
  "--window",
  "2024-01-01T00:30:00Z/PT3M",
  "--max-events",
  "all",
];

interface Fields {
  limits: { center: number; sigma: number; lcl: number; ucl: number; sigma_method: string; sigma_formula: string };
  rules: { rule: string; n: number; hits: { timestamp: string }[] }[];
}

async function chart(sigma: string): Promise<Fields> {
  const run = await inFolder({ "x.csv": x }, () => runJson([...call, "--sigma", sigma]));
  assert.equal(run.exit, 0, run.stderr);
  return run.document as unknown as Fields;
}

function close(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-9 * Math.abs(expected), `${actual} is not ${expected}`);
}

test("A07: moving-range sigma is 0.4/1.128 and one sample is beyond 3 sigma", async () => {
  const { limits, rules } = await chart("moving-range");
  close(limits.center, 50);
  close(limits.sigma, 0.4 / 1.128);
  close(limits.lcl, 50 - (3 * 0.4) / 1.128);
  close(limits.ucl, 50 + (3 * 0.4) / 1.128);
  assert.equal(limits.sigma_method, "MOVING_RANGE");
  assert.match(limits.sigma_formula, /1\.128/);
  assert.deepEqual([rules[0].rule, rules[0].n], ["BEYOND_3SIGMA", 1]);
  assert.deepEqual(
    rules[0].hits.map(({ timestamp }) => timestamp),
    ["2024-01-01T00:32:00Z"],
  );
});

test("A07: MAD sigma is 1.4826 x 0.2 and two samples are beyond 3 sigma", async () => {
  const { limits, rules } = await chart("mad");
  close(limits.center, 50);
  close(limits.sigma, 0.29652);
  close(limits.lcl, 49.11044);
  close(limits.ucl, 50.88956);
  assert.equal(limits.sigma_method, "MAD");
  assert.deepEqual(
    rules[0].hits.map(({ timestamp }) => timestamp),
    ["2024-01-01T00:31:00Z", "2024-01-01T00:32:00Z"],
  );
});
