import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";

const values = [11, 14, 19, 12, 13, 16, 21, 14, 15];
const files = { "y.csv": `timestamp,value\n${values.map((v, i) => `2024-01-0${i + 1},${v}`).join("\n")}\n` };
const call = (spec: string) => ["forecast", "predict", "y.csv", "--spec", spec, "--horizon", "6"];

test("A12: nine values are no season of twelve: refused with both numbers, and nothing is cycled", () =>
  inFolder(files, async () => {
    const { exit, document } = await runJson(call("seasonal_naive(sp=12)"));
    assert.equal(exit, 3);
    assert.equal(document.error_type, "SeriesTooShort");
    assert.match(String(document.cause), /9 observations, 12 needed/);
    assert.equal(document.rows, undefined);
  }));

test("A12: with a season of four the last four values are repeated from 2024-01-10 on", () =>
  inFolder(files, async () => {
    const { exit, document } = await runJson(call("seasonal_naive(sp=4)"));
    assert.equal(exit, 0);
    const rows = document.rows as { time: string; point: number }[];
    assert.deepEqual(
      rows.map(({ time, point }) => [time, point]),
      [16, 21, 14, 15, 16, 21].map((v, i) => [`2024-01-${10 + i}`, v]),
    );
  }));
