import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import {
  bare,
  dated,
  evaluationOf,
  evidenceOf,
  forecastOf,
  loaded,
  type Predicted,
  refusedAs,
  wrongCall,
} from "../../support/forecast-calls.ts";

const GAPPY = "d,y,x\n2024-01-01,1,5\n2024-01-02,2,\n2024-01-04,4,7\n2024-01-05,,8\n";

test("loading fills nothing; rows that are put in are counted apart from values that are filled, and columns are filled too", () =>
  inFolder({ "y.csv": GAPPY }, async () => {
    const handle = await loaded("y.csv", "--target-column", "y", "--exog-columns", "x");
    const counts = (target: { n_missing: number }, exog: { n_missing: number }[]) => [
      target.n_missing,
      exog[0].n_missing,
    ];
    const { series, statistics } = await evidenceOf<{
      series: { n_rows: number; target: { n_missing: number }; exog: { n_missing: number }[] };
      statistics: { name: string; n: number }[];
    }>("data", "inspect", handle);
    assert.deepEqual([series.n_rows, ...counts(series.target, series.exog)], [4, 1, 1]);
    assert.deepEqual(
      statistics.map(({ name, n }) => [name, n]),
      [
        ["y", 3],
        ["x", 3],
      ],
    );
    const { changes } = await evidenceOf<{ changes: { change: string; column: string | null; n: number }[] }>(
      ...["data", "transform", handle, "--action", "format"],
    );
    assert.deepEqual(
      changes.map(({ change, column, n }) => [change, column, n]),
      [
        ["rows_inserted", null, 1],
        ["values_filled", "y", 2],
        ["values_filled", "x", 2],
      ],
    );
  }));

test("repeated labels are refused until the caller says what they become", () =>
  inFolder({ "y.csv": dated(["2024-01-01", "2024-01-02", "2024-01-02", "2024-01-03"]) }, async () => {
    await refusedAs("DuplicateTimestamps", /2024-01-02/, "forecast", "predict", "y.csv", "--spec", "naive");
    await refusedAs("DuplicateTimestamps", /2024-01-02/, "data", "transform", "y.csv", "--action", "format");
    const { handle } = await evidenceOf<{ handle: string }>(
      ...["data", "transform", "y.csv", "--action", "format", "--remove-duplicates", "last"],
    );
    assert.equal((await forecastOf(handle, "naive", "--horizon", "1")).rows[0].point, 4);
  }));

test("a date that is none is refused with its row; one that could be two is asked about", () =>
  inFolder(
    { "bad.csv": dated(["2024-01-01", "2024-13-02"]), "two.csv": dated(["01/02/2024", "02/02/2024"]) },
    async () => {
      await refusedAs("SchemaError", /'2024-13-02' in data row 2/, "data", "load", "bad.csv");
      await refusedAs("SchemaError", /day 01 of month 02 or as month 01, day 02/, "data", "load", "two.csv");
    },
  ));

test("a horizon that is no number of steps and no label ahead is a bad call, and no forecast is cut silently", async () => {
  const predict = (horizon: string) => ["forecast", "predict", "demo:airline", "--spec", "naive", "--horizon", horizon];
  await wrongCall(/horizon: 'true'/, ...predict("true"));
  await wrongCall(/horizon/, ...predict("1.5"));
  await wrongCall(/horizon/, ...predict("-3"));
  await wrongCall(/at most 10000 steps/, ...predict("100000"));
  const { rows, rows_dropped, n_steps } = await forecastOf("demo:airline", "naive", "--horizon", "600");
  assert.deepEqual([n_steps, rows.length + rows_dropped], [600, 600]);
});

test("every answer says what it learned from: the last label, the spacing and the columns", async () => {
  const { data } = await evidenceOf<{ data: Record<string, unknown> }>(
    ...["forecast", "predict", "demo:airline", "--spec", "naive", "--horizon", "1"],
  );
  assert.deepEqual(
    [data.target, data.n, data.first, data.cutoff, data.frequency, data.exog],
    ["passengers", 144, "1949-01", "1960-12", "MS", []],
  );
});

for (const spec of [
  "STLForecaster(sp=12)",
  "ThetaForecaster(sp=12)",
  "Deseasonalizer(sp=12) * NaiveForecaster('drift')",
])
  test(`${spec} given the last row, or the last twelve, is the same as fitted on all`, async () => {
    const whole = await forecastOf("demo:airline", spec, "--horizon", "12");
    for (const n of ["1", "12"]) {
      const parts = await evidenceOf<{ train_handle: string; test_handle: string }>(
        ...["data", "split", "demo:airline", "--fh", n],
      );
      const fit = await evidenceOf<Predicted>("forecast", "fit", parts.train_handle, "--spec", spec);
      const updated = await evidenceOf<Predicted>("forecast", "update", fit.model_handle, parts.test_handle);
      const after = await evidenceOf<Predicted>(
        ...["forecast", "predict", updated.model_handle, "--horizon", "12", "--calibration", "none"],
      );
      assert.deepEqual(after.rows, whole.rows);
    }
  });

test("conformal intervals of 90 % hold about 90 % of five years that came (sktime 10757: 8 %)", async () => {
  for (const method of ["empirical", "empirical_residual", "conformal"]) {
    const spec = `ConformalIntervals(NaiveForecaster(sp=12), method='${method}')`;
    const { realised_coverage } = await evaluationOf("demo:nottem", spec, "--folds", "5", "--horizon", "12");
    // 60 values, whose count inside has a standard deviation of 2.3 if they were independent.
    assert.ok(realised_coverage !== null && realised_coverage >= 0.8, `${method} ${realised_coverage}`);
  }
});

test("a power of what is not positive is refused, not taken of its size", () =>
  inFolder({ "y.csv": bare([3, -1, 4, 2, 5, 3]) }, async () => {
    const fit = ["forecast", "fit", "y.csv", "--spec", "BoxCoxTransformer() * NaiveForecaster()"];
    await refusedAs("NonPositiveValues", /1 of 6 values/, ...fit);
  }));

test("the demos are series to load, and nothing else", async () => {
  const { demos } = await evidenceOf<{ demos: { ref: string }[] }>("data", "list");
  assert.ok(demos.length >= 10);
  for (const { ref } of demos) assert.match(await loaded(ref), /^data_/);
});

test("a file's ending and the stated format agree or the call is wrong; nothing is replaced unasked", () =>
  inFolder({}, async () => {
    await wrongCall(/ends in \.json and --format says csv/, "data", "save", "demo:nile", "y.json", "--format", "csv");
    await wrongCall(/ends in \.xlsx and --format says csv/, "data", "save", "demo:nile", "y.xlsx", "--format", "csv");
    await evidenceOf("data", "save", "demo:nile", "y.csv");
    const before = readFileSync("y.csv", "utf8");
    await wrongCall(/no file is replaced unasked/, "data", "save", "demo:lynx", "y.csv");
    assert.equal(readFileSync("y.csv", "utf8"), before);
  }));

test("estimates are told by name, with what they stand on", async () => {
  const { params } = await evidenceOf<{ params: Record<string, unknown> }>(
    ...["forecast", "get-fitted-params", "demo:airline", "--spec", "naive"],
  );
  assert.ok(Math.abs(Number(params.sigma2) - 1136.391608) < 1e-6);
  assert.equal(params.n_residuals, 143);
});

test("one fold has scores and no made-up spread; two metrics never share a key", async () => {
  const found = await evaluationOf("demo:nile", "naive", "--folds", "1", "--horizon", "1", "--metrics", "mae");
  assert.deepEqual([found.n_folds, found.n_predictions], [1, 1]);
  const twice = ["--metrics", "mae,MeanAbsoluteError()"];
  await wrongCall(/mae is asked for twice/, "forecast", "evaluate", "demo:nile", "--spec", "naive", ...twice);
});
