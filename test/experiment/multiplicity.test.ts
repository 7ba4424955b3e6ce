import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { adjustedPValues, type Correction, intervalPlan } from "../../src/experiment/multiplicity.ts";

const P = [0.01, 0.04, 0.03, 0.005, 0.2];
const shown = (correction: Correction) => adjustedPValues(P, correction).map((p) => Number(p.toFixed(6)));

test("the five corrections of five p-values", () => {
  assert.deepEqual(shown("holm"), [0.04, 0.09, 0.09, 0.025, 0.2]);
  assert.deepEqual(shown("hochberg"), [0.04, 0.08, 0.08, 0.025, 0.2]);
  assert.deepEqual(shown("bh"), [0.025, 0.05, 0.05, 0.025, 0.2]);
  assert.deepEqual(shown("by"), [0.057083, 0.114167, 0.114167, 0.057083, 0.456667]);
  assert.deepEqual(shown("bonferroni"), [0.05, 0.2, 0.15, 0.025, 1]);
});

test("Benjamini and Hochberg (1995), their 15 p-values: BH rejects 4, Holm and Bonferroni 3", () => {
  const p = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];
  const rejected = (correction: Correction) => adjustedPValues(p, correction).filter((q) => q <= 0.05).length;
  assert.deepEqual([rejected("bh"), rejected("holm"), rejected("bonferroni")], [4, 3, 3]);
});

test("intervals are Bonferroni's for family-wise corrections and FCR's for the selected under BH", () => {
  const holm = intervalPlan(adjustedPValues(P, "holm"), "holm", 0.05);
  assert.deepEqual(holm, { method: "bonferroni", alphas: [0.01, 0.01, 0.01, 0.01, 0.01] });
  const bh = intervalPlan(adjustedPValues(P, "bh"), "bh", 0.05);
  assert.equal(bh?.method, "fcr");
  assert.deepEqual(
    bh?.alphas.map((a) => a && Number(a.toFixed(12))),
    [0.04, 0.04, 0.04, 0.04, null],
  );
  assert.equal(intervalPlan([0.01], "holm", 0.05), null);
});

test("property: adjusted values keep the order of the p-values and never fall below them", () => {
  const corrections = fc.constantFrom<Correction>("bonferroni", "holm", "hochberg", "bh", "by");
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
      corrections,
      (p, c) => {
        const adjusted = adjustedPValues(p, c);
        for (let i = 0; i < p.length; i++) {
          assert.ok(adjusted[i] >= p[i] * (1 - 1e-12) && adjusted[i] <= 1);
          for (let j = 0; j < p.length; j++) if (p[i] < p[j]) assert.ok(adjusted[i] <= adjusted[j]);
        }
      },
    ),
    { numRuns: 200 },
  );
});
