import assert from "node:assert/strict";
import { test } from "node:test";
import { notAmong, sweep, sweepMeets } from "../../support/odd-series.ts";

/** Every forecaster of the registry, with a season where it can have one. */
const SPECS: Record<string, string> = {
  ARIMA: "ARIMA((1, 1, 1))",
  Auto: "Auto()",
  AutoARIMA: "AutoARIMA(sp=4)",
  AutoETS: "AutoETS(sp=4)",
  AutoREG: "AutoREG(2)",
  ConformalIntervals: "ConformalIntervals(NaiveForecaster())",
  Croston: "Croston()",
  DynamicHarmonic: "DynamicHarmonic([4], K=1)",
  EnsembleForecaster: "EnsembleForecaster([NaiveForecaster(), ThetaForecaster(sp=4)])",
  ExponentialSmoothing: "ExponentialSmoothing(trend='add', seasonal='mul', sp=4)",
  ForecastX: "ForecastX(ARIMA((0, 1, 0)), NaiveForecaster())",
  ForecastingGridSearchCV:
    "ForecastingGridSearchCV(NaiveForecaster(), ExpandingWindowSplitter([1], 6), {'strategy': ['last', 'mean']})",
  ForecastingPipeline: "Lag(1) ** ARIMA((0, 1, 0))",
  MultiplexForecaster: "NaiveForecaster() | TrendForecaster()",
  NaiveForecaster: "NaiveForecaster(strategy='drift')",
  NaiveVariance: "NaiveVariance(NaiveForecaster())",
  PluginParamsForecaster: "SeasonalityACF() * NaiveForecaster()",
  PolynomialTrendForecaster: "PolynomialTrendForecaster(degree=2)",
  STLForecaster: "STLForecaster(sp=4)",
  SeasonalNaive: "SeasonalNaive(sp=4)",
  TSB: "TSB()",
  ThetaForecaster: "ThetaForecaster(sp=4)",
  TransformedTargetForecaster: "LogTransformer() * NaiveForecaster()",
  TrendForecaster: "TrendForecaster()",
};
/** Seasons that are longer than any history here. */
const LONG = [
  "SeasonalNaive(sp=1000)",
  "STLForecaster(sp=1000)",
  "AutoETS(sp=1000)",
  "AutoARIMA(sp=1000)",
  "ThetaForecaster(sp=1000)",
  "ExponentialSmoothing(seasonal='add', sp=1000)",
  "Deseasonalizer(sp=1000) * NaiveForecaster()",
];
/** These learn from a second column. */
const WITH_COLUMN = [SPECS.ForecastX, SPECS.ForecastingPipeline];

for (const spec of Object.values(SPECS)) sweep(spec, { column: WITH_COLUMN.includes(spec) });
for (const spec of LONG) sweep(spec, { long: true });

test("every forecaster of the registry is among them", async () =>
  assert.deepEqual(await notAmong("forecaster", Object.keys(SPECS)), []));

sweepMeets({ answers: 800, refusals: 300 });
