import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { bare, evidenceOf, forecastOf, loaded, refusedAs, wrongCall } from "../../support/forecast-calls.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { runCli, runJson } from "../../support/run.ts";

test("the first handle still means what it meant after sixty more, and an unknown one says how to make it (sktime-mcp 532)", async () => {
  const load = async (value: number) =>
    (await evidenceOf<{ handle: string }>("data", "load", "--data", `{"y":[1,2,${value}]}`)).handle;
  const first = await load(0);
  const handles = new Set([first]);
  for (let value = 1; value <= 60; value++) handles.add(await load(value));
  assert.equal(handles.size, 61);
  assert.equal((await forecastOf(first, "naive", "--horizon", "1")).rows[0].point, 0);
  assert.equal(await load(0), first);
  await refusedAs("UnknownHandle", /data_000000000000/, "forecast", "predict", "data_000000000000", "--spec", "naive");
});

test("text among numbers is refused with its row; one value is enough for a point, and what is unknown is said (sktime-mcp 533)", () =>
  inFolder({ "text.csv": "y\n1\n2\nlow\n", "one.csv": bare([7]) }, async () => {
    await refusedAs("SchemaError", /'low' in data row 3/, "data", "load", "text.csv", "--target-column", "y");
    const { rows, warnings } = await forecastOf("one.csv", "naive", "--horizon", "1", "--mode", "point");
    assert.equal(rows[0].point, 7);
    assert.match(warnings.join(), /spread of the forecast is unknown/);
  }));

test("intervals carry their dates; of a thousand steps a page is shown, the rest counted, and all are written (sktime-mcp 536)", () =>
  inFolder({}, async () => {
    const found = await forecastOf("demo:airline", "naive", "--horizon", "1000", "--out", "f.csv");
    assert.equal(found.rows[0].time, "1961-01");
    assert.equal(found.rows.length + found.rows_dropped, 1000);
    assert.ok(found.rows_dropped > 0);
    assert.equal(readFileSync("f.csv", "utf8").trim().split("\n").length, 1001);
  }));

for (const text of [
  "__import__('os').system('touch made')",
  "open('made', 'w')",
  "NaiveForecaster(sp=(lambda: 12)())",
  "x = NaiveForecaster(); return x",
  "require('fs').writeFileSync('made', '')",
  "NaiveForecaster(sp=6 * 2)",
])
  test(`a specification is read, never run: ${text} (sktime-mcp 540, sktime 9430)`, () =>
    inFolder({}, async () => {
      await wrongCall(/spec: |UnknownComponent/, "forecast", "instantiate", text);
      assert.equal(existsSync("made"), false);
    }));

test("a forecast is drawn with its history and its band, as SVG text (sktime-mcp 99, 498)", async () => {
  const { forecast_handle } = await forecastOf("demo:airline", "NaiveForecaster(sp=12)", "--horizon", "12");
  const { svg } = await evidenceOf<{ svg: string }>("data", "plot", forecast_handle, "--svg");
  assert.match(svg, /^<svg /);
  assert.equal(svg.match(/<path class="band"/g)?.length, 2);
  assert.match(svg, /\(144 values\), forecast/);
});

test("scale changes no forecast: AutoARIMA, AutoETS and Theta of data of 1e-4 are those of the data (sktime 2075)", () => {
  const values = Array.from({ length: 30 }, (_, t) => 40 + t + [3, -1, -4, 2][t % 4] + (((t * 7919) % 13) - 6) / 4);
  const scales = { "tiny.csv": 1e-6, "small.csv": 1e-4, "large.csv": 1e12 };
  const files = Object.entries({ "y.csv": 1, ...scales }).map(([name, by]) => [name, bare(values.map((v) => v * by))]);
  return inFolder(Object.fromEntries(files), async () => {
    for (const spec of ["AutoARIMA(sp=4)", "AutoETS(sp=4)", "ThetaForecaster(sp=4)", "STLForecaster(sp=4)", "Auto()"]) {
      const plain = await forecastOf("y.csv", spec, "--horizon", "4");
      for (const [name, by] of Object.entries(scales)) {
        const other = await forecastOf(name, spec, "--horizon", "4");
        assert.equal(other.model, plain.model, `${spec} ${name}`);
        for (const [i, { point, intervals }] of plain.rows.entries()) {
          const { lower } = intervals[0];
          const found = [other.rows[i].point / by, other.rows[i].intervals[0].lower / by];
          // Optima of rounded data differ in their last digits.
          assert.ok(Math.abs(found[0] - point) < 1e-4 * point, `${spec} ${name} ${found[0]} ${point}`);
          assert.ok(Math.abs(found[1] - lower) < 2e-3 * point, `${spec} ${name} ${found[1]} ${lower}`);
        }
      }
    }
  });
});

const LEVELS = ["0.5", "0.8", "0.9", "0.99"];
for (const spec of [
  "NaiveForecaster(sp=12)",
  "ThetaForecaster(sp=12)",
  "ARIMA((0, 1, 1), (0, 1, 1, 12))",
  "ExponentialSmoothing(trend='add', seasonal='mul', sp=12)",
  "LogTransformer() * ARIMA((0, 1, 1), (0, 1, 1, 12))",
  "Differencer() * ARIMA((0, 0, 1))",
])
  test(`intervals of ${spec} hold the point, nest, and grow with the horizon (sktime 10757, 2275)`, async () => {
    const coverage = LEVELS.flatMap((level) => ["--coverage", level]);
    const { rows } = await forecastOf("demo:airline", spec, "--horizon", "30", "--max-rows", "all", ...coverage);
    for (const [i, { point, intervals }] of rows.entries()) {
      const bounds = [...intervals.map(({ lower }) => lower).reverse(), point, ...intervals.map(({ upper }) => upper)];
      assert.deepEqual(
        bounds,
        bounds.toSorted((a, b) => a - b),
        `step ${i + 1}`,
      );
    }
    // Twelve steps on the season is the same, and with it the scale of the band.
    const width = (i: number) => Math.log(rows[i].intervals[2].upper / rows[i].intervals[2].lower);
    for (let i = 12; i < 30; i++) assert.ok(width(i) > width(i - 12) * 0.999, `step ${i + 1}`);
  });

test("a transformer behind the forecaster acts on the forecast (sktime 9289)", () =>
  inFolder({ "y.csv": bare([3, 5, 4, 7, 9]) }, async () => {
    const plain = await forecastOf("y.csv", "NaiveForecaster('drift')", "--horizon", "2");
    const after = await forecastOf("y.csv", "NaiveForecaster('drift') * LogTransformer()", "--horizon", "2");
    // Drift (9 - 3)/4 = 1.5.
    assert.deepEqual(
      plain.rows.map(({ point }) => point),
      [10.5, 12],
    );
    for (const [i, expected] of [10.5, 12].entries())
      assert.ok(Math.abs(after.rows[i].point - Math.log(expected)) < 1e-9);
  }));

test("equal values go on as they are, without a spread, and that is said (pmdarima 572)", () =>
  inFolder({ "y.csv": bare(new Array(30).fill(7)), "zero.csv": bare(new Array(30).fill(0)) }, async () => {
    for (const spec of ["AutoARIMA()", "AutoETS()", "ThetaForecaster()", "naive", "Auto()", "ARIMA((1, 0, 0))"])
      for (const [name, value] of [
        ["y.csv", 7],
        ["zero.csv", 0],
      ] as const) {
        const { rows, warnings } = await forecastOf(name, spec, "--horizon", "2");
        for (const { point, intervals } of rows)
          assert.deepEqual([point, intervals[0].lower, intervals[0].upper], [value, value, value], `${spec} ${name}`);
        assert.match(warnings.join(), /sigma is 0|a spread of 0/, spec);
      }
  }));

test("a season that the model does not have is found and told, and not where the model has it (pmdarima 32)", async () => {
  for (const spec of ["naive", "ARIMA((1, 1, 0))", "ThetaForecaster(sp=1)", "PolynomialTrendForecaster()"])
    assert.match(
      (await forecastOf("demo:airline", spec, "--horizon", "1")).warnings.join(),
      /a season of 12 rows/,
      spec,
    );
  for (const spec of ["NaiveForecaster(sp=12)", "AutoETS()", "ThetaForecaster()", "ARIMA((0, 1, 1), (0, 1, 1, 12))"])
    assert.doesNotMatch(
      (await forecastOf("demo:airline", spec, "--horizon", "1")).warnings.join(),
      /a season of/,
      spec,
    );
  assert.doesNotMatch((await forecastOf("demo:nile", "naive", "--horizon", "1")).warnings.join(), /a season of/);
});

test("a season of 365 ends in a refusal or a forecast, not in a wait (pmdarima 102)", { timeout: PATIENCE_MS }, () => {
  const values = Array.from({ length: 800 }, (_, t) => 50 + 20 * Math.sin((2 * Math.PI * t) / 365) + ((t * 37) % 11));
  return inFolder({ "y.csv": bare(values) }, async () => {
    for (const spec of ["AutoETS(sp=365)", "ThetaForecaster(sp=365)", "DynamicHarmonic([365], K=2)"])
      await forecastOf("y.csv", spec, "--horizon", "1");
  });
});

test("zeros and short histories go down a ladder that is named, and one series does not stop another (statsforecast 182, 434)", () => {
  const sparse = Array.from({ length: 60 }, (_, t) => (t % 6 === 2 ? 1 + (t % 5) : 0));
  return inFolder({ "sparse.csv": bare(sparse), "short.csv": bare([4, 6, 5]) }, async () => {
    const few = await forecastOf("short.csv", "Auto()", "--horizon", "1");
    const zeros = await forecastOf("sparse.csv", "Auto()", "--horizon", "1");
    assert.notEqual(few.model, zeros.model);
    assert.match(zeros.model, /croston|tsb/i);
    assert.ok(few.rows[0].point === 5 && zeros.rows[0].point > 0);
    assert.match(few.warnings.join(), /NaiveForecaster\(\) was taken: 3 rows are too few/);
    assert.match(zeros.warnings.join(), /was taken: 50 of 60 values are 0/);
  });
});

test("a form that multiplies is refused on zeros with the one that adds, and the automatic choice leaves it out and says so (sktime 940)", () =>
  inFolder({ "y.csv": bare([3, 1, 0, 2, 4, 1, 0, 3, 4, 2, 1, 3, 5, 2, 1, 4]) }, async () => {
    const mul = "ExponentialSmoothing(trend='add', seasonal='mul', sp=4)";
    const details = await refusedAs(
      "NonPositiveValues",
      /2 of 16 values are 0 or below/,
      "forecast",
      "fit",
      "y.csv",
      "--spec",
      mul,
    );
    assert.match(String(details.remedy), /seasonal='add'/);
    const { model, warnings } = await forecastOf("y.csv", "AutoETS(sp=4)", "--horizon", "1");
    assert.doesNotMatch(model, /M/);
    assert.match(warnings.join(), /multiply were left out: 2 of 16/);
  }));

test("what fills a hole uses nothing later: the filled value is the same without the rows after it (sktime 2270)", () =>
  inFolder({ "whole.csv": bare([1, 2, 4, "", 16, 32]), "cut.csv": bare([1, 2, 4, ""]) }, async () => {
    const filled = async (name: string) => {
      const { handle } = await evidenceOf<{ handle: string }>("data", "transform", name, "--action", "format");
      return (
        await evidenceOf<{ array: number[] }>("data", "transform", handle, "--action", "convert", "--to", "array")
      ).array;
    };
    assert.equal((await filled("whole.csv"))[3], (await filled("cut.csv"))[3]);
  }));

test("negative demand does not come out of positive data where it is said to be impossible (prophet 1679)", () =>
  inFolder({ "y.csv": bare([9, 7, 8, 5, 6, 3, 4, 1, 2, 1]) }, async () => {
    const plain = await forecastOf("y.csv", "NaiveForecaster('drift')", "--horizon", "6");
    const cut = await forecastOf("y.csv", "NaiveForecaster('drift')", "--horizon", "6", "--non-negative");
    assert.ok(plain.rows[5].point < 0 && plain.rows[0].intervals[0].lower < 0);
    for (const { point, intervals } of cut.rows) assert.ok(point >= 0 && intervals[0].lower >= 0);
    assert.equal(cut.rows[0].intervals[0].coverage, 0.9);
    assert.match(cut.pi_method, /cut at 0/);
  }));

test("the same call gives the same bytes, from what is kept and from nothing (arima 7, 11, 12)", () =>
  inFolder({}, async () => {
    for (const spec of ["AutoARIMA(sp=12)", "ExponentialSmoothing(trend='mul', seasonal='mul', sp=12)"]) {
      const argv = ["forecast", "predict", "demo:airline", "--spec", spec, "--horizon", "3", "--json"];
      const [first, again] = [await runCli(argv), await runCli(argv)];
      const anew = await runCli(argv, { env: { LIQUET_STORE: "another" } });
      assert.equal(first.exit, 0);
      assert.deepEqual([again.stdout, anew.stdout], [first.stdout, first.stdout]);
    }
  }));

test("work that takes long can be started, looked at and ended by its id (sktime-mcp 222, 136)", async () => {
  // Whether jobs end as they should is held by commands/jobs.test.ts; here: every command that may take long has the flag.
  for (const command of ["fit", "predict", "evaluate"])
    assert.match((await runCli(["forecast", command, "--help"])).stdout, /--run-async/);
});

test("what is listed can be used: every forecaster's description names a call that runs without an installation (sktime-mcp 117)", async () => {
  const { document } = await runJson(["forecast", "describe-component", "AutoARIMA"]);
  assert.match(String(document.example), /^liquet forecast /);
  assert.equal((await loaded("demo:airline")).slice(0, 5), "data_");
});
