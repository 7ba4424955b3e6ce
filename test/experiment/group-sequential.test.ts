import assert from "node:assert/strict";
import { test } from "node:test";
import {
  crossingProbabilities,
  groupSequentialBounds,
  sequentialInflation,
} from "../../src/experiment/group-sequential.ts";
import type { Spending } from "../../src/experiment/spending.ts";
import oracle from "../oracles/power.json" with { type: "json" };

const even = (looks: number) => Array.from({ length: looks }, (_, i) => (i + 1) / looks);
const total = (looks: number, bounds: number[], drift = 0) =>
  crossingProbabilities(even(looks), bounds, drift).reduce((sum, { upper, lower }) => sum + upper + lower, 0);

function near(actual: (number | null)[], expected: number[], tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (const [i, value] of expected.entries()) {
    assert.ok(
      Math.abs((actual[i] ?? Number.NaN) - value) <= tolerance,
      `look ${i + 1}: ${actual[i]}, expected ${value}`,
    );
  }
}

// ldbounds 2.0 (R), two-sided alpha .05, printed to 1e-6.
const PUBLISHED: [string, Spending, number[], number[]][] = [
  [
    "O'Brien-Fleming type, 5 looks",
    { kind: "obrien_fleming" },
    even(5),
    [4.876885, 3.357012, 2.68028, 2.289817, 2.031032],
  ],
  ["O'Brien-Fleming type, 4 looks", { kind: "obrien_fleming" }, even(4), [4.332634, 2.963132, 2.359044, 2.01409]],
  ["O'Brien-Fleming type, 3 looks", { kind: "obrien_fleming" }, even(3), [3.710303, 2.511427, 1.993047]],
  ["O'Brien-Fleming type, 2 looks", { kind: "obrien_fleming" }, even(2), [2.962588, 1.968596]],
  [
    "O'Brien-Fleming type, uneven",
    { kind: "obrien_fleming" },
    [0.2, 0.5, 0.8, 1],
    [4.876885, 2.962629, 2.266195, 2.027794],
  ],
  ["Pocock type, 5 looks", { kind: "pocock" }, even(5), [2.437977, 2.426814, 2.410194, 2.396645, 2.385985]],
  ["power 2, 5 looks", { kind: "power", phi: 2 }, even(5), [3.090232, 2.714112, 2.472777, 2.279863, 2.114027]],
];

for (const [name, spending, fractions, z] of PUBLISHED) {
  test(`bounds are those of ldbounds: ${name}`, () => {
    near(
      groupSequentialBounds(fractions, 0.05, spending).map((look) => look.z),
      z,
      1e-6,
    );
  });
}

test("the bounds spend exactly alpha", () => {
  for (const [, spending, fractions] of PUBLISHED) {
    const looks = groupSequentialBounds(fractions, 0.05, spending);
    const crossed = crossingProbabilities(
      fractions,
      looks.map(({ z }) => z),
    );
    for (const [i, look] of looks.entries()) {
      assert.ok(Math.abs(crossed[i].upper + crossed[i].lower - look.alpha_increment) < 1e-12);
    }
    assert.equal(looks.at(-1)?.alpha_spent, 0.05);
  }
});

test("two-sided alpha .01, power 2: the per-look levels of spotify/confidence", () => {
  // Its test states the nominal levels .000953 .002412 .004097 .006361 at 250, 450, 630, 810 of 810 units.
  const looks = groupSequentialBounds([250 / 810, 450 / 810, 630 / 810, 1], 0.01, { kind: "power", phi: 2 });
  near(
    looks.map(({ nominal_p }) => nominal_p),
    [0.000953, 0.002412, 0.004097, 0.006361],
    5e-7,
  );
});

test("looking at 1.96 again and again makes the error that textbooks state", () => {
  // Armitage, McPherson & Rowe (1969): 2 looks .0831, 5 .1417, 10 .1934, 20 .2479.
  for (const [looks, error] of [
    [2, 0.0831],
    [5, 0.1417],
    [10, 0.1934],
    [20, 0.2479],
  ]) {
    assert.ok(Math.abs(total(looks, Array(looks).fill(1.959963985)) - error) < 6e-5, `${looks} looks`);
  }
});

test("the classic bounds of O'Brien-Fleming and Pocock have error .05", () => {
  assert.ok(Math.abs(total(5, [4.5617, 3.2256, 2.6337, 2.2809, 2.0401]) - 0.05) < 1e-5);
  assert.ok(Math.abs(total(5, Array(5).fill(2.4132)) - 0.05) < 1e-5);
});

test("a look with nothing to spend has no finite bound", () => {
  const [first, last] = groupSequentialBounds([0.001, 1], 0.05, { kind: "obrien_fleming" });
  assert.equal(first.z, null);
  assert.equal(first.nominal_p, null);
  // All of alpha is left for the last look.
  assert.ok(Math.abs((last.z ?? 0) - 1.959963984540054) < 1e-9);
});

test("an overrun spends what is left and keeps the error", () => {
  const fractions = [0.5, 1.2];
  const looks = groupSequentialBounds(fractions, 0.05, { kind: "pocock" });
  const crossed = crossingProbabilities(
    fractions,
    looks.map(({ z }) => z),
  );
  assert.ok(Math.abs(crossed.reduce((sum, { upper, lower }) => sum + upper + lower, 0) - 0.05) < 1e-12);
});

test("inflation is that of an independent recursion, near the classic designs', and 1 for one look", () => {
  assert.ok(Math.abs(sequentialInflation([1], 0.05, 0.8, { kind: "pocock" }) - 1) < 1e-9);
  for (const { kind, looks, power, factor } of oracle.inflation) {
    // The oracle's bounds are rounded to six decimals.
    const found = sequentialInflation(even(looks), 0.05, power, { kind: kind as "pocock" });
    assert.ok(Math.abs(found - factor) < 1e-6, `${kind} ${looks}: ${found}, expected ${factor}`);
  }
  // Jennison & Turnbull, tables 2.2 and 2.4, five looks, power .8: Pocock 1.229, O'Brien-Fleming 1.028.
  assert.ok(Math.abs(sequentialInflation(even(5), 0.05, 0.8, { kind: "pocock" }) - 1.229) < 0.02);
  assert.ok(Math.abs(sequentialInflation(even(5), 0.05, 0.8, { kind: "obrien_fleming" }) - 1.028) < 0.01);
});

test("closely spaced looks keep the error (the grid follows the narrower kernel)", () => {
  const fractions = [0.5, 0.5005, 0.501, 1];
  const looks = groupSequentialBounds(fractions, 0.05, { kind: "pocock" });
  const crossed = crossingProbabilities(
    fractions,
    looks.map(({ z }) => z),
  );
  assert.ok(Math.abs(crossed.reduce((sum, { upper, lower }) => sum + upper + lower, 0) - 0.05) < 1e-12);
  assert.ok(looks.every(({ z }) => z !== null && z > 1.9 && z < 6));
});
