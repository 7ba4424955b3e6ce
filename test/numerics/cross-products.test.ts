import assert from "node:assert/strict";
import { test } from "node:test";
import { crossProducts } from "../../src/numerics/cross-products.ts";
import { close } from "../support/close.ts";

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
