import assert from "node:assert/strict";
import { test } from "node:test";
import { continueStates } from "../../../src/forecast/ets/continue.ts";
import { fitEts } from "../../../src/forecast/ets/fit.ts";
import { formName } from "../../../src/forecast/ets/form.ts";
import { etsPath } from "../../../src/forecast/ets/moments.ts";
import { allNear } from "../../numerics/near.ts";
import { formOf, R_FITS, valuesOf } from "./series.ts";

test("states that go on over new rows are those of one pass with the same estimates, in every form", () => {
  for (const row of R_FITS.filter(({ series }) => series === "AirPassengers")) {
    const y = valuesOf(row.series);
    const form = formOf(row);
    const fit = fitEts(y.subarray(0, 100), form, { effort: { starts: 1, tolerance: 1e-4 } });
    assert.ok(fit);
    const { alpha, beta, gamma, phi, initial } = fit;
    const opt = (x: number | null) => x ?? undefined;
    const whole = fitEts(y, form, {
      fixed: {
        alpha,
        beta: opt(beta),
        gamma: opt(gamma),
        phi: opt(phi),
        level: initial.level,
        trend: opt(initial.trend),
        season: form.season === "N" ? undefined : initial.season,
      },
    });
    const inParts = continueStates(fit, y.subarray(100, 117));
    const on = inParts && continueStates(inParts, y.subarray(117));
    assert.ok(on && whole, formName(form));
    assert.equal(on.n, 144);
    allNear(on.fitted, whole.fitted, 1e-9, formName(form));
    allNear(on.residuals, whole.residuals, 1e-9, formName(form));
    allNear(etsPath(on, 25), etsPath(whole, 25), 1e-9, formName(form));
    assert.deepEqual([on.alpha, on.loglik, on.sigma2], [fit.alpha, fit.loglik, fit.sigma2]);
  }
});

test("no new rows change nothing, and rows that break positive means are no continuation", () => {
  const fit = fitEts(valuesOf("AirPassengers"), { error: "M", trend: "A", damped: false, season: "N", m: 1 });
  assert.ok(fit);
  assert.equal(continueStates(fit, new Float64Array(0)), fit);
  assert.equal(continueStates(fit, Float64Array.of(-5000, -5000)), null);
});
