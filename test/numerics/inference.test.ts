import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bcaInterval } from "../../src/numerics/bca-interval.ts";
import { benjaminiHochberg } from "../../src/numerics/benjamini-hochberg.ts";
import { findRoot } from "../../src/numerics/find-root.ts";
import { holm } from "../../src/numerics/holm.ts";
import oracle from "../oracles/basics.json" with { type: "json" };
import { allNear, near } from "./near.ts";

test("Benjamini-Hochberg and Holm agree with SciPy and statsmodels, in the order given", () => {
  for (const { p, bh, holm: expected } of oracle.adjusted) {
    allNear(benjaminiHochberg(p), bh, 1e-15);
    allNear(holm(p), expected, 1e-15);
  }
  assert.deepEqual([benjaminiHochberg([]), holm([])], [[], []]);
});

test("BCa bounds agree with scipy.stats.bootstrap on its own replicates, one sample and two", () => {
  for (const { replicates, estimate, jackknife, level, low, high } of oracle.bca) {
    const interval = bcaInterval(replicates, estimate, jackknife, level);
    near(interval.low, low, 1e-12);
    near(interval.high, high, 1e-12);
  }
});

test("BCa has no bounds when every replicate lies on one side or the jackknife is constant", () => {
  const spread = [[1, 2, 4]];
  assert.ok(Number.isNaN(bcaInterval([1, 2, 3], 9, spread, 0.95).low));
  assert.ok(Number.isNaN(bcaInterval([1, 2, 3], 2, [[5, 5, 5]], 0.95).high));
});

test("without bias and skewness BCa is the percentile interval", () => {
  // z0 = 0 (as many below as above), a = 0 (symmetric jackknife); 2.5 % and 97.5 % of 0..100 are 2.5 and 97.5.
  const replicates = Array.from({ length: 101 }, (_, i) => i);
  const { low, high, bias, acceleration } = bcaInterval(replicates, 50, [[-1, 0, 1]], 0.95);
  near(low, 2.5);
  near(high, 97.5);
  near(bias, 0);
  near(acceleration, 0);
});

test("findRoot lands on the root to the last bits in few calls, steep or flat", () => {
  const cases: [(x: number) => number, number, number, number][] = [
    [(x) => x * x - 2, 0, 2, Math.SQRT2],
    [(x) => Math.cos(x) - x, 0, 1, 0.7390851332151607], // Dottie number, OEIS A003957
    [(x) => (x - 1) ** 9, -3, 10, 1],
    [(x) => Math.exp(x) - 1e-12, -50, 10, Math.log(1e-12)],
    [(x) => (x < 0.3 ? -1 : 1), 0, 1, 0.3],
  ];
  for (const [f, a, b, root] of cases) {
    let calls = 0;
    const found = findRoot(
      (x) => {
        calls += 1;
        return f(x);
      },
      a,
      b,
    );
    assert.ok(
      Math.abs(f(found)) === 0 || Math.abs(found - root) < 1e-15 * Math.max(1, Math.abs(root)) * 4,
      `${found} not ${root}`,
    );
    assert.ok(calls <= 130, `${calls} calls`);
  }
  assert.ok(Number.isNaN(findRoot((x) => x * x + 1, -1, 1)));
  assert.ok(Number.isNaN(findRoot((x) => (x > 0.4 && x < 0.6 ? Number.NaN : x - 0.5), 0, 1)));
});

test("findRoot brackets a change of sign of any cubic", () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })),
      ([p, q]) => {
        const f = (x: number) => x ** 3 + p * x + q;
        const x = findRoot(f, -10, 10);
        const step = 1e-12 * Math.max(1, Math.abs(x));
        assert.ok(f(x) === 0 || f(x - step) * f(x + step) <= 0);
      },
    ),
    { numRuns: 200 },
  );
});
