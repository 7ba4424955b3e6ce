import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { evidenceOf, loaded, months } from "../support/forecast-calls.ts";
import { root } from "../support/root.ts";
import { runCli } from "../support/run.ts";

/** Two years of a season of 12 and a column that explains, in the German way of writing. */
const FILE = `Monat;Umsatz;Preis\n${months("2020-01", 24)
  .map((month, t) => `${month};${100 + 10 * (t % 12)},5;${(t * t) % 7},25`)
  .join("\n")}\n`;
const LOAD = "sales.csv --sep ; --decimal , --target-column Umsatz".split(" ");
const codeOf = async (source: string, spec: string, language = "python") =>
  (await evidenceOf<{ code: string }>("forecast", "export-code", source, "--spec", spec, "--language", language)).code;
const craftOf = (code: string) => /craft\((".*")\)/.exec(code)?.[1];

test("a default that sktime has otherwise is stated for it: its AutoETS does not choose, its seasons are 1", async () => {
  await inFolder({ "sales.csv": FILE }, async () => {
    const handle = await loaded(...LOAD);
    const craft = async (spec: string) => craftOf(await codeOf(handle, spec));
    assert.equal(await craft("AutoETS(sp=12)"), `"AutoETS(sp=12, auto=True, information_criterion='aicc')"`);
    assert.equal(await craft("AutoETS(auto=False, sp=12)"), `"AutoETS(sp=12, information_criterion='aicc')"`);
    assert.equal(await craft("NaiveForecaster(sp=12)"), '"NaiveForecaster(sp=12)"');
    assert.equal(await craft("SeasonalNaive(sp=12)"), '"NaiveForecaster(sp=12)"');
    assert.equal(
      await craft("LogTransformer() * ThetaForecaster(sp=12)"),
      '"LogTransformer() * ThetaForecaster(sp=12)"',
    );
  });
});

test("the season that was found, and what Auto took, are written out with the names that sktime's ensembles ask for", async () => {
  const craft = craftOf(await codeOf("demo:airline", "Auto()"));
  assert.equal(
    craft,
    `"EnsembleForecaster(forecasters=[('AutoETS_1', AutoETS(sp=12, auto=True, information_criterion='aicc')), ('ThetaForecaster_2', ThetaForecaster(sp=12))])"`,
  );
});

test("what sktime does not have is a bad call and no program that fails", async () => {
  for (const spec of [
    "Croston(variant='sba')",
    "DynamicHarmonic(sp_list=[12])",
    "StandardScaler() * NaiveForecaster()",
  ]) {
    const { exit, stderr } = await runCli([
      "forecast",
      "export-code",
      "demo:airline",
      "--spec",
      spec,
      "--language",
      "python",
    ]);
    assert.equal(exit, 2);
    assert.match(stderr, /language: sktime has no \w+.*; export --language shell or typescript/);
  }
});

test("where sktime runs and forecasts something else, or takes no such value, no program is written", async () => {
  const refused = async (...words: string[]) => {
    const call = ["forecast", "export-code", ...words, "--language", "python"];
    const { exit, stderr } = await runCli(call);
    assert.equal(exit, 2);
    return stderr;
  };
  const differences = await refused("demo:airline", "--spec", "Differencer(lags=[1, 12]) * NaiveForecaster()");
  assert.match(differences, /does not add differences at lags above 1 up again/);
  const grid = "ForecastingGridSearchCV(NaiveForecaster(), cv=3, param_grid={'sp': [1, 12]})";
  assert.match(await refused("demo:airline", "--spec", grid), /cv=ExpandingWindowSplitter/);
  assert.match(await refused("demo:longley", "--spec", "ARIMA()"), /must be known ahead/);
  const craft = craftOf(await codeOf("demo:airline", "AutoARIMA(sp=12)"));
  assert.equal(craft, `"AutoARIMA(sp=12, information_criterion='aicc')"`);
});

test("columns that a transformer makes of the labels need rows in sktime, or it passes the transformer over", async () => {
  const code = await codeOf("demo:airline", "FourierFeatures([12], [2]) ** ARIMA()");
  assert.ok(code.includes("X = pd.DataFrame(index=y.index)\n"), code);
  assert.ok(code.includes("forecaster.predict(fh, X=X_future)"), code);
});

test("the last label stands for its steps: liquet's programs repeat it, sktime's counts", async () => {
  const call = ["forecast", "export-code", "demo:airline", "--spec", "naive", "--horizon", "1961-06", "--language"];
  const shell = await evidenceOf<{ code: string }>(...call, "shell");
  assert.match(shell.code, /--horizon 1961-06 /);
  const python = await evidenceOf<{ code: string }>(...call, "python");
  assert.match(python.code, /range\(1, 6 \+ 1\)/);
});

test("the program reads the file as liquet did, on its grid, and asks for intervals where sktime has them", async () => {
  await inFolder({ "sales.csv": FILE }, async () => {
    const code = await codeOf(await loaded(...LOAD, "--exog-columns", "Preis"), "ARIMA()");
    for (const line of [
      `    data = pd.read_csv(path, sep=";", decimal=",", dtype={"Monat": str}).set_index("Monat")`,
      '    return data.asfreq("MS").to_period()',
      'X_future = rows(sys.argv[2])[["Preis"]]',
      "X_future = X_future[X_future.index > y.index[-1]].head(12)",
      "forecaster.fit(y, X=X, fh=fh)",
      'if forecaster.get_tag("capability:pred_int"):',
    ])
      assert.ok(code.split("\n").includes(line), `${line}\n${code}`);
  });
});

for (const language of ["shell", "typescript"] as const) {
  test(
    `an exported ${language} program takes a second file where the model has explaining columns`,
    { skip: process.platform === "win32" },
    () =>
      inFolder({ "sales.csv": FILE.replaceAll(",", "."), "ahead.csv": "Monat,Preis\n2022-01,3.25\n" }, async (dir) => {
        const load = ["sales.csv", "--sep", ";", "--target-column", "Umsatz", "--exog-columns", "Preis"];
        const call = [await loaded(...load), "--spec", "ARIMA()", "--horizon", "1"];
        const { code } = await evidenceOf<{ code: string }>("forecast", "export-code", ...call, "--language", language);
        const { stdout } = await runCli(["forecast", "predict", ...call, "--x-handle", "ahead.csv", "--json"]);
        mkdirSync(join(dir, "node_modules"));
        symlinkSync(root, join(dir, "node_modules/liquet"), "dir");
        writeFileSync("liquet", `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/liquet.js")}" "$@"\n`);
        chmodSync("liquet", 0o755);
        writeFileSync("program.mjs", code);
        const env = { ...process.env, PATH: `${dir}:${process.env.PATH}`, LIQUET_STORE: join(dir, "store") };
        const program = language === "shell" ? "/bin/sh" : process.execPath;
        const printed = execFileSync(program, ["program.mjs", "sales.csv", "ahead.csv"], { env, encoding: "utf8" });
        assert.equal(printed, stdout);
      }),
  );
}
