import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gcv } from "../../src/fda/choose-lambda.ts";
import { type FourierPenalty, fourierBasis } from "../../src/fda/fourier-basis.ts";
import { project, smoothAt } from "../../src/fda/smooth.ts";
import { fourierValues } from "../../src/numerics/fourier-values.ts";
import oracle from "../oracles/fda-fourier.json" with { type: "json" };
import { realData } from "../support/real-data.ts";

interface RSmooth {
  data: number[];
  fitted: number[];
  lambda: number;
  edf: number;
  gcv: number[];
  nbasis: number;
}

const near = (got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number) => {
  assert.equal(got.length, want.length);
  for (let i = 0; i < want.length; i++)
    assert.ok(Math.abs(got[i] - want[i]) <= tolerance, `${i}: ${got[i]} is not ${want[i]}`);
};

/** What scikit-fda prices by an integral over time, beside a plain sum of squares, as the lambda of a grid of length 1. */
function lambdaOf(t: number[], period: number, penalty: FourierPenalty, price: number): number {
  const order = penalty === "harmonic" ? 3 : penalty;
  return (price * period * (t[t.length - 1] - t[0]) ** (-2 * order)) / t.length;
}

for (const { t, y, period, n_basis, penalty, price, ...want } of oracle.fits) {
  test(`${n_basis} Fourier functions on ${t.length} points, penalty ${penalty}, ${price}: fit, EDF and leverage are scikit-fda's`, () => {
    const length = t[t.length - 1] - t[0];
    const u = Float64Array.from(t, (x) => (x - t[0]) / length);
    const basis = fourierBasis(u, n_basis, penalty as FourierPenalty, period / length);
    assert.ok(basis);
    const rows = y.map((row) => Float64Array.from(row));
    const lambda = lambdaOf(t, period, penalty as FourierPenalty, price);
    const found = smoothAt(basis, project(basis, rows), lambda);
    for (const [i, fitted] of found.fitted.entries()) near(fitted, want.fitted[i], 1e-8);
    near([found.edf], [want.edf], 1e-8);
    near(found.leverage, want.leverage, 1e-9);
  });
}

// create.fourier.basis(c(0, 1), 7), fdPar(basis, 2, 1e-6) and smooth.basis of R's fda on five noisy sines of 101 points: it
// minimises the plain sum of squares plus the price times the integral of the squared second derivative over the period.
test("fits of a Fourier basis priced by its second derivative, their EDF and each curve's GCV are those of R's fda", (t) => {
  if (realData === null) return t.skip("LIQUET_DATA is not set");
  const text = readFileSync(join(realData, "fda", "smooth_basis.json"), "utf8");
  const { data, fitted, lambda, edf, gcv: each, nbasis } = JSON.parse(text).fourier_smooth as RSmooth;
  const u = Float64Array.from({ length: 101 }, (_, j) => j / 100);
  const basis = fourierBasis(u, nbasis, 2, 1);
  assert.ok(basis);
  const rows = each.map((_, i) => u.map((_, j) => data[101 * i + j]));
  const found = smoothAt(basis, project(basis, rows), lambda / 101);
  near([found.edf], [edf], 1e-9);
  for (const [i, fit] of found.fitted.entries()) near(fit, fitted.slice(101 * i, 101 * (i + 1)), 1e-9);
  near(
    rows.map((_, i) => gcv(found.rss.slice(i, i + 1), found.edf, 101) ?? Number.NaN),
    each,
    1e-10,
  );
});

test("a period of which no two points stand within half is none that they tell of", () => {
  const u = Float64Array.from({ length: 21 }, (_, j) => j / 20);
  for (const period of [1e-9, 0.05, 0.099]) assert.equal(fourierBasis(u, 5, 2, period), null, String(period));
  assert.notEqual(fourierBasis(u, 5, 2, 0.2), null);
});

test("at a quarter of a cycle the functions are 1, 1, 0, 0, -1", () => {
  near(fourierValues(0.25, 5), [1, 1, 0, 0, -1], 1e-15);
});

test("the harmonic penalty leaves one wave of the period alone, whatever lambda; a derivative's does not", () => {
  const u = Float64Array.from({ length: 24 }, (_, j) => j / 23);
  // 24 hours of a day: the period is one step longer than the grid.
  const period = 24 / 23;
  const wave = u.map((x) => 3 + 2 * Math.sin((2 * Math.PI * x) / period + 1));
  const fit = (penalty: FourierPenalty) => {
    const basis = fourierBasis(u, 9, penalty, period);
    assert.ok(basis);
    return smoothAt(basis, project(basis, [wave]), 1e6);
  };
  near(fit("harmonic").fitted[0], wave, 1e-10);
  near([fit("harmonic").edf, fit(2).edf], [3, 1], 1e-4);
  assert.ok(Math.max(...fit(2).fitted[0].map((x) => Math.abs(x - 3))) < 1e-3);
});

test("two points cannot tell a constant and a wave apart", () => {
  assert.equal(fourierBasis(Float64Array.of(0, 1), 5, "harmonic", 2), null);
});
