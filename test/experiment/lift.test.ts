import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { meansContrast } from "../../src/experiment/contrast.ts";
import { cupedContrast, thetas } from "../../src/experiment/covariate.ts";
import { absoluteLift, fiellerG, relativeLift } from "../../src/experiment/lift.ts";
import { jointMomentsOf, type Moments, momentsOf, proportionMoments } from "../../src/experiment/moments.ts";
import { armQuantile, fewestForQuantile, quantileContrast } from "../../src/experiment/quantile-lift.ts";
import { ratioContrast, ratioOf } from "../../src/experiment/ratio.ts";
import { ancova, lin, withEstimatedCenter } from "../../src/experiment/regression.ts";
import { stratifiedContrast } from "../../src/experiment/strata.ts";
import { capValues } from "../../src/experiment/winsorise.ts";
import { quantile } from "../../src/numerics/quantile.ts";
import spec from "../oracles/experiments.json" with { type: "json" };
import oracle from "../oracles/lift.json" with { type: "json" };
import { close, closeInterval } from "../support/close.ts";
import { integerFixture } from "../support/integer-fixture.ts";

const { control, treatment } = integerFixture();
const [c, t] = [control, treatment].map(({ y, x }) => jointMomentsOf(y, x));
const arms = [
  { y: control.y, x: control.x, moments: c },
  { y: treatment.y, x: treatment.x, moments: t },
] as const;

/** A summary as GrowthBook's tests state it. */
function ofSums(n: number, sum: number, squares: number): Moments {
  return { n, mean: sum / n, variance: (squares - (sum * sum) / n) / (n - 1) };
}

test("Welch: difference, SE, t, df, p and interval agree with SciPy and statsmodels", () => {
  const lift = absoluteLift(meansContrast(c.y, t.y, "t"), 0.05);
  const want = oracle.welch;
  close(lift.estimate, want.diff, 1e-12);
  close(lift.se, want.se, 1e-12);
  close(lift.statistic, want.t, 1e-11);
  close(lift.df, want.df, 1e-10);
  close(lift.p_value, want.p, 1e-11);
  closeInterval(lift, want.welch_ci, 1e-11);
  close(lift.df, spec["welch_t,p,df"][2], 1e-10);
});

test("the normal interval has each arm's own variance with divisor n - 1", () => {
  closeInterval(absoluteLift(meansContrast(c.y, t.y, "normal"), 0.05), spec.z_ci, 1e-12);
});

test("relative lift by delta and Fieller on the fixture", () => {
  const lift = relativeLift(meansContrast(c.y, t.y, "normal"), 0.05);
  assert.ok(lift);
  close(lift.estimate, spec.relative_delta.lift, 1e-12);
  close(lift.se, spec.relative_delta.se, 1e-12);
  closeInterval(lift.delta, spec.relative_delta.ci, 1e-12);
  close(lift.g, spec.relative_fieller.g, 1e-12);
  closeInterval(lift.fieller, spec.relative_fieller.ci, 1e-12);
});

test("the printed redemption readout: 178/2016 against 261/1984 is +4.33 points, 2.39 to 6.26", () => {
  const lift = absoluteLift(meansContrast(proportionMoments(178, 2016), proportionMoments(261, 1984), "normal"), 0.05);
  assert.deepEqual(
    [lift.estimate, lift.low, lift.high].map((v) => (100 * v).toFixed(4)),
    ["4.3259", "2.3900", "6.2618"],
  );
  close(lift.statistic, 4.3796, 5e-5);
  assert.equal(lift.p_value.toExponential(3), "1.189e-5");
  const relative = relativeLift(
    meansContrast(proportionMoments(178, 2016), proportionMoments(261, 1984), "normal"),
    0.05,
  );
  assert.ok(relative);
  assert.deepEqual(
    [relative.estimate, relative.delta.low, relative.delta.high].map((v) => (100 * v).toFixed(3)),
    ["48.994", "22.145", "75.844"],
  );
});

test("both CUPED slopes and what each makes of the difference", () => {
  const theta = thetas(c, t);
  close(theta.within, oracle.cuped.theta.within, 1e-12);
  close(theta.all_units, oracle.cuped.theta.all_units, 1e-12);
  for (const name of ["within", "all_units"] as const) {
    const contrast = cupedContrast(c, t, theta[name], "normal");
    const want = oracle.cuped[name];
    const lift = absoluteLift(contrast, 0.05);
    close(lift.estimate, want.diff, 1e-12);
    close(lift.se, want.se, 1e-11);
    closeInterval(lift, want.ci, 1e-11);
    close(contrast.control.value, want.adjusted_means[0], 1e-12);
    close(contrast.treatment.value, want.adjusted_means[1], 1e-12);
    const relative = relativeLift(contrast, 0.05);
    close(relative?.estimate ?? 0, want.relative, 1e-12);
    close(relative?.se ?? 0, want.relative_se, 1e-11);
  }
  close((absoluteLift(cupedContrast(c, t, theta.within, "t"), 0.05).se / oracle.welch.se) ** 2, 0.48892438, 5e-9);
});

test("ANCOVA and Lin with HC2 and HC3 agree with statsmodels", () => {
  for (const [name, fit] of [
    ["ancova", ancova],
    ["lin", lin],
  ] as const) {
    const want = oracle.regressions[name];
    for (const form of ["hc2", "hc3"] as const) {
      const { contrast, slope } = fit(arms[0], arms[1], form, "t");
      const expected = want[form.toUpperCase() as "HC2" | "HC3"];
      const lift = absoluteLift(contrast, 0.05);
      close(lift.estimate, want.diff, 1e-11);
      close(lift.se, expected.se, 1e-11);
      closeInterval(lift, expected.ci, 1e-10);
      assert.equal(lift.df, want.df);
      close(Math.sqrt(contrast.control.variance), expected.control_se, 1e-11);
      close(Math.sqrt(contrast.treatment.variance), expected.treatment_se, 1e-11);
      close(slope.control, want.slopes[0], 1e-11);
      if (name === "lin") close(slope.treatment - slope.control, want.slopes[1], 1e-11);
    }
  }
});

test("an estimated covariate mean widens the relative lift of ANCOVA to that of CUPED, near enough", () => {
  const adjusted = ancova(arms[0], arms[1], "hc2", "normal");
  const relative = relativeLift(withEstimatedCenter(adjusted, c, t), 0.05);
  close(relative?.se ?? 0, oracle.cuped.within.relative_se, 0.01);
  const without = relativeLift(adjusted.contrast, 0.05);
  assert.ok((without?.se ?? 0) < (relative?.se ?? 0));
});

test("covariate balance is a Welch test of the covariate", () => {
  const lift = absoluteLift(meansContrast(c.x, t.x, "t"), 0.05);
  close(lift.statistic, oracle.balance.t, 1e-10);
  close(lift.p_value, oracle.balance.p, 1e-10);
});

test("a ratio of totals varies as the delta method says, unit by unit", () => {
  const [a, b] = [control, treatment].map(({ y, b }) => jointMomentsOf(y, b));
  const lift = absoluteLift(ratioContrast(a, b, "normal"), 0.05);
  close(ratioOf(a).value, spec.ratio_metric.control, 1e-12);
  close(ratioOf(b).value, spec.ratio_metric.treat, 1e-12);
  close(lift.estimate, spec.ratio_metric.diff, 1e-12);
  close(lift.se, spec.ratio_metric.se, 1e-11);
});

test("a 90 % quantile by order statistics", () => {
  const [a, b] = [control, treatment].map(({ y }) => armQuantile(Float64Array.from(y).sort(), 0.9, 0.05));
  assert.deepEqual(
    [a.value, a.low, a.high].map((v) => v.toFixed(9)),
    spec.p90.control.map((v) => v.toFixed(9)),
  );
  assert.deepEqual(
    [b.value, b.low, b.high].map((v) => v.toFixed(9)),
    spec.p90.treat.map((v) => v.toFixed(9)),
  );
  const lift = absoluteLift(quantileContrast(a, b), 0.05);
  close(lift.estimate, spec.p90.diff, 1e-12);
  close(lift.se, spec.p90.se, 1e-11);
});

test("a quantile needs n > z² p/(1-p) units, and the mirror", () => {
  // 1.959964² × 9 = 34.57.
  assert.equal(fewestForQuantile(0.9, 0.05), 35);
  assert.equal(fewestForQuantile(0.1, 0.05), 35);
  assert.equal(fewestForQuantile(0.5, 0.05), 4);
});

test("winsorising at the pooled 95 % point", () => {
  const cap = quantile(Float64Array.of(...control.y, ...treatment.y), 0.95);
  close(cap, spec.winsor95.cap, 1e-12);
  const [a, b] = [control, treatment].map(({ y }) => capValues(y, cap));
  close(momentsOf(b.values).mean - momentsOf(a.values).mean, spec.winsor95.diff, 1e-12);
  // 5 % of 200 lie above a type-7 95 % point: ten values.
  assert.equal(a.n_capped + b.n_capped, 10);
});

test("post-stratification weighs strata by their share of all units", () => {
  const strata = [0, 1, 2].map((s) => {
    const [a, b] = [control, treatment].map(({ y, stratum }) => momentsOf(y.filter((_, i) => stratum[i] === s)));
    return { control: a, treatment: b };
  });
  const lift = absoluteLift(stratifiedContrast(strata, "normal"), 0.05);
  close(lift.estimate, oracle.stratified.diff, 1e-12);
  close(lift.se, oracle.stratified.se, 1e-12);
});

test("GrowthBook's unit tests: relative and absolute Welch, proportions, delta variance", () => {
  const contrast = meansContrast(ofSums(3407, 1396.87, 52377.9767), ofSums(3461, 2422.7, 134698.29), "t");
  const relative = relativeLift(contrast, 0.05);
  assert.ok(relative);
  const shown = [relative.estimate, relative.delta.low, relative.delta.high, relative.se, relative.delta.p_value];
  assert.deepEqual(
    shown.map((v) => v.toFixed(5)),
    ["0.70732", "-0.03526", "1.44989", "0.37879", "0.06191"],
  );
  const absolute = absoluteLift(contrast, 0.05);
  assert.deepEqual(
    [absolute.estimate, absolute.low, absolute.high, absolute.p_value].map((v) => v.toFixed(5)),
    ["0.29000", "0.04538", "0.53462", "0.02016"],
  );
  const delta = { control: { n: 4, mean: 7, variance: 2 }, treatment: { n: 15, mean: 5, variance: 0.5 } };
  const small = meansContrast(delta.control, delta.treatment, "normal");
  assert.equal((absoluteLift(small, 0.05).se ** 2).toFixed(5), "0.53333");
  assert.equal(((relativeLift(small, 0.05)?.se ?? 0) ** 2).toFixed(5), "0.00589");
});

test("a control that cannot be told from 0 has no relative lift, whatever its sign", () => {
  const near = { n: 100, mean: 0.1, variance: 1 };
  const other = { n: 100, mean: 1, variance: 1 };
  assert.equal(relativeLift(meansContrast(near, other, "normal"), 0.05), null);
  assert.equal(relativeLift(meansContrast({ ...near, mean: -0.1 }, other, "normal"), 0.05), null);
  assert.equal(relativeLift(meansContrast({ ...near, mean: 0 }, other, "normal"), 0.05), null);
  assert.equal(fiellerG(meansContrast({ ...near, mean: 0 }, other, "normal"), 0.05), Number.POSITIVE_INFINITY);
});

test("equal means below 0 have a relative lift of 0, not of -0", () => {
  const arm = { n: 5, mean: -50, variance: 0.01 };
  assert.ok(Object.is(relativeLift(meansContrast(arm, arm, "t"), 0.05)?.estimate, 0));
});

test("property: the relative lift has the sign of the absolute one, mirrors a mirrored outcome, and Fieller excludes 0 when Welch does", () => {
  const arm = fc.record({
    n: fc.integer({ min: 5, max: 1000 }),
    mean: fc.double({ min: -50, max: 50, noNaN: true }),
    variance: fc.double({ min: 0.01, max: 100, noNaN: true }),
  });
  fc.assert(
    fc.property(arm, arm, fc.constantFrom<"t" | "normal">("t", "normal"), (a, b, reference) => {
      const lift = absoluteLift(meansContrast(a, b, reference), 0.05);
      assert.ok(lift.low <= lift.estimate && lift.estimate <= lift.high);
      const relative = relativeLift(meansContrast(a, b, reference), 0.05);
      if (relative === null) return;
      assert.equal(Math.sign(relative.estimate), Math.sign(lift.estimate));
      assert.ok(relative.fieller.low <= relative.estimate + 1e-9 && relative.estimate - 1e-9 <= relative.fieller.high);
      const clear = Math.abs(lift.low) > 1e-9 && Math.abs(lift.high) > 1e-9;
      if (clear) assert.equal(relative.fieller.low > 0 || relative.fieller.high < 0, lift.low > 0 || lift.high < 0);
      const mirror = (m: Moments) => ({ ...m, mean: -m.mean });
      const mirrored = relativeLift(meansContrast(mirror(a), mirror(b), reference), 0.05);
      close(mirrored?.estimate ?? Number.NaN, -relative.estimate, 1e-12);
      close(mirrored?.fieller.low ?? Number.NaN, -relative.fieller.high, 1e-9);
    }),
    { numRuns: 300 },
  );
});
