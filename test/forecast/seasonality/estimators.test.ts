import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import type { ParamEst } from "../../../src/forecast/other-components.ts";
import { readSpecOf } from "../../../src/forecast/spec/resolve-spec.ts";
import classics from "../../oracles/series-r.json" with { type: "json" };
import { near } from "../../support/near.ts";
import { trainingOf } from "../../support/try-forecaster.ts";

async function estimate(text: string, y: ArrayLike<number>) {
  const { component, params } = await readSpecOf(text, "param_est");
  return (component as ParamEst).estimate(trainingOf(y), params);
}

const airline = classics.AirPassengers;
const changes = airline.slice(1).map((value, t) => value - airline[t]);

test("airline's first differences have the seasons 12 and 11, by their autocorrelations", async () => {
  const found = await estimate("SeasonalityACF()", changes);
  assert.deepEqual([found.sp, found.sp_significant], [12, [12, 11]]);
  near(found.lower as number[], [0.5987, 0.062], 1e-4);
  assert.deepEqual((await estimate("SeasonalityACF(candidate_sp=11)", changes)).sp_significant, [11]);
});

test("by the periodogram their strongest season is 6", async () => {
  const found = await estimate("SeasonalityPeriodogram()", changes);
  assert.deepEqual([found.sp, found.sp_significant], [6, [6, 12, 14, 4, 10, 5]]);
});

test("no season is sp 1 and an empty list", async () => {
  const found = await estimate("SeasonalityACF()", new Float64Array(30).fill(3));
  assert.deepEqual([found.sp, found.sp_significant], [1, []]);
});

test("too few rows are SeriesTooShort, crossed bounds and a divisor that is not offered bad calls", async () => {
  await assert.rejects(estimate("SeasonalityACF(candidate_sp=12)", airline.slice(0, 12)), { name: "SeriesTooShort" });
  await assert.rejects(estimate("SeasonalityPeriodogram()", airline.slice(0, 11)), { name: "SeriesTooShort" });
  await assert.rejects(estimate("SeasonalityPeriodogram(min_period=8, max_period=5)", airline), BadCall);
  await assert.rejects(estimate("SeasonalityACF(adjusted=True)", airline), BadCall);
});
