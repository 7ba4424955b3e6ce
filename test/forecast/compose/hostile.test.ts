import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { describeFitted, fitSpec } from "../../../src/forecast/engine.ts";
import { decodeState, encodeState } from "../../../src/forecast/model-state.ts";
import { attains } from "../../../src/forecast/predictive.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";
import { idle, predictAt, trainOf } from "../../support/forecasting.ts";

const TRANSFORMERS = [
  "LogTransformer()",
  "SqrtTransformer()",
  "ExponentTransformer(power=3)",
  "ScaledLogitTransformer(-1000, 1000)",
  "BoxCoxTransformer()",
  "BoxCoxTransformer(method='pearsonr')",
  "BoxCoxTransformer(method='guerrero', sp=2)",
  "Deseasonalizer()",
  "Deseasonalizer(sp=2, model='multiplicative')",
  "ConditionalDeseasonalizer(sp=2)",
  "Detrender()",
  "Detrender(model='multiplicative')",
  "Detrender(forecaster=NaiveForecaster())",
  "Differencer()",
  "Differencer([1, 2], na_handling='drop_na')",
  "StandardScaler()",
  "MinMaxScaler()",
  "Imputer()",
  "Imputer(method='random')",
  "Imputer(method='forecaster', forecaster=NaiveForecaster('drift'))",
  "Imputer(method='nearest')",
  "HampelFilter(window_length=3)",
  "STLTransformer()",
  "STLTransformer(sp=2)",
  "MSTL(periods=[2, 3])",
  "HPFilter()",
];
const FORECASTERS = [
  "NaiveForecaster()",
  "NaiveForecaster('mean')",
  "NaiveForecaster('drift')",
  "ConformalIntervals(NaiveForecaster())",
  "NaiveVariance(NaiveForecaster())",
  "EnsembleForecaster([NaiveForecaster(), NaiveForecaster('drift')], aggfunc='gmean')",
  "ForecastingGridSearchCV(NaiveForecaster(), cv=2, param_grid={'sp': [1, 2]})",
];

const text = fc
  .tuple(fc.array(fc.constantFrom(...TRANSFORMERS), { minLength: 0, maxLength: 3 }), fc.constantFrom(...FORECASTERS))
  .map(([transformers, forecaster]) => [...transformers, forecaster].join(" * "));
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 30 }) },
  { weight: 4, arbitrary: fc.double({ min: 0.1, max: 100, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, Number.NaN, 1e140, -1e140, 1e-300, 1e9) },
);
const series = fc.oneof(
  fc.array(value, { minLength: 1, maxLength: 14 }),
  fc
    .tuple(fc.constantFrom(0, 1, -2, 5e8), fc.integer({ min: 1, max: 12 }))
    .map(([same, n]) => Array<number>(n).fill(same)),
  fc.array(fc.double({ min: 1, max: 9, noNaN: true }), { minLength: 1, maxLength: 30 }),
);

test("whatever the series and the pipeline: finite points and bounds in order, a state that is JSON, or a refusal", async () => {
  let forecasts = 0;
  await fc.assert(
    fc.asyncProperty(text, series, async (spec, y) => {
      try {
        const { spec: read, state } = await fitSpec(await readSpec(spec), trainOf(y, { periods: [2, 4] }), idle);
        const fitted = { spec: read, state: decodeState(encodeState(state)) };
        assert.ok(JSON.stringify(describeFitted(fitted)).length > 0);
        const found = await predictAt(fitted, [1, 3]);
        assert.ok(found.point.every(Number.isFinite), `points ${found.point}`);
        assert.ok(found.variance === null || found.variance.every((each) => each >= 0), `variance ${found.variance}`);
        for (const i of [0, 1]) {
          if (!attains(found, i, 0.1)) continue;
          const [low, high] = [found.quantile(i, 0.1), found.quantile(i, 0.9)];
          const slack = 1e-9 * (1 + Math.abs(low) + Math.abs(high));
          assert.ok(
            low <= found.point[i] + slack && found.point[i] <= high + slack,
            `${low} ${found.point[i]} ${high}`,
          );
        }
        forecasts++;
      } catch (error) {
        if (!(error instanceof Refusal) && !(error instanceof BadCall)) throw error;
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(forecasts > 100, `only ${forecasts} of 500 were forecast`);
});
