import assert from "node:assert/strict";
import { test } from "node:test";
import { crossProducts } from "../../src/numerics/cross-products.ts";
import { symmetricEigen } from "../../src/numerics/symmetric-eigen.ts";
import oracle from "../oracles/symmetric-eigen.json" with { type: "json" };
import { close } from "../support/close.ts";

for (const { name, n, matrix, values, vectors } of oracle.cases) {
  test(`eigenvalues and vectors of the ${name} matrix are numpy's`, () => {
    const found = symmetricEigen(Float64Array.from(matrix), n);
    const scale = Math.max(...values.map(Math.abs));
    values.forEach((value, j) => {
      close(found.values[j] / scale, value / scale, 1e-14, `value ${j}`);
    });
    vectors.forEach((entry, at) => {
      close(found.vectors[at], entry, 1e-9, `vector entry ${at}`);
    });
  });
}

test("a vector's sign follows its largest entry, so reordering the columns moves entries and flips none", () => {
  const found = symmetricEigen(Float64Array.of(2, -1, -1, 2), 2);
  assert.deepEqual([...found.values], [3, 1]);
  assert.ok(found.vectors[0] > 0 && found.vectors[1] < 0 && found.vectors[2] > 0);
});

test("cross products are the sums of products about the centers, over the rows asked for", () => {
  const columns = [Float64Array.of(9, 1, 2, 4), Float64Array.of(9, 3, 1, 5)];
  // Rows 1 to 3 about (1, 2): x = 0 1 3, y = 1 -1 3; xx = 10, xy = 0 - 1 + 9 = 8, yy = 11.
  assert.deepEqual([...crossProducts(columns, [1, 2], 1, 4)], [10, 8, 8, 11]);
});

test("cross products of many rows agree with one plain loop", () => {
  const columns = [0, 1, 2].map((c) => Float64Array.from({ length: 1300 }, (_, r) => Math.sin(r * (c + 1))));
  const found = crossProducts(columns, [0, 0, 0]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++)
      close(
        found[i * 3 + j],
        columns[i].reduce((sum, x, r) => sum + x * columns[j][r], 0),
        1e-11,
      );
  }
});
