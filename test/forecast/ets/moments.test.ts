import assert from "node:assert/strict";
import { test } from "node:test";
import { type EtsFit, fitEts } from "../../../src/forecast/ets/fit.ts";
import { formName } from "../../../src/forecast/ets/form.ts";
import { etsMoments, etsPath } from "../../../src/forecast/ets/moments.ts";
import { PATHS, simulateEts, simulatePath } from "../../../src/forecast/ets/simulate.ts";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { quantileOfSorted } from "../../../src/numerics/sorted-statistics.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { allNear, near } from "../../numerics/near.ts";
import { formOf, givenBy, R_FITS, type RFit, valuesOf } from "./series.ts";

/** R's fit as ours, with R's variance. */
function asR(row: RFit): EtsFit {
  const fit = fitEts(valuesOf(row.series), formOf(row), { fixed: givenBy(row) });
  assert.ok(fit);
  return { ...fit, sigma2: row.sigma2 };
}

const close = (got: ArrayLike<number>, expected: ArrayLike<number>, relative: number, what: string) =>
  allNear(
    Array.from(expected, (x, i) => got[i] / x),
    Array.from(expected, () => 1),
    relative,
    what,
  );

test("points of every form are R's forecasts, but for a damped trend beside factors", () => {
  for (const row of R_FITS) {
    const fit = asR(row);
    const what = `${row.series} ${formName(fit.form)}`;
    const moments = etsMoments(fit, row.point.length);
    const points = moments?.mean ?? etsPath(fit, row.point.length);
    // Two slips of R 8.20: class 3 takes the whole slope at the first step, not φ of it; its forecast loop (used where
    // there is no
    // class) adds φ, φ, φ², … to the trend, not φ, φ², φ³, …: from the second step on it is another path.
    const steps = row.damped && moments === null ? 1 : row.point.length;
    close(points.subarray(0, steps), row.point.slice(0, steps), row.damped && moments?.kind === 3 ? 1e-2 : 1e-8, what);
  }
});

test("variances of the three classes are R's to 1e-6, where R's weights are those of the model", () => {
  const seen = new Set<number>();
  for (const row of R_FITS) {
    if (row.variance === undefined) continue;
    const moments = etsMoments(asR(row), row.variance.length);
    assert.ok(moments);
    seen.add(moments.kind);
    // Without a trend R's class 1 and 2 let γ act a step too soon, after m − 1 steps; up to there they are right.
    const steps = row.trend === "N" && row.season === "A" ? row.m - 1 : row.variance.length;
    const what = `${row.series} ${formName(formOf(row))}`;
    close(
      moments.variance.subarray(0, steps),
      row.variance.slice(0, steps),
      row.damped && row.season === "M" ? 5e-2 : 1e-6,
      what,
    );
  }
  assert.deepEqual([...seen].sort(), [1, 2, 3]);
});

test("the weights of class 1 are α + β(φ + … + φ^j), with γ at whole seasons", () => {
  const row = R_FITS.find(
    (fit) => fit.series === "USAccDeaths" && fit.error === "A" && fit.damped && fit.season === "A",
  );
  assert.ok(row?.beta !== undefined && row.gamma !== undefined && row.phi !== undefined);
  const psi = etsMoments(asR(row), 14)?.psi;
  assert.ok(psi);
  assert.equal(psi[0], 1);
  near(psi[2], row.alpha + row.beta * (row.phi + row.phi ** 2));
  const twelve = (row.phi * (1 - row.phi ** 12)) / (1 - row.phi);
  near(psi[12], row.alpha + row.beta * twelve + row.gamma);
});

test("class 3 agrees with 60,000 simulated paths: means and variances within 5 Monte-Carlo errors, damped or not", () => {
  const y = valuesOf("UKgas");
  for (const trend of ["N", "A", "Ad"] as const) {
    const form = { error: "M", trend: trend === "N" ? "N" : "A", damped: trend === "Ad", season: "M", m: 4 } as const;
    const fit = fitEts(y, form);
    assert.ok(fit);
    // A large σ, so that what the products add is seen.
    const wide = { ...fit, sigma2: 0.04, gamma: 0.6, alpha: 0.3 };
    const moments = etsMoments(wide, 10);
    assert.ok(moments);
    const rng = pcg64(7);
    const n = 60_000;
    const path = new Float64Array(10);
    const sums = [new Float64Array(10), new Float64Array(10), new Float64Array(10)];
    for (let k = 0; k < n; k++) {
      simulatePath(wide, path, () => 0.2 * standardNormal(rng));
      for (let i = 0; i < 10; i++) {
        const d = path[i] - moments.mean[i];
        sums[0][i] += d / n;
        sums[1][i] += (d * d) / n;
        sums[2][i] += d ** 4 / n;
      }
    }
    for (let i = 0; i < 10; i++) {
      const v = moments.variance[i];
      assert.ok(Math.abs(sums[0][i]) < 5 * Math.sqrt(v / n), `${trend} mean ${i}`);
      assert.ok(Math.abs(sums[1][i] - v) < 5 * Math.sqrt((sums[2][i] - v * v) / n), `${trend} variance ${i}`);
    }
  }
});

test("forms without a class are simulated: the same sorted sample each time, its mean on the path without errors", () => {
  const fit = fitEts(valuesOf("AirPassengers"), { error: "A", trend: "A", damped: false, season: "M", m: 12 });
  assert.ok(fit);
  assert.equal(etsMoments(fit, 3), null);
  const [one, two] = [simulateEts(fit, [1, 12]), simulateEts(fit, [1, 12])];
  assert.deepEqual(one, two);
  const path = etsPath(fit, 12);
  for (const [i, h] of [1, 12].entries()) {
    const sample = one.sorted[i];
    assert.equal(sample.length, PATHS);
    assert.ok(sample.every((x, k) => k === 0 || sample[k - 1] <= x));
    // Errors of opposite signs cancel in the mean up to second order.
    near(one.mean[i] / path[h - 1], 1, 1e-4);
  }
  // The first step is normal; a 97.5 % point of 5,000 draws is off by 2.7 σ/√5000 = 0.04 σ.
  near((quantileOfSorted(one.sorted[0], 0.975) - path[0]) / 1.959964 / Math.sqrt(fit.sigma2), 1, 0.06);
});

test("a simulated multiplicative trend stays a number far ahead", () => {
  const fit = fitEts(valuesOf("AirPassengers"), { error: "M", trend: "M", damped: true, season: "M", m: 12 });
  assert.ok(fit);
  const { sorted, mean } = simulateEts({ ...fit, sigma2: 0.25 }, [200], 500);
  assert.ok(sorted[0].every(Number.isFinite) && Number.isFinite(mean[0]));
});
