import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { bare, evaluationOf, loaded, refusedAs } from "../../support/forecast-calls.ts";
import { runCli } from "../../support/run.ts";

const evaluate = (source: string, spec: string, ...more: string[]) =>
  ["forecast", "evaluate", source, "--spec", spec, ...more] as const;

test("folds, horizon and step are those that were asked for, and are said (sktime-mcp 250)", async () => {
  const asked = ["--folds", "4", "--horizon", "6", "--step", "3", "--metrics", "mae"];
  const found = await evaluationOf("demo:airline", "naive", ...asked);
  assert.deepEqual([found.n_folds, found.horizon, found.n_predictions], [4, 6, 24]);
  assert.deepEqual(
    found.folds.map(({ cutoff }) => cutoff),
    ["1959-09", "1959-12", "1960-03", "1960-06"],
  );
  assert.deepEqual(
    found.per_step.map(({ step }) => step),
    [1, 2, 3, 4, 5, 6],
  );
});

test("a plan of folds beside a splitter is a bad call: it was passed over", async () => {
  const cv = ["--cv", "ExpandingWindowSplitter(fh=1, initial_window=140)"];
  const { exit, stderr } = await runCli([
    ...evaluate("demo:airline", "naive", ...cv, "--folds", "3", "--horizon", "2"),
  ]);
  assert.equal(exit, 2);
  assert.match(stderr, /^error: cv: a splitter says which folds there are; leave horizon, folds out/);
  assert.equal((await evaluationOf("demo:airline", "naive", ...cv)).n_folds, 4);
});

test("curves are no series: refused before anything is fitted (sktime-mcp 535)", () =>
  inFolder({ "c.csv": "curve,t,value\na,0,1\na,1,2\nb,0,1\nb,1,2\n" }, async () => {
    const curves = await loaded("c.csv", "--as", "curves");
    await refusedAs("WrongLayout", /curves/, ...evaluate(curves, "naive"));
  }));

test("a fold that fails is named and no mean is made of the others (sktime-mcp 524)", () =>
  refusedAs(
    "SeriesTooShort",
    /^fold 1 of 3 \(trained to 1949-10\)/,
    ...evaluate("demo:airline", "SeasonalNaive(sp=12)", "--initial", "10", "--step", "50", "--horizon", "1"),
  ).then((details) => assert.equal(details.fold, 1)));

const ZEROS = bare([3, 0, 2, 1, 4, 0, 2, 3, 1, 0, 2, 0]);

test("a percentage of zero is null with the number of zeros and metrics that are defined; alone it is refused (utilsforecast 86)", () =>
  inFolder({ "y.csv": ZEROS }, async () => {
    const asked = ["--initial", "8", "--horizon", "4", "--metrics"];
    // Of 1, 0, 2, 0 two are 0; the last value 3 misses them by 2, 3, 1, 3.
    const { metrics } = await evaluationOf("y.csv", "naive", ...asked, "mape,mae,wape");
    assert.equal(metrics.mape, null);
    assert.match(String(metrics.mape_reason), /2 of 4 true values are 0; mase or wape/);
    assert.deepEqual([metrics.mae, metrics.wape], [9 / 4, 3]);
    const details = await refusedAs(
      "MetricUndefined",
      /2 of 4 true values are 0/,
      ...evaluate("y.csv", "naive", ...asked, "mape"),
    );
    assert.match(String(details.remedy), /mae/);
  }));

test("rows without a value are not scored, and are counted; what does not understand holes is refused", () =>
  inFolder(
    { "y.csv": bare([5, 6, "", 7, 6, 5, 7, 6, 6, 5, "", 7]), "end.csv": bare([5, 6, 7, 5, 6, "", ""]) },
    async () => {
      // Trained to row 8 the mean is 42/7 = 6; rows 9, 10 and 12 are 6, 5, 7: off by 0, 1, 1.
      const asked = ["--initial", "8", "--horizon", "4", "--metrics", "mae"];
      const found = await evaluationOf("y.csv", "ARIMA((0, 0, 0))", ...asked);
      assert.deepEqual([found.n_predictions, found.folds[0].n_test], [3, 3]);
      assert.ok(Math.abs(Number(found.metrics.mae) - 2 / 3) < 1e-6, String(found.metrics.mae));
      assert.deepEqual(
        found.per_step.map(({ step }) => step),
        [1, 2, 4],
      );
      assert.match(found.warnings.join(), /1 test row without a value not scored/);
      assert.equal(found.baselines[0].metrics, null);
      await refusedAs("MissingValues", /2 of 12 values/, ...evaluate("y.csv", "naive", ...asked));
      const last = ["--initial", "5", "--horizon", "2", "--metrics", "mae"];
      await refusedAs(
        "MissingValues",
        /no row of the 1 test parts/,
        ...evaluate("end.csv", "ARIMA((0, 0, 0))", ...last),
      );
    },
  ));

test("the season of the scale is the season of the series, so seasonal errors are not measured in steps of one (reference: sp=1)", async () => {
  const { metrics } = await evaluationOf(
    ...(["demo:airline", "NaiveForecaster(sp=12)", "--initial", "108", "--horizon", "36"] as const),
    ...["--metrics", "mase,MeanAbsoluteScaledError(sp=1)"],
  );
  // Published for this split: 1.965247 at sp 12, 2.957183 at sp 1.
  assert.ok(Math.abs(Number(metrics.mase) - 1.965247) < 1e-6);
  assert.ok(Math.abs(Number(metrics["MeanAbsoluteScaledError(sp=1)"]) - 2.957183) < 1e-6);
});

test("what came is held against the intervals, and wider coverage holds more of it (prophet 801, 871)", async () => {
  const held = async (coverage: string) =>
    (
      await evaluationOf(
        "demo:airline",
        "ThetaForecaster(sp=12)",
        "--folds",
        "6",
        "--horizon",
        "12",
        "--coverage",
        coverage,
      )
    ).realised_coverage ?? Number.NaN;
  const [half, most] = [await held("0.5"), await held("0.95")];
  assert.ok(half < most && most >= 0.85, `${half} ${most}`);
});
