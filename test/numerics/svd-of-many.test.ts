import assert from "node:assert/strict";
import { test } from "node:test";
import { svd } from "../../src/numerics/svd.ts";
import { svdOfMany } from "../../src/numerics/svd-of-many.ts";

/** Columns whose singular values fall from about 100 to 1e-10. */
function matrix(rows: number, columns: number): Float64Array[] {
  return Array.from({ length: columns }, (_, k) =>
    Float64Array.from(
      { length: rows },
      (_, i) => Math.cos(0.7 * k) + 0.1 * Math.sin(i * 0.37 + k * k) * 0.9 ** k + (i === k ? 1e-10 : 0),
    ),
  );
}

for (const [rows, columns] of [
  [90, 70],
  [70, 90],
]) {
  test(`${rows} x ${columns}: the singular values are svd's to rounding, and the triplets give the matrix back`, () => {
    const a = matrix(rows, columns);
    const [plain, turned] = [svd(a), svdOfMany(a)];
    const rounding = 1e-13 * plain.s[0];
    plain.s.forEach((s, k) => {
      assert.ok(Math.abs(turned.s[k] - s) < rounding, `${k}: ${turned.s[k]} is not ${s}`);
    });
    a.forEach((column, c) => {
      column.forEach((x, i) => {
        const back = turned.s.reduce((sum, s, k) => sum + s * turned.u[k][i] * turned.v[k][c], 0);
        assert.ok(Math.abs(back - x) < 10 * rounding);
      });
    });
    turned.v.forEach((x, j) => {
      turned.v.slice(j).forEach((y, k) => {
        const product = x.reduce((sum, entry, i) => sum + entry * y[i], 0);
        // The partner of a zero singular value of a wide matrix may be a zero vector.
        if (turned.s[j + k] > rounding) assert.ok(Math.abs(product - (k === 0 ? 1 : 0)) < 1e-12);
      });
    });
  });
}

test("entries of any size have the singular values of their size", () => {
  const a = matrix(80, 66);
  const { s } = svd(a);
  for (const size of [1e130, 1e-130]) {
    const scaled = svdOfMany(a.map((column) => column.map((x) => x * size)));
    scaled.s.forEach((value, k) => {
      assert.ok(Math.abs(value / size - s[k]) < 1e-12 * s[0]);
    });
  }
});
