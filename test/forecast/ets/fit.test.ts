import assert from "node:assert/strict";
import { test } from "node:test";
import { ETS_BOUNDS } from "../../../src/forecast/ets/coordinates.ts";
import { type EtsFit, fitEts } from "../../../src/forecast/ets/fit.ts";
import { type EtsForm, formName } from "../../../src/forecast/ets/form.ts";
import { etsPath } from "../../../src/forecast/ets/moments.ts";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { allNear, near } from "../../numerics/near.ts";
import statsmodels from "../../oracles/ets-statsmodels.json" with { type: "json" };
import { formOf, R_FITS, valuesOf } from "./series.ts";

const airline = valuesOf("AirPassengers");
const MAM: EtsForm = { error: "M", trend: "A", damped: false, season: "M", m: 12 };
const AAN: EtsForm = { error: "A", trend: "A", damped: false, season: "N", m: 1 };

function fitted(y: Float64Array, form: EtsForm, options = {}): EtsFit {
  const fit = fitEts(y, form, options);
  assert.ok(fit, formName(form));
  return fit;
}

test("no form's likelihood is below that of R's ets by more than 0.05, and k, AICc and σ² are counted as R does", () => {
  let gained = 0;
  for (const row of R_FITS) {
    const fit = fitted(valuesOf(row.series), formOf(row));
    const what = `${row.series} ${formName(formOf(row))}`;
    const loglik = fit.loglik ?? Number.NEGATIVE_INFINITY;
    assert.ok(loglik >= row.loglik - 0.05, `${what}: ${loglik}, R has ${row.loglik}`);
    assert.ok(fit.converged, what);
    gained = Math.max(gained, loglik - row.loglik);
    // Beside a multiplicative trend R holds the sum of additive seasons at 0; here they are free and one more counts.
    if (!(row.trend === "M" && row.season === "A"))
      near((fit.aicc ?? 0) + 2 * loglik, row.aicc + 2 * row.loglik, 1e-9, what);
  }
  assert.ok(gained > 6, "where R stalls the gain is large");
});

test("airline ETS(M,A,M) reaches −675.99, where R's single start ends at −682.40", () => {
  // statsmodels: −522.4899 on its scale with wider bounds, −675.99 on R's.
  const fit = fitted(airline, MAM);
  near(fit.loglik ?? 0, -675.9972, 1e-6);
  near(fit.aic ?? 0, 2 * 675.9972 + 2 * 17, 1e-6);
  const expected = [442.77, 435.9, 498.81, 485.94, 487.54, 554.05, 617.45, 614.16, 534.25, 467.0, 406.24, 457.37];
  allNear(etsPath(fit, 12), expected, 1e-3);
});

test("a fit is as likely as statsmodels' ETSModel, up to its wider bounds", () => {
  // ½n·ln n − ½n(1 + ln 2π) between the two scales.
  const shift = 72 * Math.log(144) - 72 * (1 + Math.log(2 * Math.PI));
  const letter = (word: string | null) => (word === null ? "N" : word === "add" ? "A" : "M");
  for (const { error, trend, damped_trend, seasonal, llf } of statsmodels.ets) {
    const form = { error: letter(error), trend: letter(trend), damped: damped_trend, season: letter(seasonal), m: 12 };
    const fit = fitted(airline, form as EtsForm);
    assert.ok(
      (fit.loglik ?? 0) >= llf - shift - 0.05,
      `${formName(form as EtsForm)} ${fit.loglik}, not ${llf - shift}`,
    );
  }
});

test("within statsmodels' bounds the sum of squares is no larger than Holt-Winters' there", () => {
  const bounds = { low: 0, high: 1, phi_low: 0.8, phi_high: 0.995, admissible: false };
  const letter = (word: string | null) => (word === null ? "N" : word === "add" ? "A" : "M");
  for (const { trend, damped_trend, seasonal, sse } of statsmodels.holt_winters) {
    const form = {
      error: "A",
      trend: letter(trend),
      damped: damped_trend,
      season: letter(seasonal),
      m: seasonal ? 12 : 1,
    };
    const fit = fitted(airline, form as EtsForm, { bounds });
    assert.ok(fit.sse <= sse * (1 + 1e-6), `${formName(form as EtsForm)} ${fit.sse}, not ${sse}`);
  }
});

test("given parameters are kept, and not counted in k", () => {
  const fit = fitted(airline, MAM, { fixed: { alpha: 0.7411, beta: 1e-4, gamma: 1e-4 } });
  assert.deepEqual([fit.alpha, fit.beta, fit.gamma, fit.k], [0.7411, 1e-4, 1e-4, 14]);
  // R with these three given: −676.05475.
  assert.ok((fit.loglik ?? 0) >= -676.05475);
});

test("given parameters that leave no α are a mistake of the caller", () => {
  const form: EtsForm = { ...MAM, error: "A", season: "A" };
  assert.throws(() => fitEts(airline, form, { fixed: { beta: 0.6, gamma: 0.5 } }), RangeError);
});

test("every estimate stays within its bounds, and the start seasons are centred", () => {
  for (const row of R_FITS.filter(({ series }) => series === "USAccDeaths")) {
    const { alpha, beta, gamma, phi, initial } = fitted(valuesOf(row.series), formOf(row));
    const { low, high, phi_low, phi_high } = ETS_BOUNDS;
    const slack = 1e-12;
    assert.ok(alpha >= low - slack && alpha <= high + slack);
    assert.ok(beta === null || (beta >= low - slack && beta <= alpha + slack));
    assert.ok(gamma === null || (gamma >= low - slack && gamma <= 1 - alpha + slack));
    assert.ok(phi === null || (phi >= phi_low - slack && phi <= phi_high + slack));
    if (row.season === "A") near(initial.season.reduce((a, b) => a + b) / 1e4, 0, 1e-12);
    if (row.season === "M")
      near(
        initial.season.reduce((a, b) => a + b),
        12,
        1e-12,
      );
  }
});

test("a series times c has c times the forecasts and the same estimates, from 1e-6 to 1e6", () => {
  for (const form of [MAM, AAN, { ...MAM, error: "A", season: "A" } as EtsForm]) {
    const one = fitted(airline, form);
    for (const c of [1e-6, 0.37, 1e6]) {
      const other = fitted(
        airline.map((x) => x * c),
        form,
      );
      allNear(
        etsPath(other, 12).map((x) => x / c / 500),
        etsPath(one, 12).map((x) => x / 500),
        1e-5,
        formName(form),
      );
      near((other.loglik ?? 0) + 144 * Math.log(c), one.loglik ?? 0, 1e-7);
    }
  }
});

test("a constant series stays constant with σ = 0 and no likelihood, in every form, also at 0", () => {
  const trends = ["N", "A", "M"] as const;
  for (const trend of trends) {
    for (const season of trends) {
      const form: EtsForm = { error: "M", trend, damped: trend !== "N", season, m: 4 };
      const fit = fitted(new Float64Array(20).fill(7.3), form);
      assert.deepEqual([fit.sigma2, fit.loglik, fit.aicc], [0, null, null]);
      assert.deepEqual([...etsPath(fit, 6)], new Array(6).fill(7.3));
    }
  }
  const zero = fitted(new Float64Array(9), { ...AAN, trend: "N" });
  assert.deepEqual([zero.sigma2, ...etsPath(zero, 2)], [0, 0, 0]);
});

test("a straight line is fitted exactly: σ = 0, and the likelihood, which has no bound, is null", () => {
  const fit = fitted(
    Float64Array.from({ length: 30 }, (_, t) => 5 + 2 * t),
    AAN,
  );
  assert.deepEqual([fit.sigma2, fit.loglik], [0, null]);
  allNear(etsPath(fit, 3), [65, 67, 69], 1e-9);
});

test("a small wobble on a level of 1e9 is fitted as without the level", () => {
  const rng = pcg64(11);
  const y = Float64Array.from({ length: 60 }, () => Math.round(1000 * standardNormal(rng)) / 1000);
  const form: EtsForm = { ...AAN, trend: "N" };
  const low = fitted(y, form);
  const high = fitted(
    y.map((x) => x + 1e9),
    form,
  );
  assert.ok(Math.abs((low.loglik ?? 0) - (high.loglik ?? 0)) < 1e-4);
});

test("the same data give the same bits", () => {
  const [one, two] = [fitted(airline, MAM), fitted(airline.slice(), MAM)];
  assert.deepEqual(one, two);
});

test("a form whose means cannot be kept positive is no fit", () => {
  const y = Float64Array.from({ length: 24 }, (_, t) => (t % 2 === 0 ? 1e-9 : 1));
  const fit = fitEts(y, { error: "M", trend: "A", damped: false, season: "N", m: 1 });
  assert.ok(fit === null || fit.fitted.every((mean) => mean > 0));
});
