import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, loadOdd, notAmong, ODD } from "../../support/odd-series.ts";

/** Every detector, estimator and transformer of the registry that is called by name, and its methods. */
const DETECTORS: Record<string, string> = {
  BinarySegmentation: "BinarySegmentation(threshold=3)",
  HampelDetector: "HampelDetector()",
  MovingWindow: "MovingWindow(bandwidth=4)",
  PELT: "PELT()",
  STRAY: "STRAY()",
  ThresholdDetector: "ThresholdDetector(upper=7.5)",
};
const ESTIMATORS: Record<string, string> = {
  SeasonalityACF: "SeasonalityACF()",
  SeasonalityPeriodogram: "SeasonalityPeriodogram()",
  StationarityADF: "StationarityADF()",
  StationarityKPSS: "StationarityKPSS()",
};
const TRANSFORMERS = [
  "BoxCoxTransformer()",
  "Deseasonalizer(sp=4)",
  "Detrender()",
  "Differencer(lags=4)",
  "HampelFilter()",
  "HPFilter()",
  "Imputer()",
  "MSTL(periods=4)",
  "STLTransformer(sp=4)",
  "ScaledLogitTransformer(lower_bound=0)",
  "StandardScaler()",
  "MinMaxScaler()",
  "ExponentTransformer()",
];
const CALLS = [
  ...Object.values(DETECTORS).map((spec) => [spec, "predict"]),
  ...["HampelDetector", "MovingWindow", "STRAY", "ThresholdDetector"].map((name) => [
    DETECTORS[name],
    "transform_scores",
  ]),
  ...Object.values(ESTIMATORS).map((spec) => [spec, "fit"]),
  ...TRANSFORMERS.map((spec) => [spec, "fit_transform"]),
  ["AlignerDTW()", "align"],
];

test("every detector and estimator of the registry is among them", async () => {
  assert.deepEqual(await notAmong("detector", Object.keys(DETECTORS)), []);
  assert.deepEqual(await notAmong("param_est", Object.keys(ESTIMATORS)), []);
});

for (const [spec, method] of CALLS)
  test(`${spec} ${method} answers with numbers or refuses by name, whatever the values`, async () => {
    const faults: string[] = [];
    let answers = 0;
    for (const name of ODD) {
      const handle = await loadOdd(name);
      const kwargs = method === "align" ? { x: handle, y: handle } : { y: handle };
      const found = await answered(["forecast", "call-method", spec, method, "--kwargs", JSON.stringify(kwargs)]);
      faults.push(...found.faults.map((fault) => `${name}: ${fault}`));
      if (found.document !== null) answers++;
    }
    assert.deepEqual(faults, []);
    assert.ok(answers >= 8, String(answers));
  });
