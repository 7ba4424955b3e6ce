import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseEts } from "../../../src/forecast/ets/choose.ts";
import { fitEts } from "../../../src/forecast/ets/fit.ts";
import { formName } from "../../../src/forecast/ets/form.ts";
import { type EtsChoice, formsToTry } from "../../../src/forecast/ets/forms-to-try.ts";
import { etsPath } from "../../../src/forecast/ets/moments.ts";
import { allNear, near } from "../../numerics/near.ts";
import m3 from "../../oracles/ets-m3.json" with { type: "json" };
import { R_FITS, valuesOf } from "./series.ts";

const ALL: EtsChoice = { m: 1, restrict: true, additive_only: false, allow_multiplicative_trend: false };
const airline = valuesOf("AirPassengers");

function tried(y: Float64Array, choice: EtsChoice): string[] {
  return formsToTry(y, choice).map(({ form, skipped }) => formName(form) + (skipped === null ? "" : "-"));
}

test("airline with a season of 12 is ETS(M,A,M), by each criterion, and every form tried is told", async () => {
  for (const by of ["aic", "aicc", "bic"] as const) {
    const { fit, trials, fallback } = await chooseEts(airline, { ...ALL, m: 12 }, by);
    assert.ok(fit);
    assert.equal(formName(fit.form), "ETS(M,A,M)");
    assert.ok((fit.loglik ?? 0) >= -676.05);
    assert.deepEqual([trials.length, fallback], [15, false]);
    for (const { criterion, loglik, note } of trials) {
      assert.ok(criterion !== null && loglik !== null && note === null);
      assert.ok(criterion >= (fit[by] ?? 0) - 1e-9);
    }
  }
});

test("the choice is at least as good by AICc as R's best form on every series", async () => {
  for (const series of new Set(R_FITS.map((row) => row.series))) {
    const rows = R_FITS.filter(
      (row) => row.series === series && row.trend !== "M" && !(row.error === "A" && row.season === "M"),
    );
    const best = Math.min(...rows.map((row) => row.aicc));
    const { fit } = await chooseEts(valuesOf(series), { ...ALL, m: Math.max(...rows.map((row) => row.m)) }, "aicc");
    assert.ok(fit?.aicc !== null && fit !== null && fit.aicc <= best + 0.1, `${series}: ${fit?.aicc}, R has ${best}`);
  }
});

test("a slope that takes much of each error must win by more: there the choice and its forecasts are R's", async () => {
  for (const { id, x, aicc, method, point, tried: theirs } of m3.series) {
    const { fit, trials } = await chooseEts(Float64Array.from(x), ALL, "aicc");
    assert.ok(fit);
    assert.equal(formName(fit.form), method, id);
    near(fit.aicc ?? 0, aicc, 1e-6, id);
    allNear(etsPath(fit, 6), point, 1e-5, id);
    // R's search ends above this form's least AICc, which is below that of its choice.
    const line = fitEts(Float64Array.from(x), { error: "M", trend: "A", damped: false, season: "N", m: 1 });
    assert.ok((line?.aicc ?? 0) < Math.min(aicc, theirs.MAN) && (line?.beta ?? 0) > 0.5, id);
    const trial = trials.find(({ form }) => form === "ETS(M,A,N)");
    near(trial?.criterion ?? 0, (line?.aicc ?? 0) + 4 * (line?.beta ?? 0), 1e-6, id);
  }
});

test("the open forms: 15 restricted, 30 with everything, 6 additive only, and what is stated narrows them", () => {
  const seasonal = { ...ALL, m: 12 };
  assert.equal(tried(airline, seasonal).length, 15);
  assert.equal(tried(airline, { ...seasonal, restrict: false, allow_multiplicative_trend: true }).length, 30);
  assert.equal(tried(airline, { ...seasonal, allow_multiplicative_trend: true }).length, 19);
  assert.equal(tried(airline, { ...seasonal, additive_only: true }).length, 6);
  assert.deepEqual(tried(airline, { ...seasonal, error: "M", trend: "A", damped: true }), [
    "ETS(M,Ad,N)",
    "ETS(M,Ad,A)",
    "ETS(M,Ad,M)",
  ]);
  assert.deepEqual(tried(airline, { ...ALL, season: "N", trend: "N" }), ["ETS(A,N,N)", "ETS(M,N,N)"]);
});

test("a value at 0 rules out all that multiplies, and each form says so", async () => {
  const y = airline.map((x, t) => (t === 40 ? 0 : x));
  const { fit, trials } = await chooseEts(y, { ...ALL, m: 12 }, "aicc");
  assert.equal(fit?.form.error, "A");
  assert.notEqual(fit?.form.season, "M");
  const out = trials.filter(({ note }) => note === "values at or below 0").map(({ form }) => form);
  assert.deepEqual([out.length, out.every((form) => /M/.test(form))], [9, true]);
});

test("forms of more than n − 4 parameters are not tried, and say what they would need", async () => {
  const { trials } = await chooseEts(airline.subarray(0, 20), { ...ALL, m: 12 }, "aicc");
  // ETS(A,A,A): α, β, γ, level, slope, 11 seasons and σ².
  assert.equal(trials.find(({ form }) => form === "ETS(A,A,A)")?.note, "20 observations, 21 needed");
});

test("where every form needs more, the data get a level, or a line when AICc is for it", async () => {
  const few = await chooseEts(Float64Array.of(3, 5, 4, 6), { ...ALL, m: 1 }, "aicc");
  assert.deepEqual([few.fallback, few.fit && formName(few.fit.form)], [true, "ETS(A,N,N)"]);
  // AICc needs n > k + 1 = 4.
  assert.equal(few.trials[0].criterion, null);
});

test("a constant series is a level with σ = 0", async () => {
  const { fit, trials } = await chooseEts(new Float64Array(30).fill(4), { ...ALL, m: 4 }, "aicc");
  assert.deepEqual([fit?.sigma2, trials.length, trials[0].note], [0, 1, "fits exactly"]);
  assert.deepEqual(fit && [...etsPath(fit, 3)], [4, 4, 4]);
});

test("a straight line is ETS(A,A,N), though several forms fit it exactly", async () => {
  const { fit, trials } = await chooseEts(
    Float64Array.from({ length: 40 }, (_, t) => 3 + t),
    { ...ALL, m: 4 },
    "aicc",
  );
  assert.equal(fit && formName(fit.form), "ETS(A,A,N)");
  assert.ok(trials.filter(({ note }) => note === "fits exactly").length > 1);
  near(fit ? etsPath(fit, 1)[0] : 0, 43, 1e-9);
});

test("a mostly empty series, an outlier, alternating and huge values all get a finite answer", async () => {
  const odd: Float64Array[] = [
    Float64Array.from({ length: 48 }, (_, t) => (t % 17 === 0 ? 1 : 0)),
    Float64Array.from({ length: 40 }, (_, t) => (t === 20 ? 1e9 : 1 + (t % 3))),
    Float64Array.from({ length: 30 }, (_, t) => (t % 2 === 0 ? 1e-9 : 1)),
    Float64Array.from({ length: 40 }, (_, t) => 2 ** t),
    Float64Array.from({ length: 40 }, (_, t) => 1e140 * (1 + (t % 5))),
    Float64Array.from({ length: 25 }, (_, t) => (t < 24 ? 0 : 5)),
    Float64Array.from({ length: 36 }, (_, t) => -3 - 2 * t + Math.sin(t)),
  ];
  for (const [i, y] of odd.entries()) {
    const { fit } = await chooseEts(y, { ...ALL, m: 12, restrict: false, allow_multiplicative_trend: true }, "aicc");
    assert.ok(fit && etsPath(fit, 24).every(Number.isFinite) && Number.isFinite(fit.sigma2), `series ${i}`);
  }
});

test("a call that is cancelled between two searches stops there", async () => {
  let calls = 0;
  const tick = async () => {
    if (++calls === 3) throw new Error("cancelled");
  };
  await assert.rejects(chooseEts(airline, { ...ALL, m: 12 }, "aicc", tick), /cancelled/);
});
