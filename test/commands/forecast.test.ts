import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const daily = (values: number[], first = 1) =>
  `day,y\n${values.map((v, i) => `2024-01-${String(first + i).padStart(2, "0")},${v}`).join("\n")}\n`;

async function evidence<T = Record<string, unknown>>(argv: string[]): Promise<T> {
  const { exit, document, stderr } = await runJson(argv);
  assert.equal(exit, 0, stderr);
  return document as T;
}

async function refused(argv: string[], name: string, cause: RegExp): Promise<void> {
  const { exit, document, stderr } = await runJson(argv);
  assert.equal(exit, 3, `${stderr}${JSON.stringify(document).slice(0, 300)}`);
  assert.equal(document.error_type, name);
  assert.match(String(document.cause), cause);
}

async function wrong(argv: string[], line: RegExp): Promise<void> {
  const { exit, stderr } = await runCli(argv);
  assert.equal(exit, 2, stderr);
  assert.match(stderr, line);
}

interface Prediction {
  model_handle: string;
  forecast_handle: string;
  rows: {
    time: string;
    step: number;
    point: number;
    intervals: { coverage: number; lower: number; upper: number }[];
  }[];
  warnings: string[];
}

test("the closed form of the random walk: the last value, and 0.975 quantiles sqrt(h) apart", () =>
  // Differences 1, 1, 1, -3: sigma2 = 12/4 = 3, so the half-width at h is 1.959963984540 sqrt(3 h).
  inFolder({ "y.csv": daily([1, 2, 3, 4, 1]) }, async () => {
    const { rows } = await evidence<Prediction>([
      "forecast",
      "predict",
      "y.csv",
      "--spec",
      "naive",
      "--horizon",
      "2",
      "--coverage",
      "0.95",
      "--calibration",
      "none",
    ]);
    assert.deepEqual(
      rows.map((row) => row.point),
      [1, 1],
    );
    for (const [i, h] of [1, 2].entries())
      assert.ok(Math.abs(rows[i].intervals[0].upper - (1 + 1.95996398454 * Math.sqrt(3 * h))) < 1e-9);
  }));

test("the same specification and data are the same handle, whichever way they are written", async () => {
  const [a, b, c] = await Promise.all([
    evidence<Prediction>(["forecast", "fit", "demo:airline", "--spec", "NaiveForecaster(sp=12)"]),
    evidence<Prediction>(["forecast", "fit", "demo:airline", "--spec", "naive(strategy='last', sp=12)"]),
    evidence<Prediction>([
      "forecast",
      "predict",
      "demo:airline",
      "--spec",
      "NaiveForecaster('last', None, 12)",
      "--horizon",
      "1",
    ]),
  ]);
  assert.equal(a.model_handle, b.model_handle);
  assert.equal(a.model_handle, c.model_handle);
  const { rows } = await evidence<Prediction>(["forecast", "predict", a.model_handle, "--horizon", "3"]);
  // Airline's last January to March.
  assert.deepEqual(
    rows.map(({ time, point }) => [time, point]),
    [
      ["1961-01", 417],
      ["1961-02", 391],
      ["1961-03", 419],
    ],
  );
});

test("a horizon is a number of steps, a date to reach, or single steps", async () => {
  const times = async (...more: string[]) =>
    (await evidence<Prediction>(["forecast", "predict", "demo:airline", "--spec", "naive", ...more])).rows.map(
      (row) => row.time,
    );
  assert.deepEqual(await times("--horizon", "2"), ["1961-01", "1961-02"]);
  assert.deepEqual(await times("--horizon", "1961-02"), ["1961-01", "1961-02"]);
  assert.deepEqual(await times("--fh", "14,1"), ["1961-01", "1962-02"]);
  await wrong(
    ["forecast", "predict", "demo:airline", "--spec", "naive", "--horizon", "1961-02-03"],
    /no row falls on '1961-02-03'; the labels there are 1961-02 and 1961-03/,
  );
  await wrong(
    ["forecast", "predict", "demo:airline", "--spec", "naive", "--horizon", "1950-01"],
    /not after the last row, 1960-12/,
  );
  await wrong(["forecast", "predict", "demo:airline", "--spec", "naive", "--horizon", "0"], /horizon/);
  await wrong(["forecast", "predict", "demo:airline", "--spec", "naive", "--horizon", "20000"], /at most 10000 steps/);
  await wrong(
    ["forecast", "predict", "demo:airline", "--spec", "naive", "--horizon", "3", "--fh", "1"],
    /either --horizon or --fh/,
  );
});

test("month ends stay month ends, and days keep their clock across a change of it", () =>
  inFolder(
    {
      "m.csv": "d,y\n2023-10-31,1\n2023-11-30,2\n2023-12-31,3\n2024-01-31,4\n",
      "h.csv": "t,y\n2024-03-28T12:00:00+01:00,1\n2024-03-29T12:00:00+01:00,2\n2024-03-30T12:00:00+01:00,3\n",
    },
    async () => {
      const month = await evidence<Prediction>(["forecast", "predict", "m.csv", "--spec", "naive", "--horizon", "3"]);
      assert.deepEqual(
        month.rows.map((row) => row.time),
        ["2024-02-29", "2024-03-31", "2024-04-30"],
      );
      const { handle } = await evidence<{ handle: string }>(["data", "load", "h.csv", "--tz", "Europe/Berlin"]);
      const noon = await evidence<Prediction>(["forecast", "predict", handle, "--spec", "naive", "--horizon", "2"]);
      // Summer time starts on 2024-03-31: noon is 10:00 UTC from then on.
      assert.deepEqual(
        noon.rows.map((row) => row.time),
        ["2024-03-31T10:00:00Z", "2024-04-01T10:00:00Z"],
      );
    },
  ));

test("an update adds the rows after the last one known, and the old handle still means what it meant", () =>
  inFolder({ "old.csv": daily([1, 2, 3]), "new.csv": daily([3, 4, 5], 3), "late.csv": daily([9], 9) }, async () => {
    const { model_handle } = await evidence<Prediction>(["forecast", "fit", "old.csv", "--spec", "naive"]);
    const updated = await evidence<
      Prediction & { rows_added: number; rows_known: number; data: { n: number; cutoff: string } }
    >(["forecast", "update", model_handle, "new.csv"]);
    assert.deepEqual(
      [updated.rows_added, updated.rows_known, updated.data.n, updated.data.cutoff],
      [2, 1, 5, "2024-01-05"],
    );
    const point = async (handle: string) =>
      (await evidence<Prediction>(["forecast", "predict", handle, "--horizon", "1"])).rows[0];
    assert.deepEqual(
      [(await point(updated.model_handle)).time, (await point(updated.model_handle)).point],
      ["2024-01-06", 5],
    );
    assert.equal((await point(model_handle)).point, 3);
    await refused(
      ["forecast", "update", model_handle, "late.csv"],
      "IrregularIndex",
      /the row after 2024-01-03 is 2024-01-09, and 2024-01-04 is next/,
    );
    await refused(["forecast", "update", model_handle, "old.csv"], "SeriesTooShort", /no row comes after the last one/);
  }));

test("a saved model predicts the same from its file, and a changed file is refused", () =>
  inFolder({}, async () => {
    const argv = ["--spec", "NaiveForecaster(sp=12)"];
    await evidence(["forecast", "save-model", "demo:airline", "m.json", ...argv]);
    const loaded = await evidence<Prediction>(["forecast", "load-model", "m.json"]);
    const rows = async (source: string[]) =>
      (await evidence<Prediction>(["forecast", "predict", ...source, "--horizon", "5"])).rows;
    assert.deepEqual(await rows([loaded.model_handle]), await rows(["demo:airline", ...argv]));
    writeFileSync("m.json", readFileSync("m.json", "utf8").replace("118", "119"));
    await refused(["forecast", "load-model", "m.json"], "SchemaError", /was changed since it was saved/);
    writeFileSync("m.json", "{}");
    await wrong(["forecast", "load-model", "m.json"], /is no model/);
  }));

test("what cannot be used is refused by name", () =>
  inFolder(
    {
      "gap.csv": "d,y\n2024-01-01,1\n2024-01-02,2\n2024-01-04,3\n2024-01-05,4\n",
      "twice.csv": "d,y\n2024-01-01,1\n2024-01-02,2\n2024-01-02,3\n2024-01-03,3\n",
      "hole.csv": "d,y\n2024-01-01,1\n2024-01-02,\n2024-01-03,3\n",
      "odd.csv": "d,y\n2024-01-01,1\n2024-01-02,2\n2024-01-05,2\n2024-01-11,3\n",
      "one.csv": "d,y\n2024-01-01,7\n",
      "back.csv": "d,y\n2024-01-02,1\n2024-01-01,2\n2024-01-03,2\n",
    },
    async () => {
      const predict = (file: string) => ["forecast", "predict", file, "--spec", "naive", "--horizon", "2"];
      await refused(predict("gap.csv"), "IrregularIndex", /1 label/);
      await refused(predict("twice.csv"), "DuplicateTimestamps", /--remove-duplicates/);
      await refused(predict("hole.csv"), "MissingValues", /data row 2/);
      await refused(predict("odd.csv"), "IrregularIndex", /7 labels of the grid have no row/);
      await refused(predict("back.csv"), "NonMonotonicIndex", /backwards/);
      const advice = /fit it first: liquet forecast fit DATA --spec est_000000000000$/;
      await refused(["forecast", "predict", "est_000000000000"], "NotFitted", advice);
      await wrong(
        [...predict("gap.csv"), "--alpha", "0.3"],
        /alpha: is for --mode quantiles, and the mode is interval/,
      );
      await refused(["forecast", "predict", "fit_000000000000"], "UnknownHandle", /run 'liquet forecast fit'/);
      await refused(
        ["forecast", "predict", "one.csv", "--spec", "naive"],
        "IrregularIndex",
        /one label|no spacing|spacing/,
      );
    },
  ));

test("positions without labels go on counting, and one of them is enough for a point", () =>
  inFolder({ "one.csv": "y\n7\n" }, async () => {
    const { rows, warnings } = await evidence<Prediction>([
      "forecast",
      "predict",
      "one.csv",
      "--spec",
      "naive",
      "--horizon",
      "2",
      "--mode",
      "point",
    ]);
    assert.deepEqual(
      rows.map(({ time, point }) => [time, point]),
      [
        ["1", 7],
        ["2", 7],
      ],
    );
    assert.match(warnings.join(), /spread of the forecast is unknown/);
    await refused(
      ["forecast", "predict", "one.csv", "--spec", "naive", "--horizon", "2"],
      "CoverageNotAttainable",
      /0 residuals/,
    );
  }));

test("columns that a forecaster cannot use are told, not dropped in silence", async () => {
  const { warnings } = await evidence<Prediction>([
    "forecast",
    "predict",
    "demo:longley",
    "--spec",
    "naive",
    "--horizon",
    "1",
  ]);
  assert.match(warnings.join(), /takes no explaining columns: GNPDEFL, GNP, UNEMP, ARMED, POP not used/);
});

test("every mode has one row a step with its time, and a forecast is a CSV too", () =>
  inFolder({}, async () => {
    const predict = (...more: string[]) =>
      evidence<Prediction>(["forecast", "predict", "demo:nile", "--spec", "naive", "--horizon", "2", ...more]);
    const keys = async (...more: string[]) => Object.keys((await predict(...more)).rows[0]).join();
    assert.equal(await keys("--mode", "point"), "time,step,point");
    assert.equal(await keys(), "time,step,point,intervals");
    assert.equal(await keys("--mode", "quantiles", "--alpha", "0.5"), "time,step,point,quantiles");
    assert.equal(await keys("--mode", "variance"), "time,step,point,variance");
    assert.equal(await keys("--mode", "distribution"), "time,step,point,distribution");
    await predict("--out", "f.csv");
    assert.match(readFileSync("f.csv", "utf8"), /^time,step,point,lower_0.9,upper_0.9\n1971,1,740,/);
  }));

test("evaluate reproduces the three single-step folds of the reference", async () => {
  // Airline's last three months against those of a year before: |390-432|... as fractions of the true value.
  const { metrics, folds } = await evidence<{ metrics: { mape: number }; folds: { metrics: { mape: number } }[] }>([
    "forecast",
    "evaluate",
    "demo:airline",
    "--spec",
    "NaiveForecaster(sp=12)",
    "--folds",
    "3",
    "--horizon",
    "1",
    "--metrics",
    "mape",
  ]);
  const expected = [(461 - 407) / 461, (390 - 362) / 390, (432 - 405) / 432];
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(folds[i].metrics.mape - value) < 1e-12);
  assert.ok(Math.abs(metrics.mape - 0.0838105) < 1e-7);
});

test("evaluate puts the naive and the seasonal naive forecast beside the model, with the share saved", async () => {
  const { baselines, realised_coverage } = await evidence<{
    baselines: { name: string; metrics: { mae: number }; skill: { mae: number } }[];
    realised_coverage: number;
  }>([
    "forecast",
    "evaluate",
    "demo:airline",
    "--spec",
    "NaiveForecaster(sp=12)",
    "--initial",
    "108",
    "--horizon",
    "36",
    "--metrics",
    "mae",
  ]);
  // Published for this split: last value 94.944444, last season 60.083333.
  assert.deepEqual(
    baselines.map(({ name }) => name),
    ["naive", "seasonal naive"],
  );
  assert.ok(Math.abs(baselines[0].metrics.mae - 94.944444) < 1e-6);
  assert.ok(Math.abs(baselines[1].metrics.mae - 60.083333) < 1e-6);
  assert.ok(Math.abs(baselines[0].skill.mae - (1 - 60.083333 / 94.944444)) < 1e-6);
  assert.equal(baselines[1].skill.mae, 0);
  assert.ok(realised_coverage > 0 && realised_coverage <= 1);
});

test("a fold that is refused is named", () =>
  refused(
    [
      "forecast",
      "evaluate",
      "demo:airline",
      "--spec",
      "SeasonalNaive(sp=100)",
      "--initial",
      "50",
      "--horizon",
      "12",
      "--metrics",
      "mae",
    ],
    "SeriesTooShort",
    /fold 1 of \d+ \(trained to 1953-02\)/,
  ));

test("components are found by word, task and tag, and their description runs", async () => {
  const { results, total } = await evidence<{ results: { name: string }[]; total: number }>([
    "forecast",
    "query-registry",
    "naive",
    "--task",
    "forecaster",
    "--tags",
    "capability:pred_int=true",
  ]);
  assert.equal(results[0].name, "NaiveForecaster");
  assert.equal(total, results.length);
  await wrong(["forecast", "query-registry", "--tags", "handles-missing-data=true"], /no tag is named/);
  await wrong(["forecast", "describe-component", "AutoEST"], /UnknownComponent.*AutoETS/);
});

test("methods of components are called by name, and nothing else is", async () => {
  const call = (...more: string[]) => ["forecast", "call-method", ...more];
  const mae = await evidence<{ values: { mae: number } }>(
    call("mae", "evaluate", "--kwargs", '{"y_true":[1,2],"y_pred":[1,4]}'),
  );
  assert.equal(mae.values.mae, 1);
  await wrong(call("mae", "__init__"), /has evaluate, not '__init__'/);
  await wrong(call("naive", "fit"), /is a forecaster; use forecast fit/);
  await wrong(
    call("mae", "evaluate", "--kwargs", '{"y_true":[1],"y_pred":[1],"path":"x"}'),
    /takes y_true.*not 'path'/,
  );
  await wrong(call("mae", "evaluate", "--kwargs", '{"y_true":[1,2],"y_pred":[1]}'), /y_true has 2 values and y_pred 1/);
  await refused(
    call("mase", "evaluate", "--kwargs", '{"y_true":[1],"y_pred":[2],"y_train":[5,5,5]}'),
    "MetricUndefined",
    /is 0 over 3/,
  );
});

test("an exported shell script and an exported module print the forecast of the call itself", async () => {
  // The programs are run by forecast-export.test.ts; here: what they hold.
  const { code } = await evidence<{ code: string }>([
    "forecast",
    "export-code",
    "demo:airline",
    "--spec",
    "NaiveForecaster(sp=12)",
    "--language",
    "shell",
    "--horizon",
    "3",
  ]);
  assert.match(code, /liquet forecast predict demo:airline --spec 'NaiveForecaster\(sp=12\)' --horizon 3/);
  await wrong(
    ["forecast", "export-code", "demo:nile", "--spec", "naive", "--language", "python"],
    /sktime has no data set 'nile'/,
  );
});

test("after a logarithm the points are medians, and means when they are asked for", async () => {
  // ln y of a random walk at step 1: median exp(m), mean exp(m + s^2/2), with m and s^2 of the logs.
  const point = async (...more: string[]) =>
    await evidence<Prediction & { point_is: string; rows: { variance?: number }[] }>([
      "forecast",
      "predict",
      "demo:airline",
      "--spec",
      "LogTransformer() * NaiveForecaster()",
      "--horizon",
      "1",
      ...more,
    ]);
  const [median, mean] = [await point(), await point("--bias-adjusted")];
  assert.deepEqual([median.point_is, mean.point_is], ["median", "mean"]);
  assert.ok(Math.abs(median.rows[0].point - 432) < 1e-9);
  const { params } = await evidence<{ params: Record<string, unknown> }>([
    "forecast",
    "fit",
    "demo:airline",
    "--spec",
    "LogTransformer() * NaiveForecaster()",
  ]);
  const found = JSON.stringify(params).match(/"sigma2":([\d.e-]+)/);
  assert.ok(found, JSON.stringify(params));
  assert.ok(Math.abs(mean.rows[0].point / 432 - Math.exp(Number(found[1]) / 2)) < 1e-9);
});

test("the whole registry, and many folds, are answered in less than 8 kB", async () => {
  for (const argv of [
    ["forecast", "query-registry"],
    ["forecast", "evaluate", "demo:airline", "--spec", "naive", "--initial", "60", "--horizon", "12", "--step", "1"],
  ]) {
    const { stdout } = await runJson(argv);
    assert.ok(Buffer.byteLength(stdout) < 8192, `${argv.join(" ")}: ${Buffer.byteLength(stdout)} bytes`);
  }
});
