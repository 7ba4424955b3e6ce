import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Transformer } from "../../../src/forecast/component.ts";
import { fitTransformer } from "../../../src/forecast/compose/parts.ts";
import { normalPredictive, type Predictive } from "../../../src/forecast/predictive.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";
import { firstRows } from "../../../src/forecast/training.ts";
import { idle, trainOf } from "../../support/forecasting.ts";
import { near } from "../../support/near.ts";

const REVERSIBLE = [
  "LogTransformer(offset=1, scale=3)",
  "SqrtTransformer()",
  "ExponentTransformer(power=0.3, offset=2)",
  "ScaledLogitTransformer(0, 1000)",
  "ScaledLogitTransformer(None, 1000)",
  "ScaledLogitTransformer(0)",
  "BoxCoxTransformer(method='fixed', lambda_fixed=0.4)",
  "BoxCoxTransformer(method='guerrero', sp=4)",
  "Deseasonalizer(sp=4)",
  "Deseasonalizer(sp=4, model='multiplicative')",
  "ConditionalDeseasonalizer(sp=4)",
  "Detrender()",
  "Differencer()",
  "Differencer([1, 4])",
  "Differencer([4, 1, 2], na_handling='drop_na')",
  "StandardScaler()",
  "MinMaxScaler((-1, 1))",
  "TabularToSeriesAdaptor(StandardScaler())",
  "STLTransformer(sp=4)",
  "MSTL(periods=[4, 6])",
  "-LogTransformer()",
  "OptionalPassthrough(LogTransformer(), passthrough=True)",
  "TransformerPipeline([LogTransformer(), Deseasonalizer(sp=4), Differencer(1), StandardScaler()])",
  "Imputer()",
  "HampelFilter()",
  "~LogTransformer()",
  "~SqrtTransformer()",
  "~ExponentTransformer(power=0.3, offset=2)",
  "~ScaledLogitTransformer(0)",
  "~BoxCoxTransformer(method='fixed', lambda_fixed=0.4)",
  "~StandardScaler()",
  "~MinMaxScaler((-1, 1))",
  "-~SqrtTransformer()",
];

const TRAIN = 30;
const STEPS = [1, 2, 3, 4, 5, 6, 7];

/** What comes after the training rows, transformed with them and taken back. */
async function thereAndBack(text: string, values: number[], first: number): Promise<Predictive> {
  const spec = await readSpec(text);
  const component = spec.component as Transformer;
  const all = trainOf(values, { first });
  const state: unknown = JSON.parse(JSON.stringify(await fitTransformer(spec, firstRows(all, TRAIN), idle)));
  const rows = text.startsWith("HampelFilter") ? all : await component.transform(state, spec.params, all, idle);
  const future = rows.y.slice(rows.y.length - STEPS.length);
  const psi = new Float64Array(STEPS.length);
  const certain = normalPredictive(future, new Float64Array(future.length), "known", { sigma2: 0, psi });
  const ask = { label: "y", steps: STEPS, x: [] };
  const { invert } = component;
  assert.ok(invert !== null, text);
  return invert(state, spec.params, certain, ask, idle);
}

for (const text of REVERSIBLE) {
  test(`${text} gives back what it was given`, async () => {
    const series = fc.array(fc.double({ min: 1, max: 100, noNaN: true }), {
      minLength: TRAIN + 7,
      maxLength: TRAIN + 7,
    });
    await fc.assert(
      fc.asyncProperty(series, fc.nat(9), async (values, first) => {
        // A trend keeps seasons and divisors away from 0.
        const y = values.map((value, t) => value + 5 * t + 50);
        near((await thereAndBack(text, y, first)).point, y.slice(TRAIN), 1e-7);
      }),
      { numRuns: 15 },
    );
  });
}
