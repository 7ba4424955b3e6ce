import assert from "node:assert/strict";
import { test } from "node:test";
import { listComponents, loadComponent } from "../../src/forecast/registry.ts";
import { readSpec } from "../../src/forecast/spec/resolve-spec.ts";
import { isComponentSpec } from "../../src/forecast/spec/spec.ts";
import { words } from "../support/golden.ts";
import { runCli } from "../support/run.ts";

/** Components of the specifications that stand in a call. */
async function named(call: string[]): Promise<string[]> {
  const inside = (value: unknown): string[] => [
    ...(isComponentSpec(value) ? [value.component.name] : []),
    ...(typeof value === "object" && value !== null ? Object.values(value).flatMap(inside) : []),
  ];
  const specs = await Promise.all(call.map((word) => readSpec(word).catch(() => null)));
  return specs.flatMap((spec) => (spec === null ? [] : [spec.component.name, ...inside(spec.params)]));
}

test("the example of every component runs, is answered, and uses the component", async () => {
  for (const { name } of await listComponents()) {
    const { example } = await loadComponent(name);
    assert.ok(!example.includes("describe-component"), `${name} is only described by its example`);
    const { exit, stdout, stderr } = await runCli(words(example));
    assert.equal(exit, 0, `liquet ${example}: ${stderr}${stdout}`);
    const used = (await named(words(example))).includes(name) || stdout.includes(`${name}(`);
    assert.ok(used, `liquet ${example} does not use ${name}`);
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
