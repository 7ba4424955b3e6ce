import assert from "node:assert/strict";
import { test } from "node:test";
import { eigenSymmetric } from "../../src/numerics/eigen-symmetric.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { svd } from "../../src/numerics/svd.ts";
import oracle from "../oracles/basics.json" with { type: "json" };
import { allNear, near } from "./near.ts";

const columns = (matrix: readonly (readonly number[])[]) => matrix.map((column) => Float64Array.from(column));

function dot(x: Float64Array, y: Float64Array): number {
  return x.reduce((sum, value, i) => sum + value * y[i], 0);
}

function orthonormal(vectors: readonly Float64Array[], within: number): void {
  for (const [i, x] of vectors.entries()) {
    for (const [j, y] of vectors.entries()) near(dot(x, y), i === j ? 1 : 0, within);
  }
}

test("eigenvalues fall and vectors agree with LAPACK's, largest |entry| positive", () => {
  for (const { matrix, values, vectors } of oracle.eigen) {
    const got = eigenSymmetric(columns(matrix));
    allNear(got.values, values, 1e-13);
    for (const [k, vector] of vectors.entries()) allNear(got.vectors[k], vector, 1e-10);
  }
});

test("singular values and right vectors agree with LAPACK's, tall, wide and ill-conditioned", () => {
  for (const { matrix, s, v } of oracle.svd) {
    const got = svd(columns(matrix));
    allNear(got.s, s, 1e-14);
    for (const [k, vector] of v.entries()) allNear(got.v[k], vector, 1e-11);
    for (const [j, column] of matrix.entries()) {
      const rebuilt = column.map((_, i) => got.u.reduce((sum, u, k) => sum + got.s[k] * u[i] * got.v[k][j], 0));
      allNear(rebuilt, column, 1e-14);
    }
    orthonormal(got.u, 1e-13);
  }
});

test("a repeated column leaves a zero singular value and no NaN", () => {
  const got = svd(
    columns([
      [1, 2, 2],
      [2, 4, 4],
      [0, 1, -1],
    ]),
  );
  near(got.s[0], Math.sqrt(45)); // columns 1 and 2 are 3·w and 6·w of one unit vector w, column 3 is orthogonal to w
  near(got.s[1], Math.SQRT2);
  near(got.s[2], 0, 1e-14);
  assert.ok(got.u.every((u) => u.every(Number.isFinite)));
  assert.deepEqual(
    Array.from(
      svd(
        columns([
          [0, 0],
          [0, 0],
        ]),
      ).s,
    ),
    [0, 0],
  );
});

test("a random 40 x 40 symmetric matrix is taken apart and put together again", () => {
  const rng = pcg64(8);
  const a = Array.from({ length: 40 }, () => Float64Array.from({ length: 40 }, () => standardNormal(rng)));
  const s = a.map((column, i) => column.map((x, j) => x + a[j][i]));
  const { values, vectors } = eigenSymmetric(s);
  orthonormal(vectors, 1e-13);
  for (const [k, vector] of vectors.entries()) {
    allNear(
      s.map((column) => dot(column, vector)),
      vector.map((x) => values[k] * x),
      1e-13,
    );
  }
  assert.ok(values.every((value, k) => k === 0 || value <= values[k - 1]));
});

test("an axis with two entries of one size keeps its sign when rounding moves them", () => {
  const near1 = eigenSymmetric(
    columns([
      [1, -0.5],
      [-0.5, 1],
    ]),
  ).vectors[0];
  const near2 = eigenSymmetric(
    columns([
      [1 + 1e-14, -0.5],
      [-0.5, 1],
    ]),
  ).vectors[0];
  assert.ok(near1[0] > 0 && near2[0] > 0);
});

test("empty and single matrices have their decomposition", () => {
  assert.equal(eigenSymmetric([]).values.length, 0);
  assert.equal(svd([]).s.length, 0);
  assert.deepEqual(svd(columns([[-3]])), { u: columns([[-1]]), s: Float64Array.of(3), v: columns([[1]]) });
});
