import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { orthonormalBasis, removeProjections } from "../../src/numerics/orthonormal-basis.ts";

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const column = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 12, maxLength: 12 });

test("the columns are orthonormal and leave nothing of what they span", () => {
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 5 }), (columns) => {
      const basis = orthonormalBasis(columns);
      for (const [i, a] of basis.entries()) {
        for (const [j, b] of basis.entries()) assert.ok(Math.abs(dot(a, b) - (i === j ? 1 : 0)) < 1e-12);
      }
      const longest = Math.sqrt(Math.max(...columns.map((c) => dot(Float64Array.from(c), Float64Array.from(c)))));
      for (const c of columns) {
        const rest = Float64Array.from(c);
        removeProjections(rest, basis);
        assert.ok(Math.sqrt(dot(rest, rest)) <= 1e-9 * longest);
      }
    }),
    { numRuns: 200 },
  );
});

test("a column that the others give is dropped, and zeros span nothing", () => {
  const [a, b] = [
    [1, 2, 3, 4],
    [1, 0, 0, 1],
  ];
  assert.equal(orthonormalBasis([a, b, a.map((x, i) => 2 * x - 3 * b[i])]).length, 2);
  assert.equal(orthonormalBasis([[0, 0, 0]]).length, 0);
  assert.equal(orthonormalBasis([]).length, 0);
});

test("a tiny column beside a large one is kept when it points elsewhere", () => {
  // Hilbert-like columns: their angles shrink, and one pass of Gram-Schmidt would lose orthogonality.
  const columns = [0, 1, 2, 3, 4].map((j) => Array.from({ length: 12 }, (_, i) => 1 / (i + j + 1)));
  const basis = orthonormalBasis(columns);
  assert.equal(basis.length, 5);
  assert.ok(Math.abs(dot(basis[0], basis[4])) < 1e-14);
});
