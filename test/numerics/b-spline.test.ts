import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bSplineValues, uniformKnots } from "../../src/numerics/b-spline.ts";
import oracle from "../oracles/fda-basis.json" with { type: "json" };

const near = (got: number, want: number, tolerance = 1e-13) =>
  assert.ok(Math.abs(got - want) <= tolerance, `${got} is not ${want}`);

function dense(x: number, knots: Float64Array, n: number): Float64Array {
  const row = new Float64Array(n);
  const { first, values } = bSplineValues(x, knots, 3);
  row.set(values, first);
  return row;
}

test("cubic B-splines are those of SciPy's design matrix", () => {
  const { t, n_basis, phi } = oracle.basis;
  const knots = uniformKnots(t[0], t[t.length - 1], n_basis, 3);
  t.forEach((x, i) => {
    const row = dense(x, knots, n_basis);
    for (let k = 0; k < n_basis; k++) near(row[k], phi[i][k], 1e-12);
  });
});

test("at a knot a cubic B-spline is 1/6, 2/3, 1/6, and half way 1/48, 23/48, 23/48, 1/48", () => {
  const knots = uniformKnots(0, 3, 6, 3);
  const at = (x: number) => [...bSplineValues(x, knots, 3).values];
  [1 / 6, 2 / 3, 1 / 6, 0].forEach((want, i) => {
    near(at(1)[i], want);
  });
  [1 / 48, 23 / 48, 23 / 48, 1 / 48].forEach((want, i) => {
    near(at(1.5)[i], want);
  });
  // The right end belongs to the last piece.
  assert.equal(bSplineValues(3, knots, 3).first, 2);
  [0, 1 / 6, 2 / 3, 1 / 6].forEach((want, i) => {
    near(at(3)[i], want);
  });
});

test("B-splines of any degree are not negative, sum to 1, and their Greville points give x back", () => {
  const cases = fc.record({
    degree: fc.integer({ min: 1, max: 5 }),
    more: fc.integer({ min: 1, max: 9 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(cases, ({ degree, more, at }) => {
      const knots = uniformKnots(-2, 5, degree + more, degree);
      const x = -2 + 7 * at;
      const { first, values } = bSplineValues(x, knots, degree);
      near(
        values.reduce((sum, b) => sum + b, 0),
        1,
      );
      assert.ok(values.every((b) => b >= -1e-15));
      const greville = (k: number) => knots.slice(k + 1, k + 1 + degree).reduce((sum, knot) => sum + knot, 0) / degree;
      near(
        values.reduce((sum, b, i) => sum + b * greville(first + i), 0),
        x,
        1e-12,
      );
    }),
    { numRuns: 200 },
  );
});
