import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { close } from "../support/close.ts";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const rows = async (handle: string) =>
  (await runJson(["data", "transform", handle, "--action", "convert", "--to", "array", "--max-rows", "all"])).document
    .array as (number | null)[];
const transform = async (handle: string, ...argv: string[]) =>
  (await runJson(["data", "transform", handle, ...argv])).document;

test("log, difference and standardize are undone by invert, whatever the numbers", async () => {
  const numbers = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 4, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      numbers,
      fc.constantFrom(
        ["log"],
        ["log", "--offset", "3"],
        ["difference"],
        ["difference", "--lags", "2,1"],
        ["standardize"],
      ),
      async (y, action) => {
        const loaded = await runJson(["data", "load", "-", "--format", "json"], { stdin: JSON.stringify({ y }) });
        const made = await transform(String(loaded.document.handle), "--action", ...action);
        if (made.error_type === "NoSpread") return;
        const back = await transform(String(made.handle), "--action", "invert");
        const scale = Math.max(...y);
        for (const [i, value] of (await rows(String(back.handle))).entries())
          close(Number(value) / scale, y[i] / scale, 1e-9);
      },
    ),
    { numRuns: 40 },
  );
});

test("differences at lags 12 and 1 of airline: the first is 126 − 118 − (115 − 112) = 5", async () => {
  const made = await transform("demo:airline", "--action", "difference", "--lags", "12,1");
  const values = await rows(String(made.handle));
  // y_14 − y_2 − (y_13 − y_1) with y = 112, 118, …, 115, 126.
  assert.deepEqual([values[0], values.length], [5, 131]);
});

for (const words of [
  ["--lags", "3"],
  ["--action", "log", "--method", "linear"],
  ["--action", "invert", "--no-sort"],
]) {
  test(`an option of another action is a bad call, not ignored: ${words.join(" ")}`, async () => {
    const { exit, stderr } = await runCli(["data", "transform", "demo:airline", ...words]);
    assert.deepEqual([exit, /is an option of action/.test(stderr)], [2, true], stderr);
  });
}

test("putting in order loses no row that was there, and says what it made", async () => {
  const labels = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(labels, async (days) => {
      const data = { day: days, y: days.map((day) => day * 10) };
      const loaded = await runJson(["data", "load", "-", "--format", "json"], { stdin: JSON.stringify(data) });
      const made = await transform(String(loaded.document.handle));
      if (made.result_kind === "refusal") {
        assert.equal(made.error_type, "IrregularIndex");
        return;
      }
      const { document } = await runJson([
        "data",
        "transform",
        String(made.handle),
        "--action",
        "convert",
        "--to",
        "columns",
        "--max-rows",
        "all",
      ]);
      const columns = document.columns as { day: number[]; y: number[] };
      for (const day of days) assert.equal(columns.y[columns.day.indexOf(day)], day * 10);
      const inserted =
        (made.changes as { change: string; n: number }[]).find(({ change }) => change === "rows_inserted")?.n ?? 0;
      assert.equal(columns.day.length, days.length + inserted);
      assert.equal((made.series as { n_filled: number }).n_filled, inserted);
    }),
    { numRuns: 40 },
  );
});

test("a causal fill uses nothing later: cutting the end of a series does not change what was filled before", async () => {
  const y = [1, null, null, 4, null, 6];
  const filled = async (values: (number | null)[], ...method: string[]) => {
    const { document } = await runJson(["data", "load", "-", "--format", "json"], {
      stdin: JSON.stringify({ y: values }),
    });
    const made = await transform(String(document.handle), ...method);
    return { values: await rows(String(made.handle)), causal: made.causal };
  };
  assert.deepEqual(await filled(y), { values: [1, 1, 1, 4, 4, 6], causal: true });
  assert.deepEqual((await filled(y.slice(0, 3))).values, [1, 1, 1]);
  assert.deepEqual(await filled(y, "--method", "linear"), { values: [1, 2, 3, 4, 5, 6], causal: false });
  assert.deepEqual((await filled([null, 2, null], "--method", "bfill")).values, [2, 2, null]);
  assert.deepEqual((await filled([null, 2, null], "--method", "constant", "--fill-value", "-1")).values, [-1, 2, -1]);
  assert.deepEqual((await filled([null, 2, null])).values, [null, 2, 2]);
});

test("a value that no fill can make is told, also where it is the only one, and its refusal names a way that helps", async () => {
  await inFolder({ "y.csv": "date,y\n2024-01-01,\n2024-01-02,2\n2024-01-03,3\n" }, async () => {
    const made = await transform("y.csv");
    assert.deepEqual(made.changes, [
      { change: "values_filled", column: "y", n: 0, detail: "ffill; 1 stays missing: no value stands before" },
    ]);
    const refused = (await runJson(["forecast", "predict", String(made.handle), "--spec", "naive"])).document;
    const way = /liquet (data transform \S+ --action format --method) bfill\|constant/.exec(String(refused.cause));
    assert.ok(way, String(refused.cause));
    const helped = await runJson([...way[1].split(" "), "bfill"]);
    assert.deepEqual(await rows(String(helped.document.handle)), [2, 2, 3]);
  });
  await inFolder({ "y.csv": "date,y,z\n2024-01-01,,1\n2024-01-02,,2\n" }, async () => {
    const handle = (await runJson(["data", "load", "y.csv", "--target-column", "y"])).document.handle;
    const refused = (await runJson(["forecast", "predict", String(handle), "--spec", "naive"])).document;
    assert.match(String(refused.cause), /2 of 2 values .*; load a column that holds values$/);
  });
});

test("what repeated labels become is said by the caller, never chosen", async () => {
  await inFolder({ "y.csv": "date,y\n2024-01-02,5\n2024-01-01,1\n2024-01-02,7\n" }, async () => {
    assert.equal((await transform("y.csv")).error_type, "DuplicateTimestamps");
    const values = async (rule: string) => rows(String((await transform("y.csv", "--remove-duplicates", rule)).handle));
    assert.deepEqual(await values("first"), [1, 5]);
    assert.deepEqual(await values("last"), [1, 7]);
    assert.deepEqual(await values("mean"), [1, 6]);
    assert.deepEqual(await values("sum"), [1, 12]);
    assert.equal((await transform("y.csv", "--no-sort")).error_type, "NonMonotonicIndex");
    assert.equal((await runJson(["data", "split", "y.csv", "--fh", "1"])).document.error_type, "NonMonotonicIndex");
  });
});

test("one label far from the rest does not become a million rows", async () => {
  await inFolder({ "y.csv": "date,y\n2024-01-01,1\n2024-01-02,2\n2924-01-03,3\n" }, async () => {
    const refused = await transform("y.csv");
    assert.equal(refused.error_type, "IrregularIndex");
    assert.match(String(refused.cause), /the grid would have 328721 rows/);
  });
});

test("values that are missing, not positive or too few are refused with their numbers", async () => {
  await inFolder({ "y.csv": "date,y\n2024-01-01,1\n2024-01-02,\n2024-01-03,0\n" }, async () => {
    const missing = await transform("y.csv", "--action", "log");
    assert.equal(missing.error_type, "MissingValues");
    assert.match(String(missing.cause), /1 of 3 values .* first at 2024-01-02 \(data row 2\)/);
  });
  assert.equal((await transform("demo:sunspot_year", "--action", "log")).error_type, "NonPositiveValues");
  assert.equal(
    (await transform("demo:shampoo_sales", "--action", "difference", "--lags", "36")).error_type,
    "SeriesTooShort",
  );
  assert.equal((await transform("demo:bumps", "--action", "log")).error_type, "WrongLayout");
  assert.equal((await transform("demo:airline", "--action", "invert")).error_type, "NotReversible");
});

test("a split keeps labels, spacing and explaining columns; floor(144 × 0.2) = 28", async () => {
  const { document } = await runJson(["data", "split", "demo:longley", "--test-size", "0.25"]);
  assert.deepEqual([document.train_size, document.n_test, document.cutoff], [12, 4, "1958"]);
  const test = (await runJson(["data", "inspect", String(document.test_handle), "--max-items", "1"])).document;
  assert.deepEqual((test.head as object[])[0], {
    year: 1959,
    TOTEMP: 68655,
    GNPDEFL: 112.6,
    GNP: 482704,
    UNEMP: 3813,
    ARMED: 2552,
    POP: 123366,
  });
  assert.equal((await runJson(["data", "split", "demo:airline", "--test-size", "0.2"])).document.n_test, 28);
  assert.equal((await runCli(["data", "split", "demo:airline"])).exit, 2);
});

test("what is saved reads back as the same rows in every format", async () => {
  await inFolder(
    {
      "hours.json":
        '[{"t":"2024-03-31T00:30:00+01:00","y":0.1,"x":1e-7},{"t":"2024-03-31T01:30:00+01:00","y":null,"x":3}]',
    },
    async () => {
      const loaded = await runJson(["data", "load", "hours.json", "--target-column", "y", "--exog-columns", "x"]);
      const digestOf = (document: Record<string, unknown>) => (document.provenance as { sha256: string }[])[0].sha256;
      const cases: [string, string[], string][] = [
        [String(loaded.document.handle), ["--target-column", "y", "--exog-columns", "x"], digestOf(loaded.document)],
        ["demo:airline", [], ""],
        [
          "demo:longley",
          [
            "--target-column",
            "TOTEMP",
            ...["GNPDEFL", "GNP", "UNEMP", "ARMED", "POP"].flatMap((name) => ["--exog-columns", name]),
          ],
          "",
        ],
        ["demo:johnson_johnson", [], ""],
        ["demo:bumps", ["--as", "curves"], ""],
      ];
      for (const [ref, flags, known] of cases) {
        const want = known || digestOf((await runJson(["data", "inspect", ref])).document);
        for (const format of ["csv", "parquet", "json"]) {
          const path = `out/${ref.replace(/\W/g, "")}.${format}`;
          assert.equal((await runCli(["data", "save", ref, path])).exit, 0);
          assert.equal(digestOf((await runJson(["data", "load", path, ...flags])).document), want, path);
        }
      }
      assert.match((await runCli(["data", "save", "demo:airline", "out/demoairline.csv"])).stderr, /exists/);
    },
  );
});

test("a figure of several lines is one SVG; of many curves they are counted", async () => {
  await inFolder({}, async () => {
    const { document } = await runJson([
      "data",
      "plot",
      "demo:uk_gas",
      "demo:johnson_johnson",
      "--svg",
      "--out",
      "both.svg",
    ]);
    const svg = readFileSync("both.svg", "utf8");
    assert.equal(document.svg, svg);
    assert.equal(svg.match(/<path class="line"[^>]*d="M[^"]*L/g)?.length, 2);
    assert.match(svg, /^<svg [^>]*aria-labelledby/);
    assert.doesNotMatch(svg, /NaN|Infinity/);
    assert.equal((await runCli(["data", "plot", "demo:bumps", "--out", "bumps.gif"])).exit, 2);
    assert.equal((await runCli(["data", "plot", "demo:bumps", "--labels", "a", "--labels", "b"])).exit, 2);
  });
});
