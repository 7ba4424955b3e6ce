import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import auto from "../../oracles/arima-auto.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { fitText, forecastOf, trainOf } from "../../support/forecasting.ts";

const airline = auto.series.airline;

test("AutoARIMA finds the season, the differences and the model of the airline series, and forecasts as R does", async () => {
  const { point, found } = await forecastOf("AutoARIMA()", trainOf(airline.y, { periods: [12] }), 12);
  assert.equal(found.model, "ARIMA(2,1,1)(0,1,0)[12]");
  airline.mean.forEach((value, h) => {
    close(point[h], value, 1e-5);
  });
  const search = found.params.search as { n_tried: number; trace: { model: string }[]; ranked_by: string };
  assert.equal(search.n_tried, 19);
  assert.equal(search.trace[1].model, "ARIMA(0,1,0)(0,1,0)[12]");
  assert.equal(search.ranked_by, "maximum likelihood");
});

test("a season that sp=1 leaves out is warned of", async () => {
  const { found } = await forecastOf("AutoARIMA(sp=1)", trainOf(airline.y, { periods: [12] }), 1);
  assert.match(found.warnings.join(), /a season of 12 rows was found, and the model has none: state sp=12/);
});

test("a constant series is forecast as that constant with spread 0", async () => {
  const { point, variance, found } = await forecastOf("AutoARIMA(sp=4)", trainOf(new Array(24).fill(3)), 2);
  assert.deepEqual(
    [[...point], [...variance!]],
    [
      [3, 3],
      [0, 0],
    ],
  );
  assert.match(found.warnings.join(), /sigma is 0/);
});

test("specifications of the reference run unchanged", async () => {
  const text =
    "AutoARIMA(start_p=1, d=1, start_q=1, max_p=3, max_q=3, sp=12, seasonal=True, stationary=False, information_criterion='aic', test='kpss', stepwise=True, suppress_warnings=True, n_jobs=1)";
  assert.match((await forecastOf(text, trainOf(airline.y), 1)).found.model, /^ARIMA\(\d,1,\d\)/);
});

test("two rows are SeriesTooShort; a test or criterion that is none is a bad call", async () => {
  await assert.rejects(fitText("AutoARIMA()", trainOf([1, 2])), { name: "SeriesTooShort" });
  await assert.rejects(fitText("AutoARIMA(test='pp')", trainOf(airline.y)), BadCall);
  await assert.rejects(fitText("AutoARIMA(information_criterion='hqic')", trainOf(airline.y)), BadCall);
});

test("three to twelve rows always have a forecast", async () => {
  for (let n = 3; n <= 12; n++) {
    const { point, variance } = await forecastOf("AutoARIMA()", trainOf(auto.series.Nile.y.slice(0, n)), 3);
    assert.ok(point.every(Number.isFinite) && variance!.every(Number.isFinite), `n = ${n}`);
  }
});

test("a season is found although rows are missing", async () => {
  const gaps = airline.y.map((value, t) => (t === 40 || t === 77 ? Number.NaN : value));
  const { found, point } = await forecastOf(
    "AutoARIMA(max_p=1, max_q=1, max_P=1, max_Q=1)",
    trainOf(gaps, { periods: [12] }),
    12,
  );
  assert.equal(found.period, 12);
  assert.ok(point.every(Number.isFinite));
});
