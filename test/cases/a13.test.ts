import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const values = [5, 5, 5, 5, 5, 5, 6, 6];
const files = { "y.csv": `timestamp,values\n${values.map((v, i) => `2024-01-0${i + 1},${v}`).join("\n")}\n` };
const call = ["forecast", "evaluate", "y.csv", "--spec", "naive()", "--initial", "6", "--horizon", "2", "--metrics"];

test("A13: MASE alone, with a history that never moves, is refused: its scale is 0", () =>
  inFolder(files, async () => {
    const { exit, document } = await runJson([...call, "mase"]);
    assert.equal(exit, 3);
    assert.equal(document.error_type, "MetricUndefined");
    assert.match(String(document.cause), /in-sample naive error .* is 0 over 6 training values/);
  }));

test("A13: beside the mean absolute error it is null with its reason", () =>
  inFolder(files, async () => {
    const { exit, document } = await runJson([...call, "mae,mase"]);
    assert.equal(exit, 0);
    assert.equal(document.n_folds, 1);
    const { mae, mase, mase_reason } = document.metrics as Record<string, unknown>;
    assert.deepEqual([mae, mase], [1, null]);
    assert.match(String(mase_reason), /is 0 over 6 training values/);
  }));
