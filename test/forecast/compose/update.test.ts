import assert from "node:assert/strict";
import { test } from "node:test";
import { type Fitted, tagsOf, updateFitted } from "../../../src/forecast/engine.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";
import { firstRows, type Training } from "../../../src/forecast/training.ts";
import { fitText, idle, predictAt, trainOf } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";
import { quarterly } from "../../support/seeded-series.ts";

/** Fitted on the first n rows, then moved to the end. */
async function moved(text: string, train: Training, n: number): Promise<Fitted> {
  const before = await fitText(text, firstRows(train, n));
  const after = await updateFitted(before, train, train.y.length - n, false, idle);
  return { spec: after.spec, state: JSON.parse(JSON.stringify(after.state)) };
}

// Nothing of these is estimated, so moving on is fitting again.
for (const text of [
  "LogTransformer() * NaiveForecaster(sp=4)",
  "LogTransformer() * Differencer([1, 4]) * NaiveForecaster()",
  "NaiveForecaster() * SqrtTransformer()",
  "-LogTransformer() * NaiveForecaster('drift')",
  "TransformedTargetForecaster([TransformerPipeline([SqrtTransformer(), Differencer()]), NaiveForecaster()])",
  "EnsembleForecaster([NaiveForecaster(), LogTransformer() * NaiveForecaster()])",
  "NaiveForecaster() | NaiveForecaster(sp=4)",
  "ConformalIntervals(NaiveForecaster(), initial_window=20)",
  "NaiveVariance(NaiveForecaster())",
  "Differencer() * NaiveForecaster('mean')",
  "HPFilter() * NaiveForecaster()",
]) {
  test(`${text} moved on by rows forecasts what it does when fitted to all`, async () => {
    const train = trainOf(quarterly(48, 3));
    const [one, other] = [
      await predictAt(await moved(text, train, 41), [1, 5]),
      await predictAt(await fitText(text, train), [1, 5]),
    ];
    near(one.point, other.point, 1e-12);
    near([one.quantile(1, 0.2)], [other.quantile(1, 0.2)], 1e-12);
  });
}

test("what was estimated stays: the line of Detrender, the season of Deseasonalizer, the scale of StandardScaler", async () => {
  // The line .5 + 2 t of 1, 2, 4, 7; row 4 is 11, 2.5 above it, and 10.5 + 2.5 comes next.
  near(
    (await predictAt(await moved("Detrender() * NaiveForecaster()", trainOf([1, 2, 4, 7, 11]), 4), 1)).point,
    [13],
    1e-12,
  );
  const seasonal = trainOf([1, 5, 1, 5, 1, 5, 9]);
  // Season -2, 2 of the first six rows; the next row is 9 + 2 without it, and an even place is followed by an odd one.
  near(
    (await predictAt(await moved("Deseasonalizer(sp=2) * NaiveForecaster()", seasonal, 6), 2)).point,
    [13, 9],
    1e-12,
  );
  near((await predictAt(await moved("STLTransformer(sp=2) * NaiveForecaster()", seasonal, 6), 2)).point, [13, 9], 1e-6);
  near((await predictAt(await moved("StandardScaler() * NaiveForecaster()", seasonal, 6), 1)).point, [9], 1e-12);
});

test("a search moves its best candidate on and does not search again", async () => {
  const text = "ForecastingGridSearchCV(NaiveForecaster(), cv=2, param_grid={'sp': [1, 4]})";
  const { state } = await moved(text, trainOf(quarterly(48, 3)), 41);
  assert.equal((state as { best: string }).best, "NaiveForecaster(sp=4)");
});

test("a composition moves on where all of its parts can", async () => {
  const moves = async (text: string) => tagsOf(await readSpec(text))["capability:update"];
  assert.equal(await moves("LogTransformer() * NaiveForecaster()"), true);
  assert.equal(await moves("HPFilter() * NaiveForecaster()"), false);
  assert.equal(await moves("EnsembleForecaster([NaiveForecaster(), HPFilter() * NaiveForecaster()])"), false);
});
