import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { evidenceOf, forecastOf, loaded, months, refusedAs } from "../../support/forecast-calls.ts";

const X = Array.from({ length: 24 }, (_, t) => (t * t) % 37);
/** y = 3 + 2x exactly. */
const HISTORY = `d,y,x\n${months("2020-01", 24)
  .map((month, t) => `${month},${3 + 2 * X[t]},${X[t]}`)
  .join("\n")}\n`;
const ahead = (first: string, values: number[]) =>
  `d,x\n${months(first, values.length)
    .map((month, t) => `${month},${values[t]}`)
    .join("\n")}\n`;
const SPEC = "ARIMA((0, 0, 0))";

const withColumn = (body: (handle: string) => Promise<void>) =>
  inFolder(
    {
      "y.csv": HISTORY,
      "six.csv": ahead("2022-01", [5, 1, 2, 3, 9, 4]),
      "five.csv": ahead("2022-01", [5, 1, 2, 3, 9]),
      "eight.csv": ahead("2021-12", [0, 5, 1, 2, 3, 9, 4, 7]),
      "other.csv": "d,z\n2022-01,1\n",
      "few.csv": "x\n1\n2\n",
    },
    async () => body(await loaded("y.csv", "--target-column", "y", "--exog-columns", "x")),
  );

test("explaining columns reach the model: with y = 3 + 2x a future x of 5, 1, 2 gives 13, 5, 7 (sktime-mcp 336)", () =>
  withColumn(async (handle) => {
    const { rows } = await forecastOf(handle, SPEC, "--fh", "1,2,3", "--x-handle", "six.csv");
    for (const [i, expected] of [13, 5, 7].entries()) assert.ok(Math.abs(rows[i].point - expected) < 1e-6);
  }));

test("future rows that are missing are named with what there should be, and none is taken from elsewhere (sktime 1241, 3657)", () =>
  withColumn(async (handle) => {
    const predict = ["forecast", "predict", handle, "--spec", SPEC, "--horizon", "6"];
    await refusedAs(
      "FutureExogenousMissing",
      /must cover 2022-01 to 2022-06 \(6 rows\); got 5, missing 2022-06/,
      ...[...predict, "--x-handle", "five.csv"],
    );
    await refusedAs("FutureExogenousMissing", /x must cover 2022-01 to 2022-06 .* none were given/, ...predict);
    await refusedAs("FutureExogenousMissing", /missing x/, ...predict, "--x-handle", "other.csv");
    // The history is not the future.
    await refusedAs("FutureExogenousMissing", /got 0, missing 2022-01/, ...predict, "--x-handle", handle);
  }));

test("steps far apart need the rows up to the last of them, by label; rows beyond are told (sktime 7317, 9081)", () =>
  withColumn(async (handle) => {
    const sparse = await forecastOf(handle, SPEC, "--fh", "1,6", "--x-handle", "eight.csv");
    assert.deepEqual(
      sparse.rows.map(({ time, point }) => [time, Math.round(point * 1e6) / 1e6]),
      [
        ["2022-01", 13],
        ["2022-06", 11],
      ],
    );
    assert.match(sparse.warnings.join(), /2 rows of eight\.csv are none of the steps, not used/);
  }));

test("columns for a model that has none are told, not ignored", () =>
  withColumn(async () => {
    const { warnings } = await forecastOf("demo:nile", "ARIMA((1, 0, 0))", "--horizon", "1", "--x-handle", "few.csv");
    assert.match(warnings.join(), /few\.csv was not used/);
  }));

test("columns that were not named when the data were loaded are listed, not made explaining ones", () =>
  withColumn(async () => {
    const { columns_unused, series } = await evidenceOf<{ columns_unused: string[]; series: { exog: unknown[] } }>(
      ...["data", "load", "y.csv", "--target-column", "y"],
    );
    assert.deepEqual([columns_unused, series.exog], [["x"], []]);
  }));

test("two columns of numbers and no target is a question, not a choice of the first", () =>
  withColumn(async () => {
    await refusedAs("SchemaError", /y, x|y.*x/, "data", "load", "y.csv");
  }));
