import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bidiagonalize } from "../../src/numerics/bidiagonalize.ts";
import { reflect } from "../../src/numerics/householder.ts";
import { tridiagonalSolve } from "../../src/numerics/tridiagonal-solve.ts";

const entries = (n: number) =>
  fc.array(fc.integer({ min: -9, max: 9 }), { minLength: n, maxLength: n }).map((x) => Float64Array.from(x));
const shape = fc.integer({ min: 1, max: 6 }).chain((q) => fc.tuple(fc.integer({ min: q, max: 9 }), fc.constant(q)));

test("U·B·Vᵀ is the matrix, whatever its rank", () => {
  fc.assert(
    fc.property(
      shape.chain(([p, q]) => fc.array(entries(p), { minLength: q, maxLength: q })),
      (columns) => {
        const { diagonal, above, left, right } = bidiagonalize(columns);
        columns.forEach((column, j) => {
          // Column j is U·B·Vᵀ·e_j.
          const v = new Float64Array(columns.length).fill(1, j, j + 1);
          for (const h of right) reflect(v, h);
          const x = new Float64Array(column.length);
          diagonal.forEach((d, k) => {
            x[k] = d * v[k] + (k < above.length ? above[k] * v[k + 1] : 0);
          });
          for (const h of [...left].reverse()) reflect(x, h);
          column.forEach((want, i) => {
            assert.ok(Math.abs(x[i] - want) < 1e-12 * 100, `${x[i]} is not ${want}`);
          });
        });
      },
    ),
    { numRuns: 100 },
  );
});

test("a tridiagonal system is solved where the first pivot is 0", () => {
  // [0 1 0; 1 0 2; 0 2 1]·(1, 2, 3) = (2, 7, 7).
  const b = Float64Array.of(2, 7, 7);
  tridiagonalSolve(Float64Array.of(0, 0, 1), Float64Array.of(1, 2), b, 1e-16);
  assert.deepEqual(Array.from(b), [1, 2, 3]);
});

test("what a tridiagonal matrix makes of a vector is turned back into it", () => {
  const system = fc
    .integer({ min: 1, max: 8 })
    .chain((n) => fc.tuple(entries(n), entries(Math.max(0, n - 1)), entries(n)));
  fc.assert(
    fc.property(system, ([middle, off, x]) => {
      // Larger than what stands beside it, so that there is one solution.
      const diagonal = middle.map((d) => d + Math.sign(d || 1) * 20);
      const b = x.map(
        (at, i) => diagonal[i] * at + (i > 0 ? off[i - 1] * x[i - 1] : 0) + (off[i] ?? 0) * (x[i + 1] ?? 0),
      );
      tridiagonalSolve(diagonal, off, b, 1e-16);
      b.forEach((got, i) => {
        assert.ok(Math.abs(got - x[i]) < 1e-12 * 10);
      });
    }),
    { numRuns: 100 },
  );
});
