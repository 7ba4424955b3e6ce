import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { depths, functionalBoxplot } from "../../src/fda/depth.ts";
import { trapezoidWeights } from "../../src/numerics/quadrature.ts";
import oracle from "../oracles/fda-depth.json" with { type: "json" };
import { realData } from "../support/real-data.ts";
import { curvesOf } from "./curves.ts";

const close = (got: ArrayLike<number>, want: ArrayLike<number>, tolerance = 1e-12) => {
  assert.equal(got.length, want.length);
  for (let i = 0; i < want.length; i++)
    assert.ok(Math.abs(got[i] - want[i]) <= tolerance, `${i}: ${got[i]} is not ${want[i]}`);
};
const alike = (n: number) => new Float64Array(n).fill(1);

test("with level curves and an uneven grid, both depths are those of enumerating every pair", () => {
  const { t, x, fraiman_muniz, modified_band } = oracle.level;
  const found = depths(curvesOf(t, x), trapezoidWeights(t));
  close(found.fraiman_muniz, fraiman_muniz);
  close(found.modified_band, modified_band);
});

test("with every point alike, the modified band depth is statsmodels'", () => {
  const { x, modified_band } = oracle.smooth;
  close(depths(curvesOf([...x[0].keys()], x), alike(12)).modified_band, modified_band);
});

test("and R's roahd's, on 50 noisy sines", (t) => {
  if (realData === null) return t.skip("LIQUET_DATA is not set");
  const read = (name: string) => JSON.parse(readFileSync(join(realData as string, "fda", name), "utf8"));
  const { n, m, argvals, data } = read("standard_50x101.json");
  const rows = Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => data[j * n + i]));
  close(depths(curvesOf(argvals, rows), alike(m)).modified_band, read("depth_expected.json").modified_band);
});

test("the highest curve is as deep as the lowest, and turning curves over changes no depth", () => {
  const rows = [0, 1, 2, 3].map((c) => [c, c + 0.1, c]);
  // F is 1/8, 3/8, 5/8, 7/8 at every point; of 6 pairs the outer curves lie on 3, the inner ones on or between 5.
  const found = depths(curvesOf([0, 1, 2], rows), alike(3));
  close(found.fraiman_muniz, [0.25, 0.75, 0.75, 0.25]);
  close(found.modified_band, [3 / 6, 5 / 6, 5 / 6, 3 / 6]);
  const sets = fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 5, maxLength: 5 }), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(sets, (values) => {
      const t = [0, 1, 3, 4, 9];
      const [plain, turned] = [values, values.map((row) => row.map((y) => 2 - 3 * y))].map((x) =>
        depths(curvesOf(t, x), trapezoidWeights(t)),
      );
      close(turned.fraiman_muniz, plain.fraiman_muniz);
      close(turned.modified_band, plain.modified_band);
      for (const depth of plain.modified_band) assert.ok(depth >= 0 && depth <= 1 + 1e-12);
    }),
    { numRuns: 60 },
  );
});

test("a curve that leaves the fences anywhere is an outlier of the functional boxplot, with the place", () => {
  const t = Array.from({ length: 10 }, (_, j) => j);
  const rows = [-2, -1, 0, 1, 2].map((c) => t.map(() => c));
  // The sixth is the fourth of six for five points, then the highest. Of 15 pairs -1 lies on or between 9 everywhere, 0 on
  // 11, 1 on 9 then 11, the sixth on 11 then 5: the deeper half is -1, 0 and 1, and the fences stand at -4 and 4.
  const curves = curvesOf(t, [...rows, t.map((j) => (j >= 5 ? 4.5 : 0.5))]);
  const box = functionalBoxplot(curves, depths(curves, trapezoidWeights(t)).modified_band);
  assert.equal(box.median, 2);
  assert.deepEqual(box.outliers, [{ index: 5, n_outside: 5, first: 5 }]);
  assert.throws(() => functionalBoxplot(curvesOf([0, 1], [[1, 2]]), Float64Array.of(1)), { name: "TooFewCurves" });
});
