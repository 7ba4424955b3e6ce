import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { fitTransform } from "../../../src/forecast/compose/transform.ts";
import { fitSpec } from "../../../src/forecast/engine.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";
import { idle, predictAt, trainOf } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";

const turned = async (text: string, y: number[]) => (await fitTransform(await readSpec(text), trainOf(y), idle)).rows.y;
const forecast = async (text: string, y: number[]) => {
  const spec = await readSpec(text);
  return predictAt({ spec, state: (await fitSpec(spec, trainOf(y), idle)).state }, 2);
};

test("~T takes values to where T comes from, without asking that T could act on them", async () => {
  near(
    await turned("~LogTransformer(offset=1, scale=2)", [-1, 0, 2]),
    [-1, 0, 2].map((v) => Math.exp(v) / 2 - 1),
    1e-15,
  );
  near(await turned("~SqrtTransformer()", [0, 2, 3]), [0, 4, 9], 1e-15);
  near(await turned("~ExponentTransformer(power=0.25, offset=1)", [1, 2]), [0, 15], 1e-12);
  // Logistic of 0 and of ln 3 between 10 and 50: 10 + 40/2 and 10 + 40 * 3/4.
  near(await turned("~ScaledLogitTransformer(10, 50)", [0, Math.log(3)]), [30, 40], 1e-12);
  // (1 + 2 z)^(1/2).
  near(await turned("~BoxCoxTransformer(method='fixed', lambda_fixed=2)", [0, 4]), [1, 3], 1e-12);
  // Mean 3 and standard deviation 1 (divisor n) of the values themselves.
  near(await turned("~StandardScaler()", [2, 4]), [2 * 1 + 3, 4 * 1 + 3], 1e-15);
  near(await turned("~SqrtTransformer()", [1, Number.NaN, 2]), [1, Number.NaN, 4], 1e-15);
});

test("a forecast goes back through T: of squares it is the root", async () => {
  // Drift of 1, 4, 9: 4 a step, so 13 and 17.
  near(
    (await forecast("~SqrtTransformer() * NaiveForecaster('drift')", [1, 2, 3])).point,
    [13 ** 0.5, 17 ** 0.5],
    1e-12,
  );
  near(
    (await forecast("LogTransformer() * ~LogTransformer() * NaiveForecaster('drift')", [1, 2, 4])).point,
    [5.5, 7],
    1e-9,
  );
  near(
    (await forecast("NaiveForecaster('drift') * ~LogTransformer()", [1, 2, 3])).point,
    [Math.exp(4), Math.exp(5)],
    1e-9,
  );
});

test("values that T never gives have no inverse: UnsuitableData with their number", async () => {
  const refused = (text: string, y: number[], pattern: RegExp) =>
    assert.rejects(
      turned(text, y),
      (error) => error instanceof Refusal && error.name === "UnsuitableData" && pattern.test(error.message),
    );
  await refused("~SqrtTransformer()", [4, -1, -2], /2 of 3 values are none that SqrtTransformer\(\) gives/);
  await refused("~LogTransformer()", [1, 800], /1 of 2 values/);
  await refused("~BoxCoxTransformer(method='fixed', lambda_fixed=2)", [1, -0.6], /1 of 2 values/);
  await refused("~ScaledLogitTransformer(0, 1)", [0, 60], /1 of 2 values/);
});

test("what learns from values that are not there yet, or is turned round by name, is a bad call that says why", async () => {
  const bad = (text: string, pattern: RegExp) =>
    assert.rejects(turned(text, [1, 2, 3]), (error) => error instanceof BadCall && pattern.test(error.message));
  await bad("~BoxCoxTransformer()", /method 'mle' estimates lambda from values that are not there yet/);
  await bad("InvertTransform(Detrender())", /~Detrender\(\): only what maps each value/);
  await bad("~ScaledLogitTransformer(5, 2)", /lower_bound 5 is not below/);
});
