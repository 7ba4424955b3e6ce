import assert from "node:assert/strict";
import { test } from "node:test";
import { updateFitted } from "../../../src/forecast/engine.ts";
import classics from "../../oracles/series-r.json" with { type: "json" };
import oracle from "../../oracles/theta.json" with { type: "json" };
import { near } from "../../support/near.ts";
import { idle, trainingOf, tryForecaster } from "../../support/try-forecaster.ts";

const airline = classics.AirPassengers;

test("ThetaForecaster(sp=12) on airline is R's thetaf; left out, the same season is found", async () => {
  for (const text of ["ThetaForecaster(sp=12)", "ThetaForecaster()"]) {
    const { predict, found } = await tryForecaster(text, airline, [12]);
    near((await predict(12)).point, oracle.series.AirPassengers.point, 1e-5);
    assert.deepEqual([found.model, found.period, found.warnings], ["Theta (multiplicative season of 12)", 12, []]);
  }
});

test("a season that was found and not asked for is warned of, as is one that is too long to be tested", async () => {
  const none = await tryForecaster("ThetaForecaster(sp=1)", airline, [12]);
  assert.match(none.found.warnings[0], /season of 12 rows was found, and the model has none: state sp=12/);
  const short = await tryForecaster("ThetaForecaster(sp=12)", airline.slice(0, 30));
  assert.match(short.found.warnings[0], /30 observations are fewer than three seasons of 12/);
});

test("a stated weight is kept, also by an update, and 1 is the last value", async () => {
  const { fitted, found, predict } = await tryForecaster("ThetaForecaster(initial_level=1)", [3, 1, 4, 1, 5]);
  assert.equal(found.params.alpha, 1);
  // Slope of (3, 1, 4, 1, 5): (−2·3 − 1 + 1 + 2·5)/10 = 0.4; half of it, once for the smoothing's lag.
  near((await predict(2)).point, [5.2, 5.4], 1e-12);
  const updated = await updateFitted(fitted, trainingOf([3, 1, 4, 1, 5, 9]), 1, false, idle);
  near([(updated.state as { level: number }).level], [9], 1e-12);
});

test("in-sample predictions are finite from the first row on", async () => {
  const { insample } = await tryForecaster("ThetaForecaster(sp=12, initial_level=1)", airline);
  assert.ok(insample().every(Number.isFinite));
  assert.equal(insample().length, 144);
});

test("two rows are SeriesTooShort", async () => {
  await assert.rejects(tryForecaster("ThetaForecaster()", [1, 2]), { name: "SeriesTooShort" });
});
