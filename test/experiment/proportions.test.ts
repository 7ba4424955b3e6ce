import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { meansContrast } from "../../src/experiment/contrast.ts";
import { relativeLift } from "../../src/experiment/lift.ts";
import { miettinenNurminen, scoreStatistic } from "../../src/experiment/miettinen-nurminen.ts";
import { newcombe, pooledZ, smallestCell, wilson } from "../../src/experiment/proportions.ts";
import oracle from "../oracles/lift.json" with { type: "json" };
import { close, closeInterval } from "../support/close.ts";

for (const row of oracle.proportions) {
  const [c, t] = [row.control, row.treatment].map(([k, n]) => ({ k, n }));
  test(`${c.k}/${c.n} against ${t.k}/${t.n}: Newcombe and the pooled z as statsmodels, Miettinen-Nurminen as defined`, () => {
    closeInterval(newcombe(c, t, 0.05), row["newcombe_0.05"], 1e-12);
    closeInterval(newcombe(c, t, 0.01), row["newcombe_0.01"], 1e-12);
    closeInterval(miettinenNurminen(c, t, 0.05), row["miettinen_nurminen_0.05"], 2e-8);
    closeInterval(miettinenNurminen(c, t, 0.01), row["miettinen_nurminen_0.01"], 2e-8);
    const z = pooledZ(c, t);
    close(z.statistic, row.pooled_z, 1e-12);
    close(z.p_value / row.pooled_p, 1, 1e-9);
  });
}

test("the published intervals of the study: Newcombe, Wilson, pooled z of 178/2016 against 261/1984", () => {
  const [c, t] = [
    { k: 178, n: 2016 },
    { k: 261, n: 1984 },
  ];
  closeInterval(newcombe(c, t, 0.05), [0.02391073, 0.06269797], 5e-9);
  closeInterval(wilson(c, 0.05), [0.07667872, 0.1014746], 5e-9);
  close(pooledZ(c, t).statistic, 4.3762487, 5e-8);
  assert.equal(pooledZ(c, t).p_value.toExponential(5), "1.20739e-5");
});

test("7/34 against 1/34: Fagerland, Lydersen and Laake (2015) print 0.028 to 0.34 without N/(N-1), R PropCIs 0.02704 to 0.34529 with it", () => {
  closeInterval(miettinenNurminen({ k: 1, n: 34 }, { k: 7, n: 34 }, 0.05), [0.0270416, 0.3452912], 1e-7);
});

test("the score statistic at 0 is the pooled z times √((N-1)/N)", () => {
  const [c, t] = [
    { k: 14, n: 28 },
    { k: 16, n: 30 },
  ];
  close(scoreStatistic(c, t, 0), pooledZ(c, t).statistic * Math.sqrt(57 / 58), 1e-12);
});

test("GrowthBook's proportions 14/28 against 16/30 on the relative scale, with its variance pq/n", () => {
  const [c, t] = [
    { k: 14, n: 28 },
    { k: 16, n: 30 },
  ].map(({ k, n }) => ({ n, mean: k / n, variance: (k / n) * (1 - k / n) }));
  const lift = relativeLift(meansContrast(c, t, "t"), 0.05);
  assert.ok(lift);
  const shown = [lift.estimate, lift.delta.low, lift.delta.high, lift.delta.p_value].map((v) => v.toFixed(5));
  assert.deepEqual(shown, ["0.06667", "-0.47767", "0.61101", "0.80707"]);
});

test("property: every interval holds its estimate, mirrors when the arms swap, and stays within -1 and 1", () => {
  const count = fc
    .integer({ min: 1, max: 60 })
    .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }));
  fc.assert(
    fc.property(count, count, fc.constantFrom(0.01, 0.05, 0.3), (c, t, alpha) => {
      const d = t.k / t.n - c.k / c.n;
      for (const method of [newcombe, miettinenNurminen]) {
        const { low, high } = method(c, t, alpha);
        assert.ok(low <= d + 1e-12 && d - 1e-12 <= high && low >= -1 - 1e-12 && high <= 1 + 1e-12, method.name);
        const swapped = method(t, c, alpha);
        close(swapped.low, -high, 1e-9);
        close(swapped.high, -low, 1e-9);
      }
    }),
    { numRuns: 300 },
  );
});

test("the smallest cell counts failures too", () => {
  assert.equal(smallestCell({ k: 10, n: 12 }, { k: 5, n: 100 }), 2);
});
