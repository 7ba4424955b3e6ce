import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { evidenceOf, forecastOf, loaded, months } from "../support/forecast-calls.ts";

/** y = 3 + 2x - z exactly. */
const row = (month: string, t: number) => {
  const [x, z] = [(t * t) % 37, (t * 7) % 11];
  return { month, x, z, y: 3 + 2 * x - z };
};
const ROWS = months("2020-01", 36).map(row);
const text = (columns: ("month" | "x" | "z" | "y")[], from: number, to: number) =>
  `${[columns, ...ROWS.slice(from, to).map((each) => columns.map((name) => each[name]))].join("\n")}\n`;
const SPEC = "ARIMA((0, 0, 0))";

const withFiles = (body: (handle: string) => Promise<void>) =>
  inFolder(
    {
      "past.csv": text(["month", "y", "x", "z"], 0, 24),
      "ahead.csv": text(["month", "z", "x"], 24, 36),
      "all.csv": text(["month", "x", "y", "z"], 0, 36),
    },
    async () => body(await loaded("past.csv", "--target-column", "y", "--exog-columns", "x", "--exog-columns", "z")),
  );

test("a file of several future columns is read by the names the model has for them, whatever else it holds", () =>
  withFiles(async (handle) => {
    for (const file of ["ahead.csv", "all.csv"]) {
      const { rows } = await forecastOf(handle, SPEC, "--horizon", "3", "--x-handle", file);
      for (const [i, { point }] of rows.entries()) assert.ok(Math.abs(point - ROWS[24 + i].y) < 1e-6, file);
    }
  }));

test("rows that came since are read from such a file in the same way", () =>
  withFiles(async (handle) => {
    const updated = await evidenceOf<{ rows_added: number; rows_known: number }>(
      "forecast",
      "update",
      handle,
      "all.csv",
      "--spec",
      SPEC,
    );
    assert.deepEqual([updated.rows_added, updated.rows_known], [12, 24]);
  }));

test("labels of such a file without an offset stand in the model's zone, as those of its own file did", () => {
  const hour = (t: number) => `2024-03-30 ${String(t).padStart(2, "0")}:00`;
  const file = (from: number, to: number, ...columns: ((t: number) => number)[]) =>
    Array.from({ length: to - from }, (_, i) => [hour(from + i), ...columns.map((of) => of(from + i))].join(",")).join(
      "\n",
    );
  const x = (t: number) => (t * t) % 37;
  const y = (t: number) => 3 + 2 * x(t);
  return inFolder(
    { "past.csv": `ts,y,x\n${file(0, 20, y, x)}\n`, "ahead.csv": `ts,x\n${file(20, 24, x)}\n` },
    async () => {
      const handle = await loaded(..."past.csv --target-column y --exog-columns x --tz Europe/Berlin".split(" "));
      const { rows } = await forecastOf(handle, SPEC, "--horizon", "4", "--x-handle", "ahead.csv");
      for (const [i, { point }] of rows.entries()) assert.ok(Math.abs(point - y(20 + i)) < 1e-6);
    },
  );
});
