import assert from "node:assert/strict";
import { test } from "node:test";
import { alwaysValid, tunedRho, tunedTau2 } from "../../src/experiment/always-valid.ts";
import oracle from "../oracles/experiments.json" with { type: "json" };

const relative = (a: number, b: number) => Math.abs(a / b - 1);

test("mSPRT on the integer-built fixture, tau .5", () => {
  const expected = oracle["mSPRT_tau0.5"];
  const found = alwaysValid(oracle.diff, oracle.se_unpooled ** 2, 0.25, 0.05);
  assert.ok(relative(Math.exp(found.log_likelihood_ratio), expected.Lambda) < 1e-12);
  assert.ok(relative(found.p, expected.p) < 1e-12);
  assert.ok(relative(found.half_width, expected.half) < 1e-12);
  assert.equal(found.ci_high - found.ci_low > 0, true);
});

test("the tuned rho is that of the asymptotic confidence sequence", () => {
  // rho(.05, 5000) = 0.0398400668.
  assert.ok(Math.abs(tunedRho(0.05, 5000) - 0.0398400668) < 5e-11);
});

test("width against the fixed interval at n* = 5000", () => {
  for (const [n, ratio] of [
    [1000, 1.716],
    [5000, 1.549],
    [20_000, 1.595],
    [100_000, 1.703],
  ]) {
    const variance = 4 / n;
    const { half_width } = alwaysValid(0, variance, tunedTau2(0.05, 5000, variance, n), 0.05);
    assert.ok(Math.abs(half_width / (1.959963984540054 * Math.sqrt(variance)) - ratio) < 6e-4, `n ${n}`);
  }
});

test("the interval leaves out 0 exactly when p is below alpha", () => {
  for (const estimate of [0.5, 1, 1.5, 1.78, 1.79, 2, 5]) {
    const { p, ci_low } = alwaysValid(estimate, 0.24, 0.25, 0.05);
    assert.equal(ci_low > 0, p < 0.05, `estimate ${estimate}`);
  }
});

test("a huge effect keeps a finite answer", () => {
  const found = alwaysValid(1e6, 1, 1, 0.05);
  assert.ok(Number.isFinite(found.log_likelihood_ratio));
  assert.equal(found.p, 0);
});
