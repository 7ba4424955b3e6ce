import assert from "node:assert/strict";
import { test } from "node:test";
import { runCli } from "../support/run.ts";

test("a baseline that has no score says why below the table", async () => {
  const folds = ["--initial", "10", "--step", "100", "--horizon", "3"];
  const { exit, stdout } = await runCli([
    "forecast",
    "evaluate",
    "demo:airline",
    "--spec",
    "naive",
    "--metrics",
    "mae",
    ...folds,
  ]);
  assert.equal(exit, 0);
  assert.match(stdout, /seasonal naive +n\/a/);
  assert.match(stdout, /seasonal naive: fold 1 of 2 \(trained to 1949-10\): .*10 observations, 12 needed/);
});

test("points alone say nothing of intervals that are not shown", async () => {
  const predict = ["forecast", "predict", "demo:nile", "--spec", "naive", "--horizon", "1"];
  assert.doesNotMatch((await runCli([...predict, "--mode", "point"])).stdout, /intervals/);
  assert.match((await runCli(predict)).stdout, /intervals +random walk/);
});
