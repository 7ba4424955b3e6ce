import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall, Refusal } from "../../src/contract/outcome.ts";
import { exactMultinomialP } from "../../src/experiment/exact-multinomial.ts";
import { checkSplit, chiSquareOfSplit, logBayesFactor } from "../../src/experiment/srm.ts";
import exact from "../oracles/exact-tests.json" with { type: "json" };
import oracle from "../oracles/experiments.json" with { type: "json" };
import { peekedSplits, splitAlarms, tolerance } from "../support/design-calibration.ts";

const ask = (counts: Record<string, number>, weights: Record<string, number>, more = {}) =>
  checkSplit({ counts, weights, exclude: [], alpha: 0.001, prior_units: 10_000, ...more });
const even = { control: 1, treatment: 1 };
const near = (a: number, b: number, tolerance: number) =>
  assert.ok(Math.abs(a - b) <= tolerance * Math.max(1e-300, Math.abs(b)), `${a}, expected ${b}`);

test("chi-square and its tail are SciPy's, far out too", () => {
  for (const { counts, shares, statistic, p } of exact.chi_square) {
    const found = chiSquareOfSplit(counts, shares);
    near(found.chi_square, statistic, 1e-11);
    near(found.p_value, p, 1e-9);
    assert.equal(found.df, counts.length - 1);
  }
});

test("the exact test is SciPy's for two arms, and the enumeration for more", () => {
  for (const { counts, shares, p } of exact.exact) near(exactMultinomialP(counts, shares), p, 1e-9);
});

test("the sequential Bayes factor is that of the formula, weak prior and strong", () => {
  for (const [key, { logBF }] of Object.entries(oracle["seq_srm_log_BF(k=2)"])) {
    near(logBayesFactor(JSON.parse(key), [0.5, 0.5], 2), logBF, 1e-7);
  }
  const strong = [-0.1317, 0.6386, 8.766, 16.121];
  for (const [i, counts] of [
    [2016, 1984],
    [5000, 5200],
    [821_588, 815_482],
    [9500, 10_500],
  ].entries()) {
    near(logBayesFactor(counts, [0.5, 0.5], 10_000), strong[i], 1e-3);
  }
  // Its p-value at 821588/815482: 1.56e-4.
  near(ask({ control: 821_588, treatment: 815_482 }, even).sequential.p_value ?? 0, 1.56e-4, 5e-3);
});

test("the exact test stands in when an expected count is below 5", () => {
  const small = ask({ control: 399, treatment: 1 }, { control: 99, treatment: 1 });
  assert.equal(small.test, "exact_multinomial");
  near(small.p_value ?? 0, 0.20010307548458617, 1e-9);
  assert.equal(ask({ control: 495, treatment: 5 }, { control: 99, treatment: 1 }).test, "pearson_chi_square");
});

test("too small for chi-square and too many outcomes to enumerate is refused", () => {
  const weights = { a: 0.4997, b: 0.5, c: 0.0003 };
  assert.throws(
    () => ask({ a: 5000, b: 5000, c: 1 }, weights),
    (error) =>
      error instanceof Refusal && error.name === "SmallCells" && /smallest expected count is 3/.test(error.message),
  );
});

test("a p-value below what doubles hold is null with its reason, and a mismatch", () => {
  const { p_value, p_value_reason, mismatch } = ask({ control: 10_000, treatment: 1000 }, even);
  assert.deepEqual([p_value, p_value_reason, mismatch], [null, "below 1e-300", true]);
});

test("shares, deviation and ratio come with their intervals, apart from p", () => {
  const { arms, ratios } = ask({ control: 2016, treatment: 1984 }, even);
  near(arms[0].deviation, 0.004, 1e-12);
  assert.ok(
    arms.every(
      ({ observed_share, share_low, share_high }) => share_low < observed_share && observed_share < share_high,
    ),
  );
  near(ratios[0].ratio, 1984 / 2016, 1e-12);
  assert.deepEqual([ratios[0].arm, ratios[0].reference, ratios[0].intended_ratio], ["treatment", "control", 1]);
  assert.ok(ratios[0].low < 1 && 1 < ratios[0].high);
});

test("growthbook #4427: an arm with no units is refused, not healthy", () => {
  for (const counts of [{ control: 5000, treatment: 0 }, { control: 5000 }] as Record<string, number>[]) {
    assert.throws(
      () => ask(counts, even),
      (error) =>
        error instanceof Refusal &&
        error.name === "MissingArm" &&
        /^treatment \(intended share 0.5\): no unit among 5000/.test(error.message),
    );
  }
});

test("units in an arm without a share are refused, whether it is named with 0 or not at all", () => {
  for (const weights of [even, { ...even, holdout: 0 }]) {
    assert.throws(
      () => ask({ control: 500, treatment: 500, holdout: 7 }, weights),
      (error) => error instanceof Refusal && error.name === "UnknownArm" && /^holdout \(7\)/.test(error.message),
    );
  }
  // No units, no weight: nothing is wrong, and it costs no degree of freedom.
  assert.equal(ask({ control: 500, treatment: 500, holdout: 0 }, { ...even, holdout: 0 }).df, 1);
});

test("posthog PR 60006: an excluded holdout leaves the other arms' shares renormalised, and is listed", () => {
  const counts = { control: 4500, treatment: 4500, holdout: 1000 };
  const weights = { control: 0.45, treatment: 0.45, holdout: 0.1 };
  const { excluded, arms, df, p_value } = ask({ ...counts, holdout: 300 }, weights, { exclude: ["holdout"] });
  assert.deepEqual(excluded, [{ arm: "holdout", n: 300, weight: 0.1 }]);
  assert.deepEqual(
    arms.map(({ intended_share }) => intended_share),
    [0.5, 0.5],
  );
  assert.deepEqual([df, p_value], [1, 1]);
  assert.throws(() => ask(counts, weights, { exclude: ["nobody"] }), BadCall);
  assert.throws(() => ask(counts, weights, { exclude: ["holdout", "control"] }), BadCall);
});

test("mozilla/experimenter #16010: 95/5 that is 95/5 is no mismatch; a true one of .2 % of shares is not hidden", () => {
  assert.equal(ask({ control: 9500, treatment: 500 }, { control: 0.95, treatment: 0.05 }).mismatch, false);
  const large = ask({ control: 821_588, treatment: 815_482 }, even);
  assert.equal(large.mismatch, true);
  near(large.arms[0].deviation, 0.00186, 5e-3);
});

test("in seeded splits that are right, p below .05 comes once in twenty, exact and chi-square", () => {
  const runs = 3000;
  const even = splitAlarms(2000, 0.5, 0.05, runs, 20_260_101);
  assert.ok(Math.abs(even - 0.05) < tolerance(0.05, runs), `even ${even}`);
  // Four units are expected: the exact test is discrete and may stay below.
  const small = splitAlarms(400, 0.01, 0.05, runs, 20_260_102);
  assert.ok(small < 0.05 + tolerance(0.05, runs), `small ${small}`);
});

test("looked at after every hundred units, the sequential test alarms no more often than its level", () => {
  const { sequential, fixed } = peekedSplits(30, 100, 0.05, 400, 7);
  assert.ok(sequential <= 0.05, `sequential ${sequential}`);
  // Thirty looks at a fixed-sample p: this is why the sequential one is there.
  assert.ok(fixed > 0.15, `fixed ${fixed}`);
});
