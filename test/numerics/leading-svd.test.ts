import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { leadingSvd } from "../../src/numerics/leading-svd.ts";
import { orthonormalBasis } from "../../src/numerics/orthonormal-basis.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { svdOfMany } from "../../src/numerics/svd-of-many.ts";

const dot = (x: Float64Array, y: Float64Array) => x.reduce((sum, a, i) => sum + a * y[i], 0);

/** A matrix by columns with these singular values, in random directions; `rest` of noise beside them. */
function matrixOf(rows: number, columns: number, values: number[], rest: number, seed: number): Float64Array[] {
  const rng = pcg64(seed);
  const random = (n: number) => Float64Array.from({ length: n }, () => standardNormal(rng));
  const [left, right] = [rows, columns].map((n) => orthonormalBasis(values.map(() => random(n))));
  return Array.from({ length: columns }, (_, j) => {
    const column = random(rows).map((x) => rest * x);
    values.forEach((value, k) => {
      for (let i = 0; i < rows; i++) column[i] += value * left[k][i] * right[k][j];
    });
    return column;
  });
}

/** Holds triplets against the matrix: lengths, right angles and A·v = s·u. */
function assertTriplets(a: Float64Array[], { u, s, v }: ReturnType<typeof leadingSvd>, k: number): void {
  for (let i = 0; i < k; i++) {
    const product = new Float64Array(a[0].length);
    a.forEach((column, j) => {
      for (let r = 0; r < product.length; r++) product[r] += v[i][j] * column[r];
    });
    for (let r = 0; r < product.length; r++) assert.ok(Math.abs(product[r] - s[i] * u[i][r]) < 1e-11 * s[0]);
    for (let j = 0; j <= i; j++) {
      for (const set of [u, v]) assert.ok(Math.abs(dot(set[i], set[j]) - (i === j ? 1 : 0)) < 1e-10, `${i}, ${j}`);
    }
  }
}

test("values and leading vectors are those of the full decomposition, tall and wide", () => {
  const shape = fc.constantFrom([70, 90], [90, 70], [80, 80]);
  const falling = fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(shape, falling, fc.integer({ min: 0, max: 1e6 }), ([rows, columns], ratios, seed) => {
      const values = ratios.map((_, k) => 1e4 / ratios.slice(0, k).reduce((product, r) => product * r, 1));
      const a = matrixOf(rows, columns, values, 1e-3, seed);
      const [all, some] = [svdOfMany(a), leadingSvd(a, values.length)];
      all.s.forEach((s, k) => {
        assert.ok(Math.abs(s - some.s[k]) < 1e-13 * all.s[0]);
      });
      for (let k = 0; k < values.length && all.s[k] > 1; k++) {
        const sign = Math.sign(dot(all.u[k], some.u[k]));
        all.u[k].forEach((x, i) => {
          assert.ok(Math.abs(x - sign * some.u[k][i]) < 1e-9);
        });
        all.v[k].forEach((x, i) => {
          assert.ok(Math.abs(x - sign * some.v[k][i]) < 1e-9);
        });
      }
    }),
    { numRuns: 20 },
  );
});

test("values that are equal, or nearly, have vectors at right angles that give the matrix back", () => {
  for (const values of [
    [3, 3, 3, 1],
    [2, 2 * (1 - 1e-14), 2 * (1 - 1e-9), 2 * (1 - 1e-5)],
    [1, 1e-5, 1e-5],
  ]) {
    const a = matrixOf(75, 66, values, 1e-9, 4);
    assertTriplets(a, leadingSvd(a, values.length), values.length);
  }
  // The identity falls apart into blocks of one.
  const identity = Array.from({ length: 64 }, (_, k) => new Float64Array(64).fill(1, k, k + 1));
  assertTriplets(identity, leadingSvd(identity, 4), 4);
});

test("values that are 0 stay 0 within rounding, and entries of any size keep theirs", () => {
  const a = matrixOf(90, 70, [5, 2], 0, 9);
  for (const size of [1, 1e130, 1e-130]) {
    const scaled = a.map((column) => column.map((x) => x * size));
    const { s, u } = leadingSvd(scaled, 3);
    assert.ok(Math.abs(s[0] / size - 5) < 1e-13 && Math.abs(s[1] / size - 2) < 1e-13);
    assert.ok(s.slice(2).every((x) => x < 1e-14 * 70 * s[0]));
    assert.ok(u.length >= 3);
  }
});
