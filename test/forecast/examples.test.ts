import assert from "node:assert/strict";
import { test } from "node:test";
import { listComponents, loadComponent } from "../../src/forecast/registry.ts";
import { words } from "../support/golden.ts";
import { runCli } from "../support/run.ts";

test("the example of every component runs, is answered, and uses the component", async () => {
  for (const { name } of await listComponents()) {
    const { example } = await loadComponent(name);
    assert.ok(!example.includes("describe-component"), `${name} is only described by its example`);
    const { exit, stdout, stderr } = await runCli(words(example));
    assert.equal(exit, 0, `liquet ${example}: ${stderr}${stdout}`);
  }
});

test("curves may stand in the call by columns; what is no column is a bad call", async () => {
  const call = (train: unknown) =>
    runCli([
      "forecast",
      "call-method",
      "KNeighborsTimeSeriesClassifier",
      "fit_predict",
      "--kwargs",
      JSON.stringify({ train, X: "demo:bumps" }),
    ]);
  for (const train of [{ curve: 1 }, { curve: [[1]], t: [0], value: [1] }, [1]]) {
    const { exit, stderr } = await call(train);
    assert.equal(exit, 2, JSON.stringify(train));
    assert.match(stderr, /^error: kwargs: train/);
  }
});
