import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { forecaster, type Plain } from "../../../src/forecast/component.ts";
import { type Fitted, fitSpec, tagsOf } from "../../../src/forecast/engine.ts";
import type { ParamEst } from "../../../src/forecast/other-components.ts";
import { normalPredictive } from "../../../src/forecast/predictive.ts";
import { loadComponent } from "../../../src/forecast/registry.ts";
import { readSpec, withParameters } from "../../../src/forecast/spec/resolve-spec.ts";
import type { ComponentSpec } from "../../../src/forecast/spec/spec.ts";
import { firstRows, type Training } from "../../../src/forecast/training.ts";
import { idle, predictAt, trainOf } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";

const facts = { summary: "", source: "", refuses: [], example: "" };

/** Forecasts the sum of the columns at each step, and keeps what it was fitted on. */
const sum: ComponentSpec = {
  component: forecaster<Record<string, never>, { rows: number; first: number; names: string[] }>({
    ...facts,
    name: "SumOfColumns",
    object_type: "forecaster",
    parameters: z.strictObject({}),
    tags: { "capability:pred_int": true, "capability:exogenous": true },
    minLength: () => 1,
    fit: (train) => ({ rows: train.y.length, first: train.first, names: train.x.map(({ name }) => name) }),
    predict: (_state, _params, { steps, x }) =>
      normalPredictive(
        Float64Array.from(steps, (h) => x.reduce((total, { values }) => total + values[h - 1], 0)),
        Float64Array.from(steps, () => 1),
        "known",
      ),
    describe: (state) => ({ model: "sum", params: state as unknown as Record<string, Plain>, period: 1, warnings: [] }),
  }),
  params: {},
};

async function composed(name: string, given: Record<string, unknown>, train: Training): Promise<Fitted> {
  const spec = withParameters(await loadComponent(name), given);
  const { state } = await fitSpec(spec, train, idle);
  return { spec, state: JSON.parse(JSON.stringify(state)) };
}

/** Transformers, then the sum of columns. */
async function pipeline(text: string, train: Training) {
  const { params } = await readSpec(`${text} ** NaiveForecaster()`);
  const steps = (params.steps as { spec: ComponentSpec }[]).slice(0, -1).map(({ spec }) => spec);
  return composed("ForecastingPipeline", { steps: [...steps, sum] }, train);
}

const column = (name: string, values: number[]) => ({ name, values: Float64Array.from(values) });
const rows = trainOf([1, 2, 3, 4, 5, 6], {
  x: [column("a", [1, 2, 4, 8, 16, 32]), column("b", [0, 0, 0, 0, 0, 1])],
  first: 10,
});
const future = [column("a", [64, 128]), column("b", [2, 3])];
const inner = ({ state }: Fitted) => (state as { inner: { rows: number; first: number; names: string[] } }).inner;

test("a lag reaches back over the end of the history, and rows without it are left out of the fit", async () => {
  const fitted = await pipeline("Lag(lags=[0, 1, 2])", rows);
  // At step 1: 64 + 32 + 16 of a, 2 + 1 + 0 of b. At step 2: 128 + 64 + 32 and 3 + 2 + 1.
  near((await predictAt(fitted, 2, future)).point, [115, 230], 0);
  assert.deepEqual(inner(fitted), {
    rows: 4,
    first: 12,
    names: ["lag_0__a", "lag_0__b", "lag_1__a", "lag_1__b", "lag_2__a", "lag_2__b"],
  });
});

test("a transformer of series acts on each column with what it learned of that column", async () => {
  // a is scaled from 1..32 to 0..1, b from 0..1: (64 - 1)/31 + 2 and (128 - 1)/31 + 3.
  const fitted = await pipeline("MinMaxScaler()", rows);
  near((await predictAt(fitted, 2, future)).point, [63 / 31 + 2, 127 / 31 + 3], 1e-12);
});

test("differences of columns go on over the end of the history", async () => {
  const fitted = await pipeline("Differencer(na_handling='drop_na')", rows);
  near((await predictAt(fitted, 2, future)).point, [32 + 1, 64 + 1], 1e-12);
  assert.deepEqual([inner(fitted).rows, inner(fitted).first], [5, 11]);
});

test("Fourier terms need no columns, and go on by the row's place in the series", async () => {
  const fitted = await pipeline("FourierFeatures(sp_list=[4], fourier_terms_list=[2])", { ...rows, x: [] });
  // Rows 6 and 7 from the start: sin(3 pi) + cos(3 pi) + cos(6 pi) = 0, and sin(7 pi / 2) + 0 + cos(7 pi) = -2.
  near((await predictAt(fitted, 2)).point, [0, -2], 1e-12);
});

test("unions stand side by side, chains act in turn, and what is switched off passes columns through", async () => {
  const union = await pipeline("(Lag(1) + OptionalPassthrough(Lag(2), passthrough=True))", rows);
  assert.deepEqual(inner(union).names, [
    "Lag__lag_1__a",
    "Lag__lag_1__b",
    "OptionalPassthrough__a",
    "OptionalPassthrough__b",
  ]);
  near((await predictAt(union, 1, future)).point, [32 + 1 + 64 + 2], 0);
  const chain = await pipeline("(SqrtTransformer() * Lag(1))", rows);
  near((await predictAt(chain, 1, future)).point, [Math.sqrt(32) + 1], 1e-12);
});

test("T[columns] acts on the columns named, and keeps of what it makes those named behind the comma", async () => {
  const b = await pipeline("Lag([0, 1])['b']", rows);
  assert.deepEqual(inner(b).names, ["lag_0__b", "lag_1__b"]);
  near((await predictAt(b, 2, future)).point, [2 + 1, 3 + 2], 0);
  const kept = await pipeline("Lag([0, 1])[['b', 'a'], ['lag_1__a', 'lag_0__b']]", rows);
  assert.deepEqual(inner(kept).names, ["lag_1__a", "lag_0__b"]);
  near((await predictAt(kept, 2, future)).point, [32 + 2, 64 + 3], 0);
  // Of a the root, of b the value as it is.
  const union = await pipeline("(SqrtTransformer()['a'] + Lag()['b'])", rows);
  assert.deepEqual(inner(union).names, ["ColumnSubset__a", "ColumnSubset_2__lag_0__b"]);
  near((await predictAt(union, 1, future)).point, [Math.sqrt(64) + 2], 1e-12);
  // cos(2 pi t / 4) of rows 6 and 7: no explaining column goes in.
  const fourier = await pipeline("FourierFeatures([4], [1])[:, 'cos_4_1']", { ...rows, x: [] });
  near((await predictAt(fourier, 2)).point, [-1, 0], 1e-12);
});

test("a column that the data or the transformer does not have is refused with those that there are", async () => {
  const unknown = (text: string, train: Training, pattern: RegExp) =>
    assert.rejects(
      pipeline(text, train),
      (error) => error instanceof Refusal && error.name === "SchemaError" && pattern.test(error.message),
    );
  await unknown("Lag(1)['c']", rows, /among the explaining columns is no column 'c' \(there are: a, b\); name those/);
  await unknown("Lag(1)['a']", { ...rows, x: [] }, /no column 'a' \(there are: none\)/);
  await unknown(
    "Lag(1)['a', 'b']",
    rows,
    /what Lag\(lags=1\) makes is no column 'b' \(there are: lag_1__a\); .*T\[\['a', 'b'\]\]/,
  );
});

test("parts of dates go on along the calendar of the labels", async () => {
  const months = [0, 1, 2].map((month) => Date.UTC(2020, 9 + month, 1) * 1000);
  const dated = trainOf([1, 2, 3], {
    index: { kind: "civil", name: "t", at: Float64Array.from(months), tz: null, style: "month" },
    frequency: { unit: "month", n: 1, month_day: 1, text: "MS" },
  });
  const fitted = await pipeline("DateTimeFeatures()", dated);
  assert.deepEqual(inner(fitted).names, ["year", "month_of_year"]);
  near((await predictAt(fitted, 2)).point, [2022, 2023], 0);
  await assert.rejects(pipeline("DateTimeFeatures()", rows), /rows have no dates/);
});

test("a pipeline in another order, or with nothing to act on, is a bad call", async () => {
  const bad = (promise: Promise<unknown>, pattern: RegExp) =>
    assert.rejects(promise, (error) => error instanceof BadCall && pattern.test(error.message));
  await bad(composed("ForecastingPipeline", { steps: [sum, sum] }, rows), /transformers and then one forecaster/);
  await bad(pipeline("Lag(1)", { ...rows, x: [] }), /there are none/);
  await bad(pipeline("WindowSummarizer(lag_feature={'mode': [[1, 2]]})", rows), /has 'mode'/);
  await bad(pipeline("WindowSummarizer(lag_feature={'mean': [1]})", rows), /is \[lag, length\]/);
  await bad(pipeline("FourierFeatures([4], [3])", rows), /at most 2 terms/);
  await bad(pipeline("FourierFeatures([4], [1, 2])", rows), /1 seasons and fourier_terms_list 2/);
});

test("ForecastX forecasts the columns that are not known, and says that their uncertainty is left out", async () => {
  const naive = await readSpec("NaiveForecaster('drift')");
  const all = await composed("ForecastX", { forecaster_y: sum, forecaster_X: naive }, rows);
  // a goes on by 31/5 from 32, b by 1/5 from 1.
  const predicted = await predictAt(all, 2);
  near(predicted.point, [33 + 6.4, 33 + 12.8], 1e-12);
  assert.match(predicted.warnings[0], /take them as known/);
  assert.equal(tagsOf(all.spec)["capability:forecasts_exogenous"], true);
  const one = await composed("ForecastX", { forecaster_y: sum, forecaster_X: naive, columns: ["b"] }, rows);
  near((await predictAt(one, 1, future)).point, [64 + 1.2], 1e-12);
  assert.equal(tagsOf(one.spec)["capability:forecasts_exogenous"], false);
  await assert.rejects(composed("ForecastX", { forecaster_y: naive }, rows), /takes no explaining columns/);
  await assert.rejects(
    composed("ForecastX", { forecaster_y: sum, forecaster_X: naive, columns: ["c"] }, rows),
    /no column 'c'; it has a, b/,
  );
});

test("an estimate is plugged into the forecaster, by name or as it is told", async () => {
  const estimator: ComponentSpec = {
    component: {
      ...facts,
      name: "Half",
      object_type: "param_est",
      parameters: z.strictObject({}),
      tags: {},
      estimate: ({ y }) => ({ sp: y.length / 2, rows: y.length }),
    } satisfies ParamEst as ParamEst,
    params: {},
  };
  const plugged = (given: Record<string, unknown>, train = firstRows(rows, 6)) =>
    composed("PluginParamsForecaster", { param_est: estimator, ...given }, train);
  const naive = await readSpec("NaiveForecaster()");
  near((await predictAt(await plugged({ forecaster: naive }), 3)).point, [4, 5, 6], 0);
  const piped = await readSpec("Detrender() * NaiveForecaster()");
  const told = await plugged({ forecaster: piped, params: { NaiveForecaster__sp: "sp" } });
  near((await predictAt(told, 2)).point, [7, 8], 1e-9);
  await assert.rejects(plugged({ forecaster: naive, params: ["lag"] }), /estimates sp, rows, and 'lag' is asked for/);
  await assert.rejects(plugged({ forecaster: piped }), /has none of them/);
});

test("a composition can do what its parts can: columns and holes", async () => {
  const naive = await readSpec("NaiveForecaster()");
  const ensemble = withParameters(await loadComponent("EnsembleForecaster"), { forecasters: [naive, sum] });
  assert.equal(tagsOf(ensemble)["capability:exogenous"], true);
  assert.equal(tagsOf(await readSpec("NaiveForecaster() | SeasonalNaive(sp=4)"))["capability:exogenous"], undefined);
  const fitted = { spec: ensemble, state: (await fitSpec(ensemble, rows, idle)).state };
  // The mean of 6 and 64 + 2.
  near((await predictAt(fitted, 1, future)).point, [36], 0);
});
