import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParamEst } from "../../../src/forecast/other-components.ts";
import { readSpecOf } from "../../../src/forecast/spec/resolve-spec.ts";
import classics from "../../oracles/arima-auto.json" with { type: "json" };
import oracle from "../../oracles/arima-tests.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { trainOf } from "../../support/forecasting.ts";

async function estimate(text: string, y: ArrayLike<number>): Promise<Record<string, unknown>> {
  const { component, params } = await readSpecOf(text, "param_est");
  return (component as ParamEst).estimate(trainOf(y), params);
}

const nile = classics.series.Nile.y;

test("StationarityKPSS with its defaults answers as statsmodels' kpss", async () => {
  const { statistic, p, lags } = oracle.kpss.find(
    (r) => r.series === "Nile" && r.regression === "c" && r.nlags === "auto",
  )!;
  const found = await estimate("StationarityKPSS()", nile);
  close(Number(found.test_statistic), statistic, 1e-9);
  close(Number(found.pvalue), p, 1e-9);
  assert.deepEqual([found.lags, found.stationary], [lags, p > 0.05]);
});

test("StationarityADF with its defaults answers as statsmodels' adfuller", async () => {
  const { statistic, p, lags } = oracle.adf.find(
    (r) => r.series === "Nile" && r.regression === "c" && r.autolag === "AIC",
  )!;
  const found = await estimate("StationarityADF()", nile);
  close(Number(found.test_statistic), statistic, 1e-7);
  close(Number(found.pvalue), p, 1e-7);
  assert.deepEqual([found.usedlag, found.stationary], [lags, p < 0.05]);
});

test("a constant is ConstantSeries and a few rows are SeriesTooShort", async () => {
  for (const name of ["StationarityKPSS()", "StationarityADF()"]) {
    await assert.rejects(estimate(name, new Array(20).fill(2)), { name: "ConstantSeries" });
    await assert.rejects(estimate(name, [1, 2]), { name: "SeriesTooShort" });
  }
  await assert.rejects(estimate("StationarityADF(maxlag=9, autolag=None)", nile.slice(0, 12)), {
    name: "SeriesTooShort",
  });
});
