import assert from "node:assert/strict";
import { test } from "node:test";
import { notAmong, sweep, sweepMeets } from "../../support/odd-series.ts";

/** Every transformer of the registry that acts on the series, before a forecaster. */
const SERIES: Record<string, string> = {
  BoxCoxTransformer: "BoxCoxTransformer(method='guerrero', sp=4) * NaiveForecaster('drift')",
  ConditionalDeseasonalizer: "ConditionalDeseasonalizer(sp=4) * NaiveForecaster()",
  Deseasonalizer: "Deseasonalizer(sp=4, model='multiplicative') * TrendForecaster()",
  Detrender: "Detrender(model='multiplicative') * ARIMA((1, 0, 0))",
  Differencer: "Differencer([1, 4]) * NaiveForecaster('mean')",
  ExponentTransformer: "ExponentTransformer(power=0.25) * NaiveForecaster()",
  HampelFilter: "HampelFilter() * Imputer() * NaiveForecaster()",
  Imputer: "Imputer() * ThetaForecaster(sp=4)",
  InvertTransform: "~SqrtTransformer() * NaiveForecaster('drift')",
  LogTransformer: "LogTransformer() * Differencer() * NaiveForecaster('mean')",
  MSTL: "MSTL(periods=4) * NaiveForecaster('drift')",
  MinMaxScaler: "MinMaxScaler() * AutoETS(sp=4)",
  OptionalPassthrough: "-Detrender() * NaiveForecaster(sp=4)",
  STLTransformer: "STLTransformer(sp=4) * NaiveForecaster('drift')",
  ScaledLogitTransformer: "ScaledLogitTransformer(lower_bound=0, upper_bound=100) * NaiveForecaster()",
  SqrtTransformer: "SqrtTransformer() * AutoARIMA(sp=1)",
  StandardScaler: "StandardScaler() * Auto()",
  TabularToSeriesAdaptor: "TabularToSeriesAdaptor(StandardScaler()) * NaiveForecaster()",
  TransformerPipeline: "NaiveForecaster() * LogTransformer()",
};
/** And of those that make explaining columns. */
const COLUMNS: Record<string, string> = {
  ColumnSubset: "Lag(1)['x'] ** ARIMA((1, 0, 0))",
  DateTimeFeatures: "DateTimeFeatures() ** ARIMA((0, 1, 0))",
  FeatureUnion: "(Lag(1) + FourierFeatures([4], [1])) ** ARIMA((0, 0, 1))",
  FourierFeatures: "FourierFeatures([4], [1]) ** AutoREG(1)",
  HPFilter: "HPFilter() ** ARIMA((1, 0, 0))",
  Lag: "Lag([1, 2]) ** AutoREG(1)",
  WindowSummarizer: "WindowSummarizer(lag_feature={'mean': [[1, 3]]}) ** ARIMA((0, 1, 1))",
};

for (const spec of Object.values(SERIES)) sweep(spec, { few: true });
for (const spec of Object.values(COLUMNS)) sweep(spec, { column: true, few: true });

test("every transformer of the registry is among them", async () =>
  assert.deepEqual(await notAmong("transformer", [...Object.keys(SERIES), ...Object.keys(COLUMNS)]), []));

sweepMeets({ answers: 200, refusals: 100 });
