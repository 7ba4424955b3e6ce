import assert from "node:assert/strict";
import { test } from "node:test";
import { leastSquares } from "../../src/numerics/least-squares.ts";
import { near } from "../support/near.ts";

test("the line through (0, 1), (1, 2), (2, 4): slope 3/2, intercept 5/6, RSS 1/6, standard errors from s² = 1/6", () => {
  const fit = leastSquares([Float64Array.of(1, 1, 1), Float64Array.of(0, 1, 2)], Float64Array.of(1, 2, 4));
  assert.ok(typeof fit !== "number");
  near(fit.coefficients, [5 / 6, 3 / 2], 1e-14);
  near(fit.residuals, [1 / 6, -1 / 3, 1 / 6], 1e-14);
  near([fit.rss], [1 / 6], 1e-14);
  // (XᵀX)⁻¹ has 5/6 and 1/2 on its diagonal.
  near(fit.standard_errors, [Math.sqrt(5 / 36), Math.sqrt(1 / 12)], 1e-14);
});

test("a dependent column is named; as many rows as columns leave no standard error", () => {
  const ones = Float64Array.of(1, 1);
  assert.equal(leastSquares([ones, ones], Float64Array.of(1, 2)), 1);
  const exact = leastSquares([ones, Float64Array.of(0, 1)], Float64Array.of(1, 3));
  assert.ok(typeof exact !== "number");
  near(exact.coefficients, [1, 2], 1e-15);
  assert.ok(exact.standard_errors.every(Number.isNaN));
});
