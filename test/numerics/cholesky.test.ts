import assert from "node:assert/strict";
import { test } from "node:test";
import { backwardSolve, cholesky, forwardSolve } from "../../src/numerics/cholesky.ts";

// A = L·Lᵀ with L = [[2], [6, 1], [-8, 5, 3]], the textbook example.
const matrix = [
  [4, 12, -16],
  [12, 37, -43],
  [-16, -43, 98],
].map((row) => Float64Array.from(row));

test("a matrix falls into its lower factor, and both solves undo it", () => {
  const lower = cholesky(matrix);
  assert.ok(lower);
  assert.deepEqual(
    lower.map((row) => [...row]),
    [
      [2, 0, 0],
      [6, 1, 0],
      [-8, 5, 3],
    ],
  );
  // A·(1, 2, 3)ᵀ
  const b = Float64Array.of(-20, -43, 192);
  forwardSolve(lower, b);
  backwardSolve(lower, b);
  [1, 2, 3].forEach((want, i) => {
    assert.ok(Math.abs(b[i] - want) < 1e-12);
  });
});

test("a matrix that is not positive definite has no factor", () => {
  assert.equal(cholesky([Float64Array.of(1, 2), Float64Array.of(2, 1)]), null);
  assert.equal(cholesky([Float64Array.of(0)]), null);
});
