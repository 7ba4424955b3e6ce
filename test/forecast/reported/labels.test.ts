import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { dated, evidenceOf, forecastOf, loaded, months, refusedAs } from "../../support/forecast-calls.ts";

interface Loaded {
  handle: string;
  series: {
    n_rows: number;
    frequency: string | null;
    frequency_reason?: string;
    target: { n_missing: number };
    index: { first: string; last: string };
    checks: { n_missing_labels: number; utc_offsets_min: number[] };
  };
}

const times = async (source: string, spec: string, ...more: string[]) =>
  (await forecastOf(source, spec, "--mode", "point", ...more)).rows.map(({ time }) => time);

const AS_MEASURED: [string, string[], string, number][] = [
  ["months on the 15th", ["2024-01-15", "2024-02-15", "2024-04-15", "2024-05-15"], "2024-03-15", 4],
  ["Mondays", ["2024-01-01", "2024-01-08", "2024-01-22", "2024-01-29"], "2024-01-15", 4],
  ["half hours", ["2024-01-01 00:30", "2024-01-01 01:00", "2024-01-01 02:00"], "2024-01-01T01:30", 3],
];

for (const [what, dates, missing, n] of AS_MEASURED)
  test(`${what} with one gap keep every value, and putting them in order adds the one label that is missing (sktime-mcp 556)`, () =>
    inFolder({ "y.csv": dated(dates) }, async () => {
      const { series } = await evidenceOf<Loaded>("data", "load", "y.csv");
      assert.deepEqual([series.n_rows, series.target.n_missing, series.checks.n_missing_labels], [n, 0, 1]);
      await refusedAs("IrregularIndex", /1 label/, "forecast", "predict", "y.csv", "--spec", "naive");
      const put = await evidenceOf<{ handle: string }>("data", "transform", "y.csv", "--action", "format");
      const { records } = await evidenceOf<{ records: Record<string, unknown>[] }>(
        ...["data", "transform", put.handle, "--action", "convert", "--to", "records"],
      );
      const values = records.map((record) => record.y);
      assert.equal(records.length, n + 1);
      for (let value = 1; value <= n; value++) assert.ok(values.includes(value), `${value} is kept`);
      assert.ok(
        records.some((record) => String(record.d).startsWith(missing)),
        missing,
      );
    }));

test("fortnights of 13 to 15 days have no frequency, and nothing is made up between them (sktime-mcp 313)", () =>
  inFolder({ "y.csv": dated(["2024-01-01", "2024-01-14", "2024-01-29", "2024-02-12", "2024-02-26"]) }, async () => {
    const { series } = await evidenceOf<Loaded>("data", "load", "y.csv");
    assert.deepEqual([series.frequency, series.n_rows], [null, 5]);
    assert.match(series.frequency_reason ?? "", /spacing/);
    await refusedAs("IrregularIndex", /no one spacing|spacing/, "forecast", "predict", "y.csv", "--spec", "naive");
  }));

test("a monthly file of one's own goes from loading to a seasonal forecast (sktime-mcp 531)", () =>
  inFolder({ "y.csv": dated(months("2022-01", 24).map((month) => `${month}-01`)) }, async () => {
    assert.deepEqual(await times("y.csv", "NaiveForecaster(sp=12)", "--horizon", "2"), ["2024-01-01", "2024-02-01"]);
  }));

const GRIDS: [string, string[], string[]][] = [
  ["two days", ["2024-02-27", "2024-02-28"], ["2024-02-29", "2024-03-01"]],
  ["Wednesdays", ["2024-01-03", "2024-01-10", "2024-01-17"], ["2024-01-24", "2024-01-31"]],
  [
    "quarters of an hour",
    ["2024-01-01T23:30:00Z", "2024-01-01T23:45:00Z", "2024-01-02T00:00:00Z"],
    ["2024-01-02T00:15:00Z", "2024-01-02T00:30:00Z"],
  ],
  ["every third day", ["2024-01-01", "2024-01-04", "2024-01-07"], ["2024-01-10", "2024-01-13"]],
  ["every second month", ["2024-01-01", "2024-03-01", "2024-05-01"], ["2024-07-01", "2024-09-01"]],
  [
    "working days",
    ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"],
    ["2024-01-09", "2024-01-10"],
  ],
];

for (const [what, dates, next] of GRIDS)
  test(`${what} go on as they are (sktime 4405, 5131, 7953, 1405, 670)`, () =>
    inFolder({ "y.csv": dated(dates) }, async () => {
      assert.deepEqual(await times("y.csv", "naive", "--horizon", "2"), next);
    }));

test("a month is a month of the calendar, not 30 days: ends of months over a leap February (anofox-forecast 155)", () =>
  inFolder({ "y.csv": dated(["2023-10-31", "2023-11-30", "2023-12-31"]) }, async () => {
    assert.deepEqual(await times("y.csv", "naive", "--horizon", "4"), [
      "2024-01-31",
      "2024-02-29",
      "2024-03-31",
      "2024-04-30",
    ]);
  }));

test("gaps shift no season: a missing month is refused by its number until it is filled in so many words (mlforecast 458)", () => {
  const all = months("2022-01", 25);
  return inFolder({ "y.csv": dated(all.filter((month) => month !== "2023-05")) }, async () => {
    await refusedAs(
      "IrregularIndex",
      /1 label of the grid has no row, after 2023-04/,
      "forecast",
      "predict",
      "y.csv",
      "--spec",
      "SeasonalNaive(sp=12)",
    );
    const { handle } = await evidenceOf<{ handle: string }>("data", "transform", "y.csv", "--action", "format");
    const [first] = (await forecastOf(handle, "SeasonalNaive(sp=12)", "--horizon", "1")).rows;
    assert.equal(first.time, "2024-02");
    // The value of 2023-02, the 14th month.
    assert.equal(first.point, 14);
  });
});

test("days of a zone that carry offsets alone are told of --tz, with which they are days", () =>
  inFolder(
    { "days.csv": dated(["2024-03-30T12:00+01:00", "2024-03-31T12:00+02:00", "2024-04-01T12:00+02:00"]) },
    async () => {
      const advice =
        /where these are days of a zone whose clocks changed, load the data with --tz ZONE; else aggregate/;
      await refusedAs("IrregularIndex", advice, "forecast", "predict", "days.csv", "--spec", "naive");
      const days = await loaded("days.csv", "--tz", "Europe/Berlin");
      assert.deepEqual(await times(days, "naive", "--horizon", "1"), ["2024-04-02T10:00:00Z"]);
    },
  ));

test("hours of a day with 23 of them go on by the clock of the zone for days, by elapsed hours for hours (statsmodels 6671)", () =>
  inFolder(
    {
      "days.csv": dated(["2024-03-28T12:00", "2024-03-29T12:00", "2024-03-30T12:00"]),
      "hours.csv": dated(["2024-03-31T00:00", "2024-03-31T01:00", "2024-03-31T03:00", "2024-03-31T04:00"]),
    },
    async () => {
      const days = await loaded("days.csv", "--tz", "Europe/Berlin");
      const hours = await loaded("hours.csv", "--tz", "Europe/Berlin");
      assert.deepEqual(await times(days, "naive", "--horizon", "1"), ["2024-03-31T10:00:00Z"]);
      // 02:00 was skipped that day: the four labels are four hours in a row.
      assert.deepEqual(await times(hours, "naive", "--horizon", "1"), ["2024-03-31T03:00:00Z"]);
    },
  ));
