import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { controlConstants, MAX_SUBGROUP } from "../../../src/process/control/control-constants.ts";
import oracle from "../../oracles/control-charts.json" with { type: "json" };

test("factors for n = 2 to 25 are the integrals, correct to the third decimal", () => {
  assert.deepEqual(
    oracle.factors.map(({ n }) => n),
    Array.from({ length: MAX_SUBGROUP - 1 }, (_, i) => i + 2),
  );
  for (const { n, ...exact } of oracle.factors) {
    const ours = controlConstants(n);
    for (const [name, value] of Object.entries(exact)) {
      const printed = ours[name as keyof typeof ours];
      assert.ok(Math.abs(printed - value) <= 0.0005 + 1e-9, `${name} of n = ${n}: ${printed} is not ${value}`);
    }
  }
});

test("D4 falls with n; it is not 3.267 up to n = 6, as the reference's table has it", () => {
  // Published (Montgomery, Introduction to Statistical Quality Control, appendix VI): 3.267 2.574 2.282 2.114 2.004.
  [3.267, 2.574, 2.282, 2.114, 2.004].forEach((published, i) => {
    assert.ok(Math.abs(controlConstants(i + 2).D4 - published) <= 0.0011);
  });
});

test("outside 2 to 25 there are no factors", () => {
  for (const n of [1, 26, 2.5]) assert.throws(() => controlConstants(n), RangeError);
});

const data = process.env.LIQUET_DATA;
const rings = data === undefined ? "" : join(data, "qcc/pistonrings.txt");

test("A2 and d2 give the published x-bar limits of the piston rings", {
  skip: !existsSync(rings) && "LIQUET_DATA is not set",
}, () => {
  // qcc 2.7 `summary(qcc(diameter[1:25, ], type = "xbar"))`: center 74.00118, sigma 0.009785039, limits 73.98805 74.0143.
  const diameters = readFileSync(rings, "utf8")
    .trim()
    .split("\n")
    .slice(1, 126)
    .map((line) => Number(line.trim().split(/\s+/)[0]));
  const groups = Array.from({ length: 25 }, (_, i) => diameters.slice(5 * i, 5 * i + 5));
  const average = (xs: number[]) => xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const center = average(groups.map(average));
  const range = average(groups.map((group) => Math.max(...group) - Math.min(...group)));
  const { A2, d2 } = controlConstants(5);
  assert.ok(Math.abs(center - 74.00118) < 5e-6);
  assert.ok(Math.abs(range / d2 - 0.009785039) < 1e-6);
  assert.ok(Math.abs(center - A2 * range - 73.98805) < 2e-5);
  assert.ok(Math.abs(center + A2 * range - 74.0143) < 2e-5);
});
