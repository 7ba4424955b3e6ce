import assert from "node:assert/strict";
import { test } from "node:test";
import { missingByArmTest, missingShown } from "../../src/experiment/missing-by-arm.ts";
import { close } from "../support/close.ts";

const arm = (name: string, n: number, n_missing: number) => ({ arm: name, n, n_missing });

test("Pearson's chi-square of a 2 x 2 table: 10 of 100 against 20 of 100 is 3.9216 (no continuity correction)", () => {
  // Expected 15 and 85 in each arm: 25/15 + 25/15 + 25/85 + 25/85.
  const { chi_square, df, p_value } = missingByArmTest([arm("a", 100, 10), arm("b", 100, 20)]);
  close(chi_square, 50 / 15 + 50 / 85, 1e-12);
  assert.equal(df, 1);
  // scipy.stats.chi2.sf(3.9215686274509802, 1)
  close(p_value, 0.04767038065616147, 1e-12);
});

test("none missing, or all, says nothing", () => {
  assert.equal(missingByArmTest([arm("a", 100, 0), arm("b", 90, 0)]).p_value, 1);
  assert.equal(missingByArmTest([arm("a", 100, 100), arm("b", 90, 90)]).p_value, 1);
});

test("counts in words", () => {
  assert.equal(missingShown([arm("a", 100, 3), arm("b", 90, 4)]), "a 3 of 100, b 4 of 90");
});
