import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { autocorrelation } from "../../src/numerics/autocorrelation.ts";
import { countDistinct } from "../../src/numerics/count-distinct.ts";
import { covariance } from "../../src/numerics/covariance.ts";
import { effectiveSampleSize } from "../../src/numerics/effective-sample-size.ts";
import { extent } from "../../src/numerics/extent.ts";
import { linearRegression } from "../../src/numerics/linear-regression.ts";
import { mad } from "../../src/numerics/mad.ts";
import { mean } from "../../src/numerics/mean.ts";
import { median } from "../../src/numerics/median.ts";
import { pearson } from "../../src/numerics/pearson.ts";
import { quantiles } from "../../src/numerics/quantile.ts";
import { ranks } from "../../src/numerics/ranks.ts";
import { spearman } from "../../src/numerics/spearman.ts";
import { standardDeviation } from "../../src/numerics/standard-deviation.ts";
import oracle from "../oracles/basics.json" with { type: "json" };
import { allNear, near } from "./near.ts";

test("quantiles, median, MAD, mean, sd, extremes and distinct count agree with numpy, offsets of 1e9 included", () => {
  for (const { name, x, ps, ...expected } of oracle.basic) {
    const values = Float64Array.from(x);
    allNear(quantiles(values, ps), expected.quantiles, 1e-14, `${name} quantiles`);
    near(median(values), expected.median, 0, `${name} median`);
    near(mad(values), expected.mad, 1e-15, `${name} mad`);
    near(mean(values), expected.mean, 2e-16, `${name} mean`);
    if (expected.sd !== null) near(standardDeviation(values), expected.sd, 1e-13, `${name} sd`);
    assert.equal(countDistinct(values), expected.distinct);
    assert.deepEqual(extent(values), { min: expected.min, max: expected.max });
    assert.deepEqual(Array.from(values), x, "the input is left as it was");
  }
});

test("no values, or too few, give NaN", () => {
  const none = new Float64Array();
  for (const value of [
    median(none),
    mad(none),
    mean(none),
    standardDeviation([1]),
    extent(none).min,
    quantiles(none, [0.5])[0],
  ]) {
    assert.ok(Number.isNaN(value));
  }
  assert.equal(countDistinct(none), 0);
});

test("quantiles read sorted order statistics whatever the order and the ties", () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e6, max: 1e6 }));
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 900 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      (x, ps) => {
        const sorted = Float64Array.from(x).sort();
        const expected = ps.map((p) => {
          const h = (x.length - 1) * p;
          const low = Math.floor(h);
          return low === h ? sorted[low] : sorted[low] + (h - low) * (sorted[low + 1] - sorted[low]);
        });
        allNear(quantiles(Float64Array.from(x), ps), expected, 0);
      },
    ),
    { numRuns: 300 },
  );
});

test("the distinct count is that of a Set, with -0 and 0 as one and NaN left out", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double()), { maxLength: 3000 }), (x) => {
      const set = new Set(x.filter((v) => !Number.isNaN(v)).map((v) => v + 0));
      assert.equal(countDistinct(x), set.size);
    }),
    { numRuns: 60 },
  );
  const regular = Float64Array.from({ length: 50_000 }, (_, i) => i * 0.25);
  assert.equal(countDistinct(regular), 50_000);
});

test("covariance, correlations, average ranks and the least-squares line agree with SciPy", () => {
  for (const { x, y, ...expected } of oracle.pairs) {
    near(covariance(x, y), expected.covariance);
    near(pearson(x, y), expected.pearson);
    near(spearman(x, y), expected.spearman);
    assert.deepEqual(Array.from(ranks(x)), expected.ranks);
    const line = linearRegression(x, y);
    near(line.slope, expected.slope);
    near(line.intercept, expected.intercept, 1e-11);
    near(line.r2, expected.r2);
    near(line.slope_se, expected.slope_se);
    near(line.residual_sd, expected.residual_sd);
  }
});

test("a constant side has no correlation, and a constant x no line", () => {
  const third = [0.1, 0.1, 0.1];
  for (const value of [
    pearson(third, [1, 2, 3]),
    spearman([1, 2, 3], third),
    autocorrelation(third),
    linearRegression(third, [1, 2, 3]).slope,
  ]) {
    assert.ok(Number.isNaN(value));
  }
  assert.ok(Number.isNaN(pearson([1, 2], [1, 2, 3])) && Number.isNaN(covariance([1], [1])));
  assert.ok(Number.isNaN(autocorrelation([1, 2], 2)));
});

test("the autocorrelation is that of statsmodels (one mean, divisor n)", () => {
  const x = Float64Array.from(oracle.acf.x);
  for (const [lag, expected] of oracle.acf.acf.entries()) near(autocorrelation(x, lag), expected);
});

test("the effective sample size is the finite AR(1) sum", () => {
  for (const { n, rho, value } of oracle.ess) near(effectiveSampleSize(n, rho), value, 1e-12, `n ${n} rho ${rho}`);
  for (const [n, rho] of [
    [0, 0.5],
    [10, -1],
    [10, 1.01],
    [10, Number.NaN],
  ])
    assert.ok(Number.isNaN(effectiveSampleSize(n, rho)));
});
