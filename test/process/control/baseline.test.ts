import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../../src/contract/outcome.ts";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { fitBaseline, limitsOf } from "../../../src/process/control/baseline.ts";
import { checkBaseline, checkCount } from "../../../src/process/control/baseline-check.ts";
import { dealRuns } from "../../../src/process/control/deal-runs.ts";
import { refuseHuge } from "../../../src/process/control/magnitude.ts";
import { close } from "../../support/close.ts";
import { windowOf } from "../../support/rows.ts";

const subject = { tag: "test:X", window: windowOf(0, 60) };
const NOMINAL = 0.0026997960632601866;

/** An AR(1) series with unit variance. */
function ar(phi: number, n: number, seed: number): Float64Array {
  const rng = pcg64(seed);
  let x = standardNormal(rng);
  return Float64Array.from({ length: n }, () => {
    x = phi * x + Math.sqrt(1 - phi * phi) * standardNormal(rng);
    return x;
  });
}

test("both scales estimate sigma of independent normal values", () => {
  const values = ar(0, 20_000, 1);
  close(fitBaseline(values, "mad", subject).scale, 1, 0.02);
  close(fitBaseline(values, "moving-range", subject).scale, 1, 0.02);
});

test("in control, an AR(1) baseline by moving range has limits of sqrt(1 - rho) sigma, and is told", () => {
  // E|step| = 1.128 sqrt(1 - rho): with rho 0.8 the limits are at 3 * 0.447 = 1.34 sigma, so 18 % lies outside.
  const values = ar(0.8, 5000, 2);
  const fit = fitBaseline(values, "moving-range", subject);
  close(fit.scale, Math.sqrt(0.2), 0.05);
  const check = checkBaseline(values, limitsOf(fit, 3), NOMINAL);
  close(check.share_outside, 0.18, 0.03);
  assert.deepEqual(check.concerns, ["more_outside_than_nominal", "autocorrelated"]);
  // n (1 - rho)/(1 + rho) = 556.
  close(check.effective_n! / 556, 1, 0.1);
});

test("a baseline of independent normal values raises no concern, whatever its length", () => {
  for (const [n, seed] of [
    [30, 3],
    [300, 4],
    [3000, 5],
    [100_000, 6],
  ]) {
    const values = ar(0, n, seed);
    const check = checkBaseline(values, [-3, 3], NOMINAL);
    assert.deepEqual(check.concerns, [], `n ${n}: ${check.n_outside} outside`);
    assert.equal(check.far_from_nominal, false);
  }
});

test("a baseline that never comes near its limits is told when it is long enough to know", () => {
  // -2 to 2 in turn: nothing beyond 6, where 0.27 % of 3000 = 8 were promised.
  const wave = Float64Array.from({ length: 3000 }, (_, i) => ((i * 7) % 5) - 2);
  assert.deepEqual(checkBaseline(wave, [-6, 6], NOMINAL).concerns.includes("fewer_outside_than_nominal"), true);
  assert.deepEqual(
    checkBaseline(wave.subarray(0, 100), [-6, 6], NOMINAL).concerns.includes("fewer_outside_than_nominal"),
    false,
  );
});

test("a scale of 0 names the values that made it so, the smaller among equally frequent ones", () => {
  const values = Float64Array.from({ length: 40 }, (_, i) => (i % 4 === 3 ? 9 : 5));
  assert.throws(
    () => fitBaseline(values, "mad", subject),
    (error: unknown) =>
      error instanceof Refusal &&
      error.name === "ZeroSpreadBaseline" &&
      /40 GOOD samples hold 2 distinct values and 5 makes up 30 of 40 \(75%\)/.test(error.message),
  );
  const tie = Float64Array.from({ length: 30 }, () => 7);
  assert.throws(
    () => fitBaseline(tie, "moving-range", subject),
    /mean moving range .* 1 distinct value and 7 makes up 30 of 30/,
  );
});

test("a cap is shared out in turn, and what it does not reach is known", () => {
  assert.deepEqual(dealRuns([5, 0, 2], 4), [2, 0, 2]);
  assert.deepEqual(dealRuns([5, 0, 2], 100), [5, 0, 2]);
  assert.deepEqual(dealRuns([5, 3], 0), [0, 0]);
});

test("values beyond 1e75 are refused with their count; 1e75 itself is not", () => {
  refuseHuge(Float64Array.of(1e75, -1e75, 0), "test:X");
  assert.throws(
    () => refuseHuge(Float64Array.of(1e76, -1e76, 0), "test:X"),
    (error) => error instanceof Refusal && error.name === "InsufficientQuality" && error.details.observed === 2,
  );
});

test("a share is far from nominal from a factor of 2 on, where chance gives it in less than 1 of 100", () => {
  // Of 10 000 values 27 lie outside by chance: 55 and 13 are just beyond a factor of 2 (SciPy: P = 1.4e-6 and 0.0022).
  const calm = ar(0, 10_000, 9);
  const found = [55, 53, 14, 13].map((n) => checkCount(calm, n, NOMINAL).concerns);
  assert.deepEqual(found, [["more_outside_than_nominal"], [], [], ["fewer_outside_than_nominal"]]);
  // One of 30 is twelve times nominal, and chance alone gives it in 8 of 100.
  assert.deepEqual(checkCount(ar(0, 30, 3), 1, NOMINAL).concerns, []);
});

test("autocorrelation is a concern from 0.25 on, where a series as short as this one does not show it by chance", () => {
  const rho = (x: Float64Array) => {
    const m = x.reduce((sum, v) => sum + v, 0) / x.length;
    const product = (k: number) => x.slice(k).reduce((sum, v, i) => sum + (v - m) * (x[i] - m), 0);
    return product(1) / product(0);
  };
  const within = (n: number, low: number, high: number) => {
    for (let seed = 1; ; seed++) {
      const x = ar((low + high) / 2, n, seed);
      if (low < rho(x) && rho(x) < high) return checkCount(x, 0, 0.001).concerns;
    }
  };
  assert.deepEqual(within(400, 0.26, 0.34), ["autocorrelated"]);
  assert.deepEqual(within(400, 0.16, 0.24), []);
  // 2/sqrt(30) = 0.365.
  assert.deepEqual(within(30, 0.27, 0.35), []);
  assert.deepEqual(within(30, 0.38, 0.5), ["autocorrelated"]);
});
