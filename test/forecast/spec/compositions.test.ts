import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall } from "../../../src/contract/outcome.ts";
import { printSpec } from "../../../src/forecast/spec/print-spec.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";
import { setParameter } from "../../../src/forecast/spec/set-parameter.ts";

const canon = async (text: string) => printSpec(await readSpec(text));
const refused = (text: string, pattern: RegExp) =>
  assert.rejects(canon(text), (error) => error instanceof BadCall && pattern.test(error.message));

test("operators print back as they were written", async () => {
  for (const text of [
    "Detrender() * NaiveForecaster(sp=12)",
    "LogTransformer() * Detrender() * NaiveForecaster() * SqrtTransformer()",
    "NaiveForecaster() | NaiveForecaster(strategy='drift')",
    "(Lag(lags=1) + FourierFeatures(sp_list=[12], fourier_terms_list=[2])) ** NaiveForecaster()",
    "-Detrender() * NaiveForecaster()",
    "SeasonalityACF() * NaiveForecaster()",
    "(SeasonalityACF() * NaiveForecaster()) * LogTransformer()",
    "SeasonalityACF() * (Detrender() * NaiveForecaster())",
    "-(LogTransformer() * Detrender()) * NaiveForecaster()",
    "(-LogTransformer()) ** NaiveForecaster()",
    "Detrender() * (NaiveForecaster() | NaiveForecaster(sp=4))",
    "(LogTransformer() ** NaiveForecaster()) * SqrtTransformer()",
  ])
    assert.equal(
      await canon(text),
      text.replace("(LogTransformer() ** NaiveForecaster()) *", "LogTransformer() ** NaiveForecaster() *"),
    );
});

test("columns of a transformer print in brackets: one name, a list, what is kept, and ':' for all", async () => {
  const columns = "FourierFeatures(sp_list=[12], fourier_terms_list=[2])[:, 'cos_12_1']";
  for (const text of [
    "Lag(lags=1)['a'] ** ARIMA()",
    "Lag(lags=1)[['a', 'b']] ** ARIMA()",
    "Lag(lags=1)['a', 'lag_1__a'] ** ARIMA()",
    `${columns} ** ARIMA()`,
    "(LogTransformer()['a'] + Lag(lags=2)['it\\'s']) ** ARIMA()",
    "(LogTransformer() * Differencer())['a'] ** ARIMA()",
    "(-LogTransformer())['a'] ** ARIMA()",
    "-LogTransformer()['a'] * Lag()",
    "(~LogTransformer())['a'] ** ARIMA()",
    "Lag(lags=1)['a'][:, ['lag_1__a', 'b']]",
  ])
    assert.equal(await canon(text), text);
  assert.equal(await canon("Lag[['a']]"), "Lag()['a']");
  assert.equal(await canon("Lag[None, 'b']"), "Lag()[:, 'b']");
  assert.equal(await canon("Lag[:] ** ARIMA"), "Lag() ** ARIMA()");
  assert.equal(await canon("ColumnSubset(Lag(), 'a', ['b'])"), "Lag()['a', 'b']");
  assert.equal(await canon("ColumnSubset(Lag())"), "ColumnSubset(transformer=Lag())");
});

test("brackets behind anything but a transformer, and around anything but one or two choices, are a bad call", async () => {
  await refused("ARIMA()['a']", /'\[' \(character 8\) chooses columns of a transformer, and ARIMA is a forecaster/);
  await refused("[1, 2]['a']", /stands behind a transformer, not behind a value/);
  await refused("Lag()[]", /not 0 parts; several are a list: \[\['a', 'b'\]\]/);
  await refused("Lag()['a', 'b', 'c']", /not 3 parts/);
  await refused("Lag()[[]]", /ColumnSubset: columns/);
  await refused("Lag()[1]", /ColumnSubset: columns/);
});

test("T * T * F is one flat pipeline, as is T * (T * F); what was nested by name stays nested", async () => {
  const flat = "LogTransformer() * Detrender() * NaiveForecaster()";
  assert.equal(await canon("(LogTransformer() * Detrender()) * NaiveForecaster()"), flat);
  assert.equal(await canon("LogTransformer() * (Detrender() * NaiveForecaster())"), flat);
  const nested = "TransformedTargetForecaster(steps=[LogTransformer(), Detrender() * NaiveForecaster()])";
  assert.equal(await canon(nested), nested);
});

test("steps that have names keep them", async () => {
  const named = "TransformedTargetForecaster(steps=[('log', LogTransformer()), ('f', NaiveForecaster())])";
  assert.equal(await canon(named), named);
  assert.equal(
    await canon("TransformedTargetForecaster([LogTransformer(), ('NaiveForecaster', NaiveForecaster())])"),
    "LogTransformer() * NaiveForecaster()",
  );
});

test("~T turns a transformer round, and ~~T is T", async () => {
  for (const text of ["~LogTransformer(offset=2) * ARIMA()", "-~SqrtTransformer()", "(~MinMaxScaler()) ** ARIMA()"])
    assert.equal(await canon(text), text);
  assert.equal(await canon("~~LogTransformer()"), "LogTransformer()");
  assert.equal(await canon("InvertTransform(SqrtTransformer())"), "~SqrtTransformer()");
  const twice = "InvertTransform(transformer=~SqrtTransformer())";
  assert.equal(await canon(twice), twice);
  await refused("~NaiveForecaster()", /'~' turns a transformer round, and NaiveForecaster is a forecaster/);
  for (const text of ["~Detrender()", "~Lag()", "~(LogTransformer() * SqrtTransformer())", "~-LogTransformer()"])
    await refused(text, /only what maps each value on its own can be turned round/);
});

test("what an operator cannot join is a bad call", async () => {
  await refused("NaiveForecaster() + NaiveForecaster()", /means nothing/);
  await refused("NaiveForecaster() ** Detrender()", /means nothing/);
  await refused("-NaiveForecaster()", /makes a transformer optional/);
  await refused("Detrender(forecaster=LogTransformer())", /expected a forecaster/);
});

test("a parameter is set by its path: of a part, of a step, of a step's part, or a whole step", async () => {
  const spec = await readSpec("-Detrender() * NaiveForecaster()");
  const set = (path: string, value: unknown) => printSpec(setParameter(spec, path, value));
  assert.equal(set("NaiveForecaster__sp", 12), "-Detrender() * NaiveForecaster(sp=12)");
  assert.equal(
    set("OptionalPassthrough__passthrough", true),
    "OptionalPassthrough(transformer=Detrender(), passthrough=True) * NaiveForecaster()",
  );
  assert.equal(
    set("OptionalPassthrough__transformer__model", "multiplicative"),
    "-Detrender(model='multiplicative') * NaiveForecaster()",
  );
  const conformal = await readSpec("ConformalIntervals(NaiveForecaster(), initial_window=20)");
  assert.equal(
    printSpec(setParameter(conformal, "forecaster__sp", 4)),
    "ConformalIntervals(forecaster=NaiveForecaster(sp=4), initial_window=20)",
  );
  assert.throws(() => set("Naive__sp", 12), /has no parameter 'Naive__sp'/);
  assert.throws(() => set("NaiveForecaster__sp", 0), /expected at least 1/);
  assert.throws(() => set("NaiveForecaster", 3), /can only become a component/);
});

const leaf = fc.constantFrom(
  "LogTransformer()",
  "LogTransformer(offset=2)",
  "SqrtTransformer(offset=1)",
  "BoxCoxTransformer(bounds=(0, 1))",
  "Differencer(lags=[1, 12], na_handling='drop_na')",
  "Imputer(method='constant', value=-1)",
  "MinMaxScaler(feature_range=(-1, 1))",
  "Lag(lags=[1, 2])",
  "WindowSummarizer(lag_feature={'mean': [[1, 3]]})",
  "STLTransformer(sp=12, robust=True)",
);
const reversible = fc.constantFrom("LogTransformer()", "~StandardScaler()", "InvertTransform(~SqrtTransformer())");
const naive = fc.constantFrom("NaiveForecaster()", "NaiveForecaster(strategy='drift')", "SeasonalNaive(sp=7)");

/** Texts of nested specifications, by operators and by names. */
const { forecaster } = fc.letrec<{ transformer: string; forecaster: string }>((tie) => {
  const pair = (a: "transformer" | "forecaster", b: "transformer" | "forecaster") => fc.tuple(tie(a), tie(b));
  return {
    transformer: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      pair("transformer", "transformer").map(([a, b]) => `(${a}) * (${b})`),
      pair("transformer", "transformer").map(([a, b]) => `(${a}) + (${b})`),
      tie("transformer").map((a) => `-(${a})`),
      fc.oneof(
        reversible,
        reversible.map((a) => `InvertTransform(${a})`),
      ),
      pair("transformer", "transformer").map(([a, b]) => `TransformerPipeline(steps=[${a}, ${b}])`),
      tie("transformer").map((a) => `(${a})['a']`),
      tie("transformer").map((a) => `(${a})[["a", "it's"], ':']`),
      tie("transformer").map((a) => `ColumnSubset(${a}, columns_out=['b'])`),
      tie("forecaster").map((a) => `Detrender(forecaster=${a})`),
    ),
    forecaster: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      naive,
      pair("transformer", "forecaster").map(([a, b]) => `(${a}) * (${b})`),
      pair("transformer", "forecaster").map(([a, b]) => `(${b}) * (${a})`),
      pair("transformer", "forecaster").map(([a, b]) => `(${a}) ** (${b})`),
      pair("forecaster", "forecaster").map(([a, b]) => `(${a}) | (${b})`),
      pair("forecaster", "forecaster").map(([a, b]) => `EnsembleForecaster([('a', ${a}), ${b}], weights=[1, 2.5])`),
      pair("transformer", "forecaster").map(([a, b]) => `TransformedTargetForecaster(steps=[${a}, ${b}, ${a}])`),
      tie("forecaster").map((a) => `ConformalIntervals(${a}, method='conformal')`),
      tie("forecaster").map((a) => `ForecastingGridSearchCV(${a}, cv=2, param_grid={'x': [1, ${a}]})`),
    ),
  };
});

test("whatever is nested in whatever, what was printed reads as the same and prints the same", async () => {
  await fc.assert(
    fc.asyncProperty(forecaster, async (text) => {
      let spec: Awaited<ReturnType<typeof readSpec>>;
      try {
        spec = await readSpec(text);
      } catch (error) {
        // Deeper, longer or with more parts than are read.
        assert.match(String(error), /nested more than|at most 4096|more than 256/);
        return;
      }
      const printed = printSpec(spec);
      const again = await readSpec(printed);
      assert.equal(printSpec(again), printed);
      assert.deepEqual(shape(again), shape(spec));
    }),
    { numRuns: 300 },
  );
});

/** A specification as plain data: component names and parameters. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return value;
  if ("component" in value && "params" in value)
    return { is: (value.component as { name: string }).name, ...(shape(value.params) as object) };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(each)]));
}
