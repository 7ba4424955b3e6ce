import assert from "node:assert/strict";
import { test } from "node:test";
import { type Autolag, adf, mostAdfLags } from "../../../src/forecast/arima/adf.ts";
import { ordinaryDifferences, seasonalDifferences } from "../../../src/forecast/arima/differences.ts";
import { automaticLags, type KpssRegression, kpss } from "../../../src/forecast/arima/kpss.ts";
import { type AdfRegression, mackinnonP } from "../../../src/forecast/arima/mackinnon.ts";
import { ocsb } from "../../../src/forecast/arima/ocsb.ts";
import classics from "../../oracles/arima-auto.json" with { type: "json" };
import ocsbOracle from "../../oracles/arima-ocsb.json" with { type: "json" };
import oracle from "../../oracles/arima-tests.json" with { type: "json" };
import { close } from "../../support/close.ts";

function seriesOf(name: string): Float64Array {
  if (name !== "differenced_airline") {
    return Float64Array.from(classics.series[name as keyof typeof classics.series].y);
  }
  const { y } = classics.series.airline;
  return Float64Array.from(y.slice(1), (value, t) => value - y[t]);
}

test("KPSS statistic, lags and p-value are those of statsmodels", () => {
  for (const { series, regression, nlags, statistic, p, lags } of oracle.kpss) {
    const y = seriesOf(series);
    const kind = regression as KpssRegression;
    const ours =
      nlags === "auto"
        ? automaticLags(y, kind)
        : nlags === "legacy"
          ? Math.min(Math.ceil(12 * (y.length / 100) ** 0.25), y.length - 1)
          : Number(nlags);
    assert.equal(ours, lags, `${series} ${regression} ${nlags}`);
    const found = kpss(y, kind, ours);
    close(found.statistic / statistic, 1, 1e-9);
    close(found.p_value, p, 1e-9, `${series} ${nlags}`);
  }
});

test("KPSS of the airline series with 4 lags is R's: 2.7394736, and 0.66571201 seasonally differenced", () => {
  const y = seriesOf("airline");
  close(kpss(y, "c", 4).statistic, 2.7394736, 1e-7);
  close(
    kpss(
      y.subarray(12).map((value, t) => value - y[t]),
      "c",
      4,
    ).statistic,
    0.66571201,
    1e-7,
  );
  close(kpss(seriesOf("Nile"), "c", 4).statistic, 0.96543491, 1e-7);
});

test("beyond its table a p-value says that it is a bound", () => {
  assert.deepEqual(
    [kpss(seriesOf("airline"), "c", 4).p_value, kpss(seriesOf("airline"), "c", 4).p_at],
    [0.01, "at most"],
  );
  const calm = Float64Array.from({ length: 50 }, (_, t) => (t % 2 === 0 ? 1 : -1));
  assert.deepEqual([kpss(calm, "c", 0).p_value, kpss(calm, "c", 0).p_at], [0.1, "at least"]);
});

test("ADF statistic, chosen lags, rows and MacKinnon's p-value are those of statsmodels", () => {
  for (const { series, regression, autolag, statistic, p, lags, n } of oracle.adf) {
    const y = seriesOf(series);
    const kind = regression as AdfRegression;
    const found = adf(y, kind, autolag === null ? 6 : mostAdfLags(y.length, kind), autolag as Autolag)!;
    const what = `${series} ${regression} ${autolag}`;
    assert.deepEqual([found.lags, found.n_used], [lags, n], what);
    close(found.statistic, statistic, 1e-7, what);
    close(found.p_value, p, 1e-7, what);
  }
});

test("MacKinnon's surface is statsmodels' over both halves and both ends", () => {
  for (const { regression, tau, p } of oracle.mackinnon) close(mackinnonP(tau, regression as AdfRegression), p, 1e-9);
});

test("a series without a regression has no ADF test", () => {
  assert.equal(adf(new Float64Array(20).fill(3), "c", 0, null), null);
  assert.equal(adf(Float64Array.of(1, 2, 4), "c", 1, null), null);
});

test("differences are counted until the test is content: a random walk 1, its sum 2, noise 0, a constant 0", () => {
  const noise = Float64Array.from({ length: 120 }, (_, t) => Math.sin(t * t * 1.7));
  const sum = (x: Float64Array) => {
    let s = 0;
    return x.map((value) => {
      s += value;
      return s;
    });
  };
  const count = (x: Float64Array, test: "kpss" | "adf") => ordinaryDifferences(x, test, 0.05, 2).count;
  assert.deepEqual([count(noise, "adf"), count(new Float64Array(20), "kpss")], [0, 0]);
  assert.equal(
    count(
      Float64Array.from({ length: 60 }, (_, t) => 2 * t),
      "kpss",
    ),
    1,
  );
  assert.equal(count(sum(Float64Array.from({ length: 120 }, (_, t) => 0.2 * t + noise[t])), "kpss"), 2);
});

test("a season is differenced when its strength is above 0.64 and two seasons are there", () => {
  const y = Float64Array.from({ length: 40 }, (_, t) => t % 4);
  assert.equal(seasonalDifferences(y, 4, 1, "seas", () => 0.65).count, 1);
  assert.equal(seasonalDifferences(y, 4, 1, "seas", () => 0.64).count, 0);
  assert.equal(seasonalDifferences(y.subarray(0, 8), 4, 1, "seas", () => 1).count, 0);
  assert.equal(seasonalDifferences(y, 1, 1, "seas", () => 1).count, 0);
});

test("the OCSB statistic at stated lags, and its critical value, are those of R's ocsb.test", () => {
  for (const { series, m, lags, statistic, critical } of ocsbOracle.cases) {
    const y = series === "airline_log" ? seriesOf("airline").map(Math.log) : seriesOf(series);
    const found = ocsb(y, m, lags)!;
    close(found.statistic, statistic, 1e-8, `${series} ${lags}`);
    close(found.critical, critical, 1e-9);
  }
});

test("with lags by AIC, OCSB differences the seasons that pmdarima's nsdiffs differences", () => {
  for (const [series, count] of Object.entries(oracle.ocsb)) {
    const { y, m } = classics.series[series as keyof typeof classics.series];
    assert.equal(seasonalDifferences(Float64Array.from(y), m, 1, "ocsb", () => 0).count, count, series);
  }
});

test("a series without a regression has no OCSB test, and is not differenced", () => {
  const y = seriesOf("airline").subarray(0, 16);
  assert.equal(ocsb(y, 12), null);
  assert.equal(seasonalDifferences(seriesOf("airline").subarray(0, 25), 23, 1, "ocsb", () => 1).count, 0);
});
