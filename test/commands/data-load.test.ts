import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

interface Series {
  n_rows: number;
  index: { kind: string; column: string | null; tz: string | null; first: string; last: string };
  frequency: string | null;
  frequency_reason?: string;
  target: { name: string; n_missing: number; n_infinite: number };
  exog: { name: string }[];
  checks: {
    n_gaps: number;
    n_missing_labels: number;
    n_duplicate_labels: number;
    n_backward: number;
    utc_offsets_min: number[];
  };
}
const data = process.env.LIQUET_DATA;

async function load(
  content: string,
  ...flags: string[]
): Promise<{ series: Series; document: Record<string, unknown> }> {
  return inFolder({ "y.csv": content }, async () => {
    const { document } = await runJson(["data", "load", "y.csv", ...flags]);
    return { series: document.series as Series, document };
  });
}
const dated = (dates: string[]) => `date,y\n${dates.map((date, i) => `${date},${i}`).join("\n")}\n`;
const refused = async (content: string, ...flags: string[]): Promise<[string, string, string]> => {
  const { document } = await load(content, ...flags);
  return [String(document.error_type), (document.details as { check: string })?.check, String(document.cause)];
};

test("monthly values dated on the 15th with one gap keep every label: none becomes missing, none moves (sktime-mcp 556)", async () => {
  const { series } = await load(dated(["2024-01-15", "2024-02-15", "2024-04-15", "2024-05-15"]));
  assert.deepEqual([series.frequency, series.n_rows, series.target.n_missing], ["M@15", 4, 0]);
  assert.deepEqual([series.checks.n_gaps, series.checks.n_missing_labels], [1, 1]);
  assert.equal(series.index.first, "2024-01-15");
});

test("fortnights that jitter are irregular, not daily (sktime-mcp 313)", async () => {
  const { series } = await load(dated(["2024-01-01", "2024-01-14", "2024-01-29", "2024-02-12"]));
  assert.equal(series.frequency, null);
  assert.match(series.frequency_reason ?? "", /no one spacing/);
});

for (const [text, dates] of [
  ["D", ["2024-01-01", "2024-01-02"]],
  ["2W-MON", ["2024-01-01", "2024-01-15", "2024-01-29"]],
  ["W-WED", ["2024-01-03", "2024-01-10", "2024-01-24"]],
  ["B", ["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"]],
  ["ME", ["2024-01-31", "2024-02-29", "2024-03-31"]],
  ["QE-DEC", ["2023-12-31", "2024-03-31", "2024-06-30"]],
  ["QS-JAN", ["1970-Q1", "1970-Q2", "1970-Q4"]],
  ["YS-JAN", ["2001-01-01", "2002-01-01", "2003-01-01"]],
  ["YE-JUN", ["2001-06-30", "2002-06-30"]],
  ["15min", ["2024-01-01 00:30", "2024-01-01 00:45", "2024-01-01 01:15"]],
  ["step 0.25", ["0.25", "0.5", "1"]],
  ["MS", ["Jan 1991", "Feb 1991", "Mar 1991"]],
] as const) {
  test(`${dates.slice(0, 3).join(", ")} stands on ${text}`, async () => {
    assert.equal((await load(dated([...dates]))).series.frequency, text);
  });
}

test("one row has no spacing and is loaded all the same", async () => {
  const { series } = await load(dated(["2024-01-01"]));
  assert.deepEqual([series.n_rows, series.frequency, series.frequency_reason], [1, null, "one label has no spacing"]);
});

test("days of a zone are days when its clocks change: 23 hours in March", async () => {
  const days = ["2024-03-30T00:00:00", "2024-03-31T00:00:00", "2024-04-01T00:00:00", "2024-04-02T00:00:00"];
  const { series } = await load(dated(days), "--tz", "Europe/Berlin");
  assert.deepEqual([series.frequency, series.index.kind, series.index.first], ["D", "instant", "2024-03-29T23:00:00Z"]);
  assert.equal(
    (await load(dated(["2024-03-31 01:00", "2024-03-31 02:30"]), "--tz", "Europe/Berlin")).document.error_type,
    "SchemaError",
  );
});

test("offsets that differ are told; labels with and without offset are refused with the row", async () => {
  const { series } = await load(dated(["2024-01-01T00:00:00+01:00", "2024-01-01T02:00:00+02:00"]));
  assert.deepEqual([series.index.kind, series.checks.utc_offsets_min], ["instant", [60, 120]]);
  const [name, check, cause] = await refused(dated(["2024-01-01T00:00:00Z", "2024-01-02T00:00:00"]));
  assert.deepEqual([name, check], ["SchemaError", "mixed_offsets"]);
  assert.match(cause, /data row 2/);
});

test("more than one column of numbers needs a target; text in it is refused with its row, missing words are counted", async () => {
  assert.deepEqual((await refused("t,a,b\n1,2,3\n")).slice(0, 2), ["SchemaError", "target_column"]);
  const [name, check, cause] = await refused("t,a\n1,2\n2,two\n3,4\n", "--target-column", "a");
  assert.deepEqual([name, check], ["SchemaError", "column_type"]);
  assert.match(cause, /'two' in data row 2/);
  const { series } = await load("t,a\n1,2\n2,NA\n3,n.a.\n4,inf\n", "--na", "n.a.");
  assert.deepEqual([series.target.n_missing, series.target.n_infinite], [2, 1]);
});

test("a header that names few columns may be a title: the refusal says so, and shows names that are empty", async () => {
  const [, check, cause] = await refused("Report,,\nmonth,sold,price\n2024-01,1,2\n2024-02,3,4\n");
  assert.equal(check, "target_column");
  assert.match(cause, /no column of Report, '', '' holds numbers alone; where the header stands lower, take out the/);
  assert.doesNotMatch((await refused(",b,c\n1,x,x\nx,2,3\n"))[2], /lower/);
});

test("a column that was named and is not there is refused with the nearest, for target, labels and explaining columns", async () => {
  for (const flag of ["--target-column", "--time-column", "--exog-columns"]) {
    const [name, check, cause] = await refused("date,value\n2024-01-01,1\n", flag, "vaule");
    assert.deepEqual([name, check], ["SchemaError", "column_missing"]);
    assert.match(cause, /did you mean 'value'/);
  }
});

test("a stated frequency is held against the labels and never imposed", async () => {
  const daily = dated(["2024-01-01", "2024-01-02", "2024-01-04"]);
  assert.equal((await load(daily, "--frequency", "D")).series.checks.n_missing_labels, 1);
  assert.equal((await refused(daily, "--frequency", "MS"))[0], "IrregularIndex");
  await inFolder({ "y.csv": daily }, async () => {
    assert.match(
      (await runCli(["data", "load", "y.csv", "--frequency", "fortnight"])).stderr,
      /^error: frequency: 'fortnight'/,
    );
    assert.match(
      (await runCli(["data", "load", "y.csv", "--frequency", "step 1"])).stderr,
      /^error: frequency: .*labels are times/,
    );
  });
});

test("order, repeats and an empty file: told, told, refused", async () => {
  const { series } = await load(dated(["2024-01-02", "2024-01-01", "2024-01-02"]));
  assert.deepEqual([series.checks.n_backward, series.checks.n_duplicate_labels], [1, 1]);
  assert.equal((await refused("date,y\n"))[1], "rows");
  assert.equal((await refused("date,y,z\n"))[1], "rows", "and no question which column is meant");
  assert.equal((await refused(""))[1], "header");
});

test("German numbers and a separator are read when they are named", async () => {
  const { document } = await load(
    "Tag;Wert\n01.02.2024;1.234,5\n02.02.2024;2,25\n",
    "--sep",
    ";",
    "--decimal",
    ",",
    "--thousands",
    ".",
    "--dayfirst",
    "--time-column",
    "Tag",
  );
  assert.equal((document.series as Series).index.first, "2024-02-01");
  assert.equal((document.series as Series).frequency, "D");
});

test("a file: URL names its file", async () => {
  await inFolder({ "y.csv": "date,y\n2024-01-01,1\n2024-01-02,2\n" }, async () => {
    const { document } = await runJson(["data", "load", pathToFileURL("y.csv").href]);
    assert.equal(document.handle, (await runJson(["data", "load", "y.csv"])).document.handle);
    assert.match(String(document.handle), /^data_/);
  });
});

test("options that mean nothing for what was asked are bad calls", async () => {
  await inFolder({ "y.csv": "curve,t,value\na,0,1\na,1,2\n" }, async () => {
    const error = async (...argv: string[]) => (await runCli(["data", "load", ...argv])).stderr;
    assert.match(
      await error("y.csv", "--as", "curves", "--frequency", "D"),
      /^error: frequency: does not apply to curves/,
    );
    assert.match(await error("y.csv", "--curve-column", "curve"), /^error: curve_column: does not apply to one series/);
    assert.match(await error("demo:airline", "--sep", ";"), /^error: source: 'demo:airline' has no options/);
    assert.match(await error("y.csv", "--query", "SELECT 1"), /^error: query: 'y.csv' is no database/);
    assert.match(await error("ftp://example.org/y.csv"), /^error: source: ftp:\/\/ is not read; name a file, or/);
    assert.match(await error("nothing.csv"), /^error: cannot open 'nothing.csv': no such file/);
    writeFileSync("y.dat", "a\n1\n");
    assert.match(await error("y.dat"), /^error: format: /);
    assert.match(await error("y.csv", "--sheet", "a"), /^error: sheet: does not apply to csv/);
    assert.match(await error("--data", '{"a":[1]}', "--sep", ";"), /^error: sep: does not apply to json/);
    assert.match(await error("data_zzz"), /^error: source: 'data_zzz' is neither a handle .* nor a file/);
    if (process.platform !== "win32") assert.match(await error("/dev/zero", "--format", "csv"), /not a regular file/);
    assert.match(await error("ftp://host/y.csv"), /^error: /);
    assert.match(await error("y.csv", "--data", '{"a":[1]}'), /^error: data: /);
  });
});

test("curves: long and wide give the same curves; grids that repeat, go back or are empty are refused by point", async () => {
  const long = "curve,t,value\na,0,0\na,0.5,1\na,1,2\nb,0,3\nb,0.5,4\nb,1,5\n";
  const wide = "t,a,b\n0,0,3\n0.5,1,4\n1,2,5\n";
  const [one, two] = [await load(long, "--as", "curves"), await load(wide, "--as", "curves")];
  assert.deepEqual(one.document.curves, two.document.curves);
  const digest = ({ document }: typeof one) => (document.provenance as { sha256: string }[])[0].sha256;
  assert.equal(digest(one), digest(two));
  const curves = (...rows: string[]) => refused(`curve,t,value\n${rows.join("\n")}\n`, "--as", "curves");
  assert.equal((await curves("a,0,1", "a,0,2"))[0], "DuplicateTimestamps");
  assert.equal((await curves("a,1,1", "a,0,2"))[0], "NonMonotonicIndex");
  assert.deepEqual((await curves("a,,1", "a,0,2")).slice(0, 2), ["SchemaError", "grid_finite"]);
  assert.deepEqual((await curves(",0,1")).slice(0, 2), ["SchemaError", "curve_name"]);
  assert.equal((await refused("t\n1\n", "--as", "curves"))[1], "curves");
  assert.equal((await refused("t,a,a\n1,2,3\n", "--as", "curves"))[1], "column_unique");
});

test("curves of lengths of their own are kept so, and a label must be one a curve", async () => {
  const { document } = await load("curve,t,value\nx,0,0\nx,1,2\nx,2,4\ny,0,0\ny,1,1\n", "--as", "curves");
  assert.deepEqual(
    (document.curves as { n_points_min: number; n_points_max: number; shared_grid: boolean }).shared_grid,
    false,
  );
  const mixed = "curve,t,value,kind\nx,0,0,p\nx,1,2,q\n";
  assert.equal((await refused(mixed, "--as", "curves", "--label-column", "kind"))[1], "curve_label");
});

test("real files load as they are", { skip: data === undefined && "LIQUET_DATA is not set" }, async () => {
  const loaded = async (file: string, ...flags: string[]) =>
    (await runJson(["data", "load", join(data ?? "", file), ...flags])).document;
  const weather = await loaded("fda/canadian_weather.csv", "--as", "curves");
  assert.deepEqual(weather.curves, {
    n_curves: 35,
    n_points_min: 365,
    n_points_max: 365,
    shared_grid: true,
    regular_grid: true,
    grid_min: 1,
    grid_max: 365,
    n_groups: 0,
    n_missing: 0,
    n_infinite: 0,
  });
  const growth = (await loaded("fda/growth.csv", "--as", "curves")).curves as {
    n_curves: number;
    regular_grid: boolean;
  };
  assert.deepEqual([growth.n_curves, growth.regular_grid], [93, false]);
  const series = async (file: string, ...flags: string[]) => (await loaded(file, ...flags)).series as Series;
  assert.equal((await series("r/AirPassengers.csv")).frequency, "MS");
  assert.equal((await series("classic/aeon/PBS_dataset.csv")).n_rows, 204);
  assert.equal((await series("classic/aeon/solar.csv")).frequency, "30min");
  const us = await series(
    "classic/aeon/Uschange.csv",
    "--target-column",
    "Consumption",
    "--exog-columns",
    "Income",
    "--exog-columns",
    "Savings",
  );
  assert.deepEqual([us.frequency, us.n_rows, us.exog.map(({ name }) => name)], ["QS-JAN", 187, ["Income", "Savings"]]);
});

test("demo series are the numbers that R ships", { skip: data === undefined && "LIQUET_DATA is not set" }, async () => {
  const names = {
    airline: "AirPassengers",
    nile: "Nile",
    lynx: "lynx",
    nottem: "nottem",
    uk_gas: "UKgas",
    lake_huron: "LakeHuron",
    us_acc_deaths: "USAccDeaths",
    www_usage: "WWWusage",
    johnson_johnson: "JohnsonJohnson",
    sunspot_year: "sunspot.year",
  };
  for (const [demo, file] of Object.entries(names)) {
    const { document } = await runJson([
      "data",
      "transform",
      `demo:${demo}`,
      "--action",
      "convert",
      "--to",
      "array",
      "--max-rows",
      "all",
    ]);
    const text = readFileSync(join(data ?? "", "r", `${file}.csv`), "utf8")
      .trim()
      .split("\n")
      .slice(1);
    assert.deepEqual(
      document.array,
      text.map((line) => Number(line.split(",")[1])),
      demo,
    );
  }
});

test("a format states the order of day and month, also where no name says which column holds the labels", async () => {
  const { series } = await load(
    "Datum;Umsatz\n02.01.2023;1\n03.01.2023;2\n04.01.2023;3\n",
    "--sep",
    ";",
    "--timestamp-format",
    "%d.%m.%Y",
  );
  assert.deepEqual([series.index.column, series.index.first], ["Datum", "2023-01-02"]);
});

test("columns that all explain leave none for the target, and the refusal says that", async () => {
  const [name, , cause] = await refused(
    "d,a,b\n2024-01,1,2\n2024-02,2,3\n",
    "--exog-columns",
    "a",
    "--exog-columns",
    "b",
  );
  assert.equal(name, "SchemaError");
  assert.match(cause, /no column is left for the target; load it with --target-column NAME/);
});

test("numbers written in another way are refused with the options that read them", async () => {
  const remedy = async (cell: string) => (await refused(`d;y\n2024-01;${cell}\n2024-02;${cell}\n`, "--sep", ";"))[2];
  assert.match(await remedy("1.001,92"), /say how numbers are written with --decimal ',' --thousands '.'$/);
  assert.match(await remedy("12,5"), /say how numbers are written with --decimal ','$/);
  assert.match(await remedy("high"), /or what means a missing value with --na$/);
});

test("a saved model that is taken for data is named, with what opens it", () =>
  inFolder({}, async () => {
    await runJson(["forecast", "save-model", "demo:nile", "m.json", "--spec", "naive"]);
    const { document } = await runJson(["forecast", "predict", "m.json"]);
    assert.match(String(document.cause), /m.json: is a saved model and no table; .*'liquet forecast load-model'/);
  }));

test("one row is refused for a spacing that nobody stated, and forecast where one was", () =>
  inFolder({ "one.csv": "d,v\n2024-01,5\n" }, async () => {
    const predict = ["--horizon", "1", "--mode", "point"];
    const { document } = await runJson(["forecast", "predict", "one.csv", ...predict]);
    assert.equal(
      document.cause,
      "one.csv: has no spacing to go on with; state one with --frequency when the data are loaded",
    );
    const { document: loaded } = await runJson(["data", "load", "one.csv", "--frequency", "MS"]);
    const told = await runJson(["forecast", "predict", String(loaded.handle), ...predict]);
    assert.match(JSON.stringify(told.document), /"time":"2024-02".*1 row is too few to estimate anything/);
  }));
