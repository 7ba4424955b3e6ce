import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { moments, momentsInto } from "../../../src/forecast/arima/autocovariance.ts";
import { exactWhitener } from "../../../src/forecast/arima/exact.ts";
import { freeValues } from "../../../src/forecast/arima/gaps.ts";
import { fromPartials, smallestRoot, toPartials } from "../../../src/forecast/arima/partials.ts";
import { difference, differencing, expandInto, psiWeights } from "../../../src/forecast/arima/polynomial.ts";
import { profile } from "../../../src/forecast/arima/profile.ts";
import { gapWhitener } from "../../../src/forecast/arima/with-gaps.ts";
import { cholesky, forwardSolve } from "../../../src/numerics/cholesky.ts";
import { close } from "../../support/close.ts";

const partial = fc.double({ min: -0.8, max: 0.8, noNaN: true });
const arma = fc.record({ ar: fc.array(partial, { maxLength: 4 }), ma: fc.array(partial, { maxLength: 4 }) });

function coefficients(partials: number[], sign: number): Float64Array {
  const out = new Float64Array(partials.length);
  fromPartials(Float64Array.from(partials), 0, partials.length, sign, out);
  return out;
}

test("moments of an AR(1), an MA(1) and an ARMA(1,1) are the closed forms", () => {
  const variance = (phi: number[], theta: number[]) => {
    const m = moments(phi.length, theta.length);
    momentsInto(Float64Array.from(phi), Float64Array.from(theta), m);
    return m.first[0];
  };
  close(variance([0.5], []), 1 / 0.75, 1e-15);
  close(variance([], [0.4]), 1.16, 1e-15);
  // γ(0) = (1 + 2φθ + θ²)/(1 − φ²)
  close(variance([0.5], [0.4]), (1 + 0.4 + 0.16) / 0.75, 1e-14);
});

test("an AR part that is not stationary has no moments", () => {
  assert.equal(momentsInto(Float64Array.of(1), new Float64Array(0), moments(1, 0)), false);
  assert.equal(momentsInto(Float64Array.of(0.5, 0.6), new Float64Array(0), moments(2, 0)), false);
});

test("innovations are L⁻¹y with the Cholesky factor of the process's covariance matrix, and Σ ln F its log-determinant", () => {
  fc.assert(
    fc.property(
      arma,
      fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 12, maxLength: 12 }),
      (a, y) => {
        const [phi, theta] = [coefficients(a.ar, 1), coefficients(a.ma, -1)];
        const filter = exactWhitener([Float64Array.from(y)], phi.length, theta.length);
        const logDeterminant = filter.run(phi, theta);
        const covariances = autocovariances(phi, theta, y.length);
        const lower = cholesky(y.map((_, i) => Float64Array.from(y, (_, j) => covariances[Math.abs(i - j)])))!;
        const expected = Float64Array.from(y);
        forwardSolve(lower, expected);
        const scale = Math.sqrt(covariances[0]);
        for (let t = 0; t < y.length; t++) close(filter.whitened[0][t], expected[t], 1e-6 * scale);
        close(
          logDeterminant,
          lower.reduce((sum, row, i) => sum + 2 * Math.log(row[i]), 0),
          1e-6 * scale,
        );
      },
    ),
    { numRuns: 60 },
  );
});

/** γ(k) = Σ ψ(j)ψ(j + k), far enough that what is left out does not matter. */
function autocovariances(phi: Float64Array, theta: Float64Array, n: number): number[] {
  const psi = psiWeights(phi, theta, new Float64Array(0), 4000);
  return Array.from({ length: n }, (_, k) => {
    let sum = 0;
    for (let j = 0; j + k < psi.length; j++) sum += psi[j] * psi[j + k];
    return sum;
  });
}

test("the filter over levels without gaps is the exact one: same innovations for a stationary process", () => {
  const [phi, theta] = [Float64Array.of(0.5, 0.2), Float64Array.of(0.4, 0, 0.3)];
  const y = Float64Array.from({ length: 40 }, (_, t) => Math.sin(t * t));
  const exact = exactWhitener([y], 2, 3);
  const gaps = gapWhitener([y], 2, 3, new Float64Array(0), 40);
  close(exact.run(phi, theta), gaps.run(phi, theta), 1e-11);
  for (let t = 0; t < 40; t++) close(exact.whitened[0][t], gaps.whitened[0][t], 1e-11);
});

test("the likelihood of a missing row is that of the marginal: the others' covariance matrix alone", () => {
  const [phi, theta] = [Float64Array.of(0.6), Float64Array.of(0.5)];
  const y = Float64Array.of(1, 0.3, Number.NaN, -0.7, 0.2);
  const filter = gapWhitener([y], 1, 1, new Float64Array(0), 4);
  const logDeterminant = filter.run(phi, theta);
  const seen = [0, 1, 3, 4];
  const covariances = autocovariances(phi, theta, 5);
  const lower = cholesky(seen.map((i) => Float64Array.from(seen, (j) => covariances[Math.abs(i - j)])))!;
  close(
    logDeterminant,
    lower.reduce((sum, row, i) => sum + 2 * Math.log(row[i]), 0),
    1e-12,
  );
  const expected = Float64Array.from(seen, (t) => y[t]);
  forwardSolve(lower, expected);
  seen.forEach((t, i) => {
    close(filter.whitened[0][t], expected[i], 1e-12);
  });
});

test("partial autocorrelations and coefficients are each other's inverse, and inside the unit circle both ways", () => {
  fc.assert(
    fc.property(fc.array(partial, { minLength: 1, maxLength: 6 }), (partials) => {
      const back = toPartials(coefficients(partials, 1))!;
      partials.forEach((r, i) => {
        close(back[i], r, 1e-6);
      });
    }),
    { numRuns: 100 },
  );
  assert.equal(toPartials([1.01]), null);
  assert.equal(toPartials([Number.NaN]), null);
});

test("the smallest root is found without computing roots", () => {
  close(smallestRoot([0.8]), 1.25, 1e-5);
  // (1 − 0.5z)(1 − 0.9z): roots 2 and 1.111…
  close(smallestRoot([1.4, -0.45]), 1 / 0.9, 1e-5);
  // 1 − z + 0.8z²: a complex pair of modulus 1/√0.8
  close(smallestRoot([1, -0.8]), 1 / Math.sqrt(0.8), 1e-5);
  assert.equal(smallestRoot([0.1]), 2);
});

test("seasonal polynomials multiply out: (1 − .5B)(1 − .3B⁴) and (1 + .4B)(1 + .2B⁴)", () => {
  const orders = { p: 1, d: 0, q: 1, P: 1, D: 0, Q: 1, m: 4 };
  const [phi, theta] = [new Float64Array(5), new Float64Array(5)];
  expandInto(Float64Array.of(0.5, 0.4, 0.3, 0.2), orders, phi, theta);
  assert.deepEqual([...phi], [0.5, 0, 0, 0.3, -0.15]);
  [0.4, 0, 0, 0.2, 0.08].forEach((value, i) => {
    close(theta[i], value, 1e-15);
  });
});

test("differencing and its recursion are the same polynomial", () => {
  const orders = { p: 0, d: 1, q: 0, P: 0, D: 1, Q: 0, m: 3 };
  assert.deepEqual([...differencing(orders)], [1, 0, 1, -1]);
  const y = Float64Array.of(3, 1, 4, 1, 5, 9, 2, 6);
  const w = difference(y, orders);
  const delta = differencing(orders);
  for (let t = 4; t < y.length; t++)
    close(
      y[t],
      delta.reduce((sum, c, i) => sum + c * y[t - 1 - i], w[t - 4]),
      1e-12,
    );
});

test("ψ weights: a random walk keeps 1, ARIMA(0,1,1) keeps 1 + θ, an AR(1) falls by φ", () => {
  const none = new Float64Array(0);
  assert.deepEqual([...psiWeights(none, none, Float64Array.of(1), 3)], [1, 1, 1]);
  assert.deepEqual([...psiWeights(none, Float64Array.of(-0.25), Float64Array.of(1), 3)], [1, 0.75, 0.75]);
  assert.deepEqual([...psiWeights(Float64Array.of(0.5), none, none, 3)], [1, 0.5, 0.25]);
});

test("missing rows as free values have the likelihood of the filter that skips them, differenced or not", () => {
  const [phi, theta] = [Float64Array.of(0.5), Float64Array.of(0.3)];
  const y = Float64Array.from({ length: 40 }, (_, t) => Math.sin(t * t) + 0.1 * t);
  const missing = [7, 8, 21];
  for (const orders of [
    { p: 1, d: 0, q: 1, P: 0, D: 0, Q: 0, m: 1 },
    { p: 1, d: 1, q: 1, P: 0, D: 1, Q: 0, m: 4 },
  ]) {
    const w = difference(y, orders);
    const free = exactWhitener([w, ...freeValues(missing, [], y.length, orders)!.columns], 1, 1);
    const regression = profile(free, missing.length);
    const ours = free.run(phi, theta);
    const squares = regression.solve();
    const base = orders.d > 0 ? y[0] : 0;
    const levels = y.map((value, t) => (missing.includes(t) ? Number.NaN : value - base));
    const filter = gapWhitener([levels], 1, 1, differencing(orders), 0);
    const theirs = filter.run(phi, theta);
    // The filter's prior on levels is 1e6 wide, not infinite: what it takes from the likelihood is of that order.
    const room = orders.d === 0 ? 1e-10 : 1e-4;
    close(ours + regression.freedom, theirs, room);
    close(
      squares,
      filter.whitened[0].reduce((sum, e) => sum + e * e, 0),
      room,
    );
  }
});

test("regression coefficients at their best, and the sum of squares at given ones", () => {
  const whitened = [Float64Array.of(1, 2, 4), Float64Array.of(1, 1, 1), Float64Array.of(0, 1, 2)];
  const regression = profile({ whitened });
  // The line through (0, 1), (1, 2), (2, 4): slope 3/2, intercept 5/6, residuals 1/6, −1/3, 1/6.
  close(regression.solve(), 1 / 6, 1e-12);
  close(regression.beta[0], 5 / 6, 1e-12);
  close(regression.beta[1], 1.5, 1e-12);
  close(regression.at(Float64Array.of(9, 1, 1), 1), 0 + 0 + 1, 1e-12);
});
