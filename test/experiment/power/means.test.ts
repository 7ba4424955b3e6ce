import assert from "node:assert/strict";
import { test } from "node:test";
import { powerAnswer } from "../../../src/experiment/power/answer.ts";
import { alwaysValidCritical } from "../../../src/experiment/power/critical.ts";
import { ratioSigma, relativeMeanModel } from "../../../src/experiment/power/mean-models.ts";
import { powerQuestion } from "../../../src/experiment/power/question.ts";
import { powerFunction, unitsNeeded } from "../../../src/experiment/power/solve.ts";
import { findRoot } from "../../../src/numerics/find-root.ts";
import { noncentralTCdf, noncentralTSf } from "../../../src/numerics/noncentral-t.ts";
import { normalCdf, normalQuantile } from "../../../src/numerics/normal.ts";
import { studentTQuantile } from "../../../src/numerics/student-t.ts";
import oracle from "../../oracles/power.json" with { type: "json" };
import r from "../../oracles/power-r.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { crossedBounds, tolerance } from "../../support/design-calibration.ts";
import { powerCall } from "../../support/power-call.ts";

type Stated = Partial<Parameters<typeof powerCall>[0]>;
const ask = (stated: Stated) => powerAnswer(powerCall({ metric: "mean", ...stated }));
const units = (stated: Stated) => unitsNeeded(powerQuestion(powerCall({ metric: "mean", ...stated })));
const z = normalQuantile(0.975);

test("known sigma: 2 (za+zb)² sigma²/d², 63 for half a standard deviation, 393 for a fifth", () => {
  close(units({ sigma: 1, mde: 0.5 }), 62.791, 1e-5);
  close(units({ sigma: 1, mde: 0.2 }), 392.444, 1e-5);
  assert.equal(ask({ sigma: 1, mde: 0.5 }).arms[0].n, 63);
  assert.equal(ask({ sigma: 1, mde: 0.2 }).arms[0].n, 393);
  // And back: d = (za + zb) sigma √(2/n).
  close(ask({ sigma: 2, n: 100 }).effect, (z + normalQuantile(0.8)) * 2 * Math.sqrt(0.02), 1e-10);
});

test("estimated sigma: R's power.t.test, n, power and delta", () => {
  const t = { sigma: 1, sigma_estimated: true };
  close(units({ ...t, mde: 0.5 }), r.t_n_d05, 1e-10);
  close(units({ ...t, mde: 1, power: 0.9 }), r.t_n_power9_d1, 1e-10);
  close(units({ ...t, sigma: 2, mde: 0.5, alternative: "one_sided" }), r.t_n_one_sided, 1e-10);
  close(ask({ ...t, mde: 1, n: 20, solve: "power" }).power, r.t_power_n20_d1, 1e-11);
  close(ask({ ...t, sigma: 2, n: 30, power: 0.9 }).effect, r.t_delta_n30, 1e-9);
});

test("with the far tail it is statsmodels' and pwr's 63.76561", () => {
  // Both tails at a size: what TTestIndPower solves.
  const both = (n: number, d: number, n2 = n) => {
    const df = n + n2 - 2;
    const bound = studentTQuantile(0.975, df);
    const shift = d / Math.sqrt(1 / n + 1 / n2);
    return noncentralTSf(bound, df, shift) + noncentralTCdf(-bound, df, shift);
  };
  close(both(oracle.t_both_tails.n_d05, 0.5), 0.8, 1e-8);
  close(both(20, 1), oracle.t_both_tails.power_n20_d1, 1e-11);
  close(both(30, 0.5, 60), oracle.t_both_tails.power_n30_60_d05, 1e-11);
});

test("statsmodels #9256: the standardised effect is the effect over sigma, not over the variance, and is echoed", () => {
  const { effect, effect_standardised, standardised_as, sigma } = ask({ sigma: 4, mde: 2 });
  assert.deepEqual([effect, effect_standardised, standardised_as, sigma], [2, 0.5, "effect_over_sigma", 4]);
  close(units({ sigma: 4, mde: 2 }), units({ sigma: 1, mde: 0.5 }), 1e-12);
});

test("a covariate that explains r² leaves 1 − r² of the units; clusters ask for 1 + (m−1) icc times as many", () => {
  const plain = units({ sigma: 1, mde: 0.2 });
  close(units({ sigma: 1, mde: 0.2, covariate_r2: 0.72 }), plain * 0.28, 1e-10);
  const clustered = ask({ sigma: 1, mde: 0.2, icc: 0.05, cluster_size: 21 });
  close(clustered.arms[0].n_unrounded, plain * 2, 1e-10);
  // 784.89 units: 785, in clusters of 21: 38.
  assert.deepEqual([clustered.arms[0].n, clustered.arms[0].n_clusters], [785, 38]);
  assert.equal(clustered.variance_factors.design_effect, 2);
});

test("the t-test of clusters counts clusters, not units, as its degrees of freedom", () => {
  const units_ = ask({ sigma: 1, sigma_estimated: true, mde: 0.5 }).arms[0].n;
  const clusters = ask({ sigma: 1, sigma_estimated: true, mde: 0.5, icc: 0, cluster_size: 10 }).arms[0].n;
  assert.ok(clusters > units_, "with no correlation only the degrees of freedom differ");
});

test("several arms: each against the control at alpha over the comparisons, named", () => {
  const three = ask({ sigma: 1, mde: 0.2, arms: 4 });
  assert.deepEqual(
    three.arms.map(({ arm }) => arm),
    ["control", "treatment_1", "treatment_2", "treatment_3"],
  );
  assert.deepEqual([three.correction, three.n_comparisons], ["holm", 3]);
  close(three.arms[0].n_unrounded, units({ sigma: 1, mde: 0.2, alpha: 0.05 / 3 }), 1e-10);
  assert.equal(ask({ sigma: 1, mde: 0.2, arms: 4, correction: "none" }).arms[0].n, 393);
  const unequal = ask({ sigma: 1, mde: 0.2, correction: "none", allocation: { base: 2, a: 1, b: 1 }, control: "base" });
  // One comparison of n and n/2: 1/n + 2/n = 3/n in place of 2/n.
  close(unequal.arms[0].n_unrounded, 392.444 * 1.5, 1e-5);
  assert.deepEqual(
    unequal.arms.map(({ arm, n }) => [arm, n]),
    [
      ["base", 589],
      ["a", 295],
      ["b", 295],
    ],
  );
});

test("a ratio of sums has the delta method's variance per unit", () => {
  // sd 3 and 2, correlation ½, R = 2, mean 4: (9 − 2·2·3 + 4·4)/16 = 13/16.
  close(
    ratioSigma(2, { numerator_sd: 3, denominator_sd: 2, correlation: 0.5, denominator_mean: 4 }),
    Math.sqrt(13) / 4,
    1e-14,
  );
  const parts = { baseline: 2, numerator_sd: 3, denominator_sd: 2, correlation: 0.5, denominator_mean: 4 };
  close(
    unitsNeeded(powerQuestion(powerCall({ metric: "ratio", ...parts, mde: 0.1 }))),
    units({ sigma: Math.sqrt(13) / 4, mde: 0.1 }),
    1e-12,
  );
});

// Mean 10, variance 3909.9998, relative effect .05, 400000 units over 3 arms.
const GROWTHBOOK = {
  baseline: 10,
  sigma: Math.sqrt(3909.9998),
  tested_lift: "relative" as const,
  arms: 3,
  correction: "none" as const,
};

test("testing the relative lift: GrowthBook's power .52144 and smallest effect .07027", () => {
  const stated = { ...GROWTHBOOK, mde: 0.05, mde_kind: "relative" as const, n_total: 400_000, solve: "power" as const };
  const question = powerQuestion(powerCall({ metric: "mean", ...stated }));
  const sizes = { control: 400_000 / 3, treatment: 400_000 / 3 };
  const error = relativeMeanModel(
    { effect: 0.5, sigma: GROWTHBOOK.sigma, side: 1, margin: 0, variance_factor: 1 },
    10,
  ).nullError(sizes);
  // It adds the far tail.
  close(powerFunction(question, 0.5)(sizes) + normalCdf(-z - 0.05 / error), 0.52144, 1e-5);
  const { mde, ...sized } = stated;
  const found = ask({ ...sized, solve: "mde", n_total: 400_000 });
  close(found.effect_relative as number, 0.07027, 1e-5);
});

test("always valid: GrowthBook's .20596 takes the wider interval for a normal error; the interval's own power is .072", () => {
  const n = 400_000 / 3;
  const error = relativeMeanModel(
    { effect: 0.5, sigma: GROWTHBOOK.sigma, side: 1, margin: 0, variance_factor: 1 },
    10,
  ).nullError({ control: n, treatment: n });
  const half = alwaysValidCritical(0.05, 5000)({ control: n, treatment: n }) * error;
  const stretched = (0.05 * z) / half;
  close(normalCdf(stretched - z) + normalCdf(-stretched - z), 0.20596, 1e-5);
  const stated = { ...GROWTHBOOK, mde: 0.05, mde_kind: "relative" as const, n_total: 400_000, solve: "power" as const };
  close(ask({ ...stated, sequential: "always_valid" }).power, normalCdf((0.05 - half) / error), 1e-5);
});

test("the same stretched error makes GrowthBook's smallest effect .12821 under sequential analysis", () => {
  const sizes = { control: 400_000 / 3, treatment: 400_000 / 3 };
  const stretch = (alwaysValidCritical(0.05, 5000)(sizes) / z) ** 2;
  const error = (lift: number) =>
    relativeMeanModel(
      { effect: 10 * lift, sigma: GROWTHBOOK.sigma, side: 1, margin: 0, variance_factor: stretch },
      10,
    ).nullError(sizes);
  close(
    findRoot((lift) => lift - (z + normalQuantile(0.8)) * error(lift), 0.01, 1),
    0.12821,
    1e-5,
  );
});

test("group sequential plans need the published inflation of a fixed one, whatever the metric", () => {
  for (const { kind, looks, power, factor } of oracle.inflation) {
    const found = ask({ sigma: 1, mde: 0.2, power, sequential: "group_sequential", spending: kind as "pocock", looks });
    // The oracle's bounds are rounded to six decimals and its grid is coarser.
    close(found.variance_factors.sequential_inflation as number, factor, 2e-5);
    close(found.arms[0].n_unrounded / units({ sigma: 1, mde: 0.2, power }), factor, 2e-5);
    assert.equal(found.sequential?.looks.length, looks);
  }
});

test("the power of a group-sequential plan is what seeded trials with looks find", () => {
  const plan = { sequential: "group_sequential", spending: "pocock", looks: 4 } as const;
  const { sequential, power } = ask({ sigma: 1, mde: 0.25, n: 250, solve: "power", ...plan });
  const bounds = sequential?.looks.map(({ z: bound }) => bound ?? Number.POSITIVE_INFINITY) ?? [];
  const runs = 20_000;
  const found = crossedBounds(bounds, 0.25 / Math.sqrt(2 / 250), runs, 5);
  assert.ok(Math.abs(found - power) < tolerance(power, runs), `${found}, planned ${power}`);
});

test("growthbook #3138, #4552: the time comes from the curve of distinct units, not from weeks", () => {
  // 126 units in all.
  const curve = (cumulative_units: number[]) => ask({ sigma: 1, mde: 0.5, cumulative_units }).duration;
  assert.deepEqual(curve([130, 200]), { periods: 1, units_at_end: 130 });
  assert.deepEqual(curve([100, 120, 126]), { periods: 3, units_at_end: 126 });
  assert.deepEqual(curve([60, 90]), {
    periods: null,
    periods_reason: "126 units are needed, and the curve ends at 90 after 2 periods",
    units_at_end: 90,
  });
});
