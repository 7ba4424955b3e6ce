import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { ingest } from "../../../src/io/ingest/ingest.ts";
import type { IngestRequest } from "../../../src/io/ingest/request.ts";
import { inFolder, metaJson } from "../../support/folder.ts";
import { open, rowsOf, runIngest } from "../../support/ingest.ts";

type Request = Partial<IngestRequest> & { source: string };
const META = metaJson("X");
const HEAD = "timestamp,value,quality\n";
const DAY = "2024-05-06T06:0";
const PLAIN = `${HEAD}${DAY}0:00Z,1,GOOD\n${DAY}1:00Z,2,BAD\n`;
const single = (more: Partial<IngestRequest> = {}): Request => ({
  source: "x.csv",
  out: "x.parquet",
  meta: "m.json",
  ...more,
});

/** A refusal or bad call, after which the folder holds what it held before. */
async function refused(files: Record<string, string | Uint8Array>, request: Request, kind: string, pattern: RegExp) {
  await inFolder({ "m.json": META, ...files }, async () => {
    const before = readdirSync(".", { recursive: true }).sort();
    await assert.rejects(runIngest(request), (error) => {
      assert.ok((error instanceof Refusal || error instanceof BadCall) && error.name === kind, String(error));
      assert.match(error.message, pattern);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    assert.deepEqual(readdirSync(".", { recursive: true }).sort(), before, "something was written");
  });
}

test("a single export becomes one archive of three columns, rows in file order", () =>
  inFolder(
    {
      "x.csv":
        `note,timestamp,value,quality\n,${DAY}0:00Z,1,GOOD\n?,${DAY}0:00Z,,192\n,${DAY}1:00+00:30,-2.5,\n`.replace(
          "1:00+00:30",
          "1:00Z",
        ),
      "m.json": META,
    },
    async () => {
      const report = await runIngest(single({ out: "deep/er/x.parquet" }));
      assert.deepEqual(report, {
        form: "single",
        archives: [
          {
            path: "deep/er/x.parquet",
            tag: "test:X",
            identity: { source_id: "test", point_id: "X" },
            rows: 3,
            first: "2024-05-06T06:00:00Z",
            last: "2024-05-06T06:01:00Z",
            quality_source: "column",
            quality_column: "quality",
            assumed_quality: null,
          },
        ],
        tz: null,
      });
      assert.deepEqual(await rowsOf("deep/er/x.parquet"), [
        ["2024-05-06T06:00:00Z", 1, "GOOD"],
        ["2024-05-06T06:00:00Z", null, "192"],
        ["2024-05-06T06:01:00Z", -2.5, null],
      ]);
    },
  ));

test("columns are named by the caller; one that is missing or there twice is refused", async () => {
  await inFolder({ "x.csv": `T,V,Q\n${DAY}0:00Z,1,GOOD\n`, "m.json": META }, async () => {
    await runIngest(single({ timestamp_col: "T", value_col: "V", quality_col: "Q" }));
    assert.equal((await rowsOf("x.parquet")).length, 1);
  });
  const x = { "x.csv": PLAIN };
  await refused(
    x,
    single({ value_col: "Value" }),
    "SchemaError",
    /no column 'Value' \(the header is timestamp, value, quality\); did you mean 'value'\?.*--value-col/,
  );
  await refused(x, single({ quality_col: "status" }), "SchemaError", /no column 'status'/);
  await refused(
    { "x.csv": `timestamp,value,value\n${DAY}0:00Z,1,2\n` },
    single({ assume_quality: "GOOD" }),
    "SchemaError",
    /'value' more than once/,
  );
});

test("quality is read or assumed: both and neither are refused", async () => {
  await refused(
    { "x.csv": PLAIN },
    single({ assume_quality: "GOOD" }),
    "SchemaError",
    /quality column 'quality' is there and --assume-quality/,
  );
  await refused(
    { "x.csv": `timestamp,value\n${DAY}0:00Z,1\n` },
    single(),
    "SchemaError",
    /no quality column .*--assume-quality/,
  );
});

test("an assumed quality is stored in every row, marked in the archive and warned of", () =>
  inFolder({ "x.csv": `timestamp,value\n${DAY}0:00Z,1\n`, "m.json": META }, async () => {
    const log: string[] = [];
    const report = await runIngest(single({ assume_quality: "UNCERTAIN" }), log);
    assert.deepEqual(
      [report.archives?.[0].quality_source, report.archives?.[0].assumed_quality],
      ["assumed", "UNCERTAIN"],
    );
    assert.match(log.join(), /^warning: quality UNCERTAIN is assumed/);
    assert.deepEqual(await rowsOf("x.parquet"), [["2024-05-06T06:00:00Z", 1, "UNCERTAIN"]]);
    assert.equal((await open("x.parquet")).meta.quality_assumed, true);
  }));

test("metadata that already say quality was assumed make the source 'assumed', by no word of this call", () =>
  inFolder({ "x.csv": PLAIN, "m.json": metaJson("X", { quality_assumed: true }) }, async () => {
    const [archive] = (await runIngest(single())).archives ?? [];
    assert.deepEqual([archive.quality_source, archive.assumed_quality], ["assumed", null]);
  }));

test("text in the value column must be declared: every string is listed with its rows and an example", () =>
  refused(
    {
      "x.csv": `${HEAD}${DAY}0:00Z,1,GOOD\n${DAY}1:00Z,Bad Input,GOOD\n${DAY}2:00Z,No Data,GOOD\n${DAY}3:00Z,No Data,GOOD\n`,
    },
    single(),
    "SchemaError",
    /test:X: .*'No Data' \(2 rows\), 'Bad Input' \(1 row\); .*\{"quality_codes":\{"No Data":"BAD","Bad Input":"BAD"\}\}/,
  ));

test("declared text is stored verbatim among numbers, and a MODE tag keeps any text", () =>
  inFolder(
    {
      "x.csv": `${HEAD}${DAY}0:00Z,41.25,GOOD\n${DAY}1:00Z,I/O Timeout,GOOD\n${DAY}2:00Z,0042,GOOD\n`,
      "m.json": metaJson("X", { quality_codes: { "i/o timeout": "BAD" } }),
      "mode.json": metaJson("M", { role: "MODE" }),
      "mode.csv": `${HEAD}${DAY}0:00Z,AUTO,GOOD\n${DAY}1:00Z,,GOOD\n`,
    },
    async () => {
      await runIngest(single());
      assert.deepEqual(
        (await rowsOf("x.parquet")).map(([, v]) => v),
        [41.25, "I/O Timeout", 42],
      );
      await runIngest({ source: "mode.csv", out: "mode.parquet", meta: "mode.json" });
      assert.deepEqual(
        (await rowsOf("mode.parquet")).map(([, v]) => v),
        ["AUTO", null],
      );
    },
  ));

test("words that other tools drop stay text unless --na names them", async () => {
  const csv = `${HEAD}${DAY}0:00Z,None,GOOD\n${DAY}1:00Z,N/A,NA\n${DAY}2:00Z,NaN,GOOD\n${DAY}3:00Z,,GOOD\n`;
  await refused({ "x.csv": csv }, single(), "SchemaError", /'N\/A' \(1 row\), 'NaN' \(1 row\), 'None' \(1 row\)/);
  await inFolder({ "x.csv": csv, "m.json": META }, async () => {
    await runIngest(single({ na: ["None", "N/A", "NaN", "NA"] }));
    assert.deepEqual(
      (await rowsOf("x.parquet")).map(([, v, q]) => [v, q]),
      [
        [null, "GOOD"],
        [null, null],
        [null, "GOOD"],
        [null, "GOOD"],
      ],
    );
  });
});

test("a digital-state number that the metadata declare GOOD is a contradiction", async () => {
  const codes = (code: string) => ({ "m.json": metaJson("X", { quality_codes: { [code]: "GOOD" } }) });
  const csv = (code: string) => `${HEAD}${DAY}0:00Z,1,${code}\n`;
  await refused(
    { "x.csv": csv("249"), ...codes("249") },
    single(),
    "SchemaError",
    /declare '249' GOOD, but 249 is the digital state/,
  );
  await refused({ "x.csv": csv("257.0"), ...codes("257") }, single(), "SchemaError", /257 is the digital state/);
  await refused({ "x.csv": csv("0"), ...codes("248.0") }, single(), "SchemaError", /248 is the digital state/);
});

test("an existing archive is a bad call, and is replaced whole with --overwrite", async () => {
  await refused({ "x.csv": PLAIN, "x.parquet": "old" }, single(), "BadCall", /'x\.parquet' exists/);
  await inFolder({ "x.csv": PLAIN, "x.parquet": "old", "m.json": META }, async () => {
    await runIngest(single({ overwrite: true }));
    assert.equal((await rowsOf("x.parquet")).length, 2);
    assert.deepEqual(readdirSync(".").sort(), ["m.json", "x.csv", "x.parquet"]);
  });
  await inFolder({ "x.csv": `${HEAD}${DAY}0:00Z,?,GOOD\n`, "x.parquet": "old", "m.json": META }, async () => {
    await assert.rejects(runIngest(single({ overwrite: true })), Refusal);
    assert.equal(readFileSync("x.parquet", "utf8"), "old");
  });
});

test("paths that cannot be opened are bad calls that name them", async () => {
  await refused({}, single({ source: "none.csv" }), "BadCall", /cannot open 'none\.csv': no such file/);
  await refused(
    { "x.csv": PLAIN },
    single({ meta: "none.json" }),
    "BadCall",
    /cannot open 'none\.json': no such file; 'liquet ingest x\.csv --init-meta none\.json'/,
  );
  await refused(
    { "x.csv": PLAIN, file: "" },
    single({ out: "file/x.parquet" }),
    "BadCall",
    /cannot write 'file\/x\.parquet'/,
  );
});

test("an unknown zone is a bad call before any file is opened", () =>
  refused(
    {},
    single({ source: "none.csv", tz: "Europe/Atlantis" }),
    "BadCall",
    /unknown time zone 'Europe\/Atlantis'/,
  ));

test("a file of another kind is refused", () =>
  refused(
    { "x.xlsx": "PK" },
    single({ source: "x.xlsx" }),
    "SchemaError",
    /x\.xlsx: '\.xlsx' is no kind of export that is read; name a \.csv, \.parquet or \.pq file/,
  ));

test("malformed metadata are refused by their file's name", () =>
  refused(
    { "x.csv": PLAIN, "m.json": '{"unit":"bar"}' },
    single(),
    "SchemaError",
    /^m\.json: unknown key 'unit'; did you mean 'unit_raw'\?/,
  ));

test("time that runs backwards is refused with the data row and both stamps; repeats are kept", async () => {
  await refused(
    { "x.csv": `${HEAD}${DAY}0:00Z,1,GOOD\n${DAY}2:00Z,2,GOOD\n${DAY}1:00Z,3,GOOD\n` },
    single(),
    "NonMonotonicIndex",
    /x\.csv: data row 3 \(2024-05-06T06:01:00Z\) precedes the row before it \(2024-05-06T06:02:00Z\)/,
  );
});

const LONG = `Tag,timestamp,value,quality
A,${DAY}0:00Z,1,GOOD
B,${DAY}0:00Z,10,GOOD
A,${DAY}1:00Z,2,GOOD
B,${DAY}1:00Z,20,GOOD
`;

test("an export of several tags is no single series: the column that names them is found", async () => {
  await refused(
    { "x.csv": LONG },
    single(),
    "SchemaError",
    /column 'Tag' splits the 4 rows \(2 repeated timestamps\) into 2 series.*pass --tag-col 'Tag'/,
  );
  const oneAfterTheOther = LONG.split("\n")
    .filter(Boolean)
    .sort((a, b) => (a[0] === "T" ? -1 : b[0] === "T" ? 1 : a < b ? -1 : 1))
    .join("\n");
  await refused({ "x.csv": oneAfterTheOther }, single(), "SchemaError", /\(1 step back\) into 2 series/);
  const staggered = `Tag,timestamp,value,quality\nA,${DAY}0:00Z,1,GOOD\nB,${DAY}1:00Z,1,GOOD\nA,${DAY}2:00Z,1,GOOD\nB,${DAY}3:00Z,1,GOOD\n`;
  await refused({ "x.csv": staggered }, single(), "SchemaError", /column 'Tag' splits the 4 rows into 2 series/);
});

for (const [what, columns] of [
  ["a shift that changes now and then", ["A", "A", "A", "B", "B", "B", "A", "A"]],
  ["a running number", ["1", "2", "3", "4", "5", "6", "7", "8"]],
  ["a measurement", ["1.5", "2.5", "1.5", "2.5", "1.5", "2.5", "1.5", "2.5"]],
  ["whole numbers with a gap, as a measurement has", ["1", "2", "1", "2", "", "2", "1", "2"]],
  ["a comment here and there", ["", "", "late", "", "", "late", "", ""]],
] as const) {
  test(`${what} does not make an export several tags`, () =>
    inFolder(
      { "x.csv": `c,${HEAD}${columns.map((c, i) => `${c},${DAY}${i}:00Z,1,GOOD\n`).join("")}`, "m.json": META },
      async () => {
        assert.equal((await runIngest(single())).archives?.[0].rows, 8);
      },
    ));
}

test("a long export becomes one archive a tag, in order of first appearance, each with its own types and order", () =>
  inFolder(
    {
      "x.csv": `Tag,timestamp,value,quality\nB,${DAY}5:00Z,AUTO,GOOD\nA/1,${DAY}1:00Z,1,GOOD\nB,${DAY}6:00Z,7,BAD\nA/1,${DAY}1:00Z,2,GOOD\n`,
      "meta/A_1.json": metaJson("A/1"),
      "meta/B.json": metaJson("Bravo", { role: "MODE" }),
    },
    async () => {
      const report = await runIngest({ source: "x.csv", tag_col: "Tag", out: "out", meta_dir: "meta" });
      assert.deepEqual(
        report.archives?.map(({ path, rows }) => [path, rows]),
        [
          ["out/Bravo.parquet", 2],
          ["out/A_1.parquet", 2],
        ],
      );
      assert.deepEqual(await rowsOf("out/Bravo.parquet"), [
        ["2024-05-06T06:05:00Z", "AUTO", "GOOD"],
        ["2024-05-06T06:06:00Z", 7, "BAD"],
      ]);
      assert.deepEqual(await rowsOf("out/A_1.parquet"), [
        ["2024-05-06T06:01:00Z", 1, "GOOD"],
        ["2024-05-06T06:01:00Z", 2, "GOOD"],
      ]);
    },
  ));

test("a long export with blank tags is refused with their count", () =>
  refused(
    { "x.csv": LONG.replaceAll("B,", ","), "meta/A.json": metaJson("A") },
    { source: "x.csv", tag_col: "Tag", out: "out", meta_dir: "meta" },
    "SchemaError",
    /the tag column is blank in 2 rows, first in data row 2/,
  ));

const WIDE = `timestamp,FI,FI_q,TI,TI_q\n${DAY}0:00Z,1,GOOD,10,BAD\n${DAY}1:00Z,,GOOD,11,GOOD\n`;
const METAS = { "meta/FI.json": metaJson("FI"), "meta/TI.json": metaJson("TI") };
const wide = (more: Partial<IngestRequest> = {}): Request => ({
  source: "x.csv",
  wide: true,
  out: "out",
  meta_dir: "meta",
  quality_suffix: "_q",
  ...more,
});

test("a wide export becomes one archive a column, blank cells kept as rows without a value", () =>
  inFolder({ "x.csv": WIDE, ...METAS }, async () => {
    const report = await runIngest(wide());
    assert.deepEqual(
      report.archives?.map(({ path }) => path),
      ["out/FI.parquet", "out/TI.parquet"],
    );
    assert.deepEqual(
      (await rowsOf("out/FI.parquet")).map(([, v, q]) => [v, q]),
      [
        [1, "GOOD"],
        [null, "GOOD"],
      ],
    );
    assert.deepEqual(
      (await rowsOf("out/TI.parquet")).map(([, v, q]) => [v, q]),
      [
        [10, "BAD"],
        [11, "GOOD"],
      ],
    );
  }));

test("a wide export needs exactly one of a quality suffix and an assumed quality, and a column for each tag", async () => {
  await refused(
    { "x.csv": WIDE, ...METAS },
    wide({ quality_suffix: undefined }),
    "SchemaError",
    /no quality column.*--quality-suffix/,
  );
  await refused({ "x.csv": WIDE, ...METAS }, wide({ assume_quality: "GOOD" }), "SchemaError", /drop one of the two/);
  await refused({ "x.csv": WIDE.replace("TI_q", "note"), ...METAS }, wide(), "SchemaError", /no column 'TI_q'/);
});

test("--tags chooses; a tag that is not there is refused", async () => {
  await inFolder({ "x.csv": WIDE, ...METAS }, async () => {
    assert.deepEqual(
      (await runIngest(wide({ tags: ["TI"] }))).archives?.map(({ tag }) => tag),
      ["test:TI"],
    );
    assert.deepEqual((await runIngest(wide({ tags: ["FI,TI"], overwrite: true }))).archives?.length, 2);
  });
  await refused(
    { "x.csv": WIDE, ...METAS },
    wide({ tags: ["PI"] }),
    "SchemaError",
    /holds no tag 'PI' \(its tags are FI, TI\)/,
  );
});

test("every tag is checked before the first archive is written", async () => {
  await refused({ "x.csv": WIDE.replace("11", "Bad"), ...METAS }, wide(), "SchemaError", /test:TI: .*'Bad' \(1 row\)/);
  await refused({ "x.csv": WIDE, ...METAS, "out/TI.parquet": "old" }, wide(), "BadCall", /'out\/TI\.parquet' exists/);
  await refused(
    { "x.csv": WIDE, "meta/FI.json": metaJson("FI") },
    wide(),
    "BadCall",
    /holds no 'TI\.json' \(1 of 2 tags have no metadata\); write templates with init_meta/,
  );
});

test("two tags that come to one file are a bad call, letter case or not", async () => {
  const metas = (a: string, b: string) => ({ "meta/FI.json": metaJson(a), "meta/TI.json": metaJson(b) });
  await refused(
    { "x.csv": WIDE, ...metas("P:1", "P?1") },
    wide(),
    "BadCall",
    /'P:1' and 'P\?1' would both be written to 'P_1\.parquet'/,
  );
  await refused({ "x.csv": WIDE, ...metas("Flow", "FLOW") }, wide(), "BadCall", /would both be written/);
});

test("a hundred columns are written in several passes", () => {
  const tags = Array.from({ length: 100 }, (_, i) => `T${i}`);
  const rows = [0, 1].map((r) => `${DAY}${r}:00Z,${tags.map((_, i) => i * 10 + r).join(",")}\n`).join("");
  const metas = Object.fromEntries(tags.map((tag) => [`meta/${tag}.json`, metaJson(tag)]));
  return inFolder({ "x.csv": `timestamp,${tags.join(",")}\n${rows}`, ...metas }, async () => {
    const report = await runIngest(wide({ quality_suffix: undefined, assume_quality: "GOOD" }));
    assert.equal(report.archives?.length, 100);
    for (const i of [0, 31, 32, 99])
      assert.deepEqual(
        (await rowsOf(`out/T${i}.parquet`)).map(([, v]) => v),
        [i * 10, i * 10 + 1],
      );
  });
});

test("local times are stored in UTC and the zone is reported; --tz with offsets is not used", () =>
  inFolder({ "x.csv": `${HEAD}2026-10-28 06:00:00,1,GOOD\n`, "y.csv": PLAIN, "m.json": META }, async () => {
    assert.equal((await runIngest(single({ tz: "Europe/Berlin" }))).tz, "Europe/Berlin");
    assert.equal((await rowsOf("x.parquet"))[0][0], "2026-10-28T05:00:00Z");
    assert.equal(
      (await runIngest({ source: "y.csv", out: "y.parquet", meta: "m.json", tz: "Europe/Berlin" })).tz,
      null,
    );
  }));

test("the repeated hour of a long export is settled tag by tag", () =>
  inFolder(
    {
      "x.csv": `Tag,timestamp,value,quality\n${["02:00", "02:30", "02:00", "02:30"].map((t) => `A,2018-10-28 ${t},1,GOOD\nB,2018-10-28 ${t},1,GOOD\n`).join("")}`,
      "meta/A.json": metaJson("A"),
      "meta/B.json": metaJson("B"),
    },
    async () => {
      await runIngest({ source: "x.csv", tag_col: "Tag", out: "out", meta_dir: "meta", tz: "Europe/Berlin" });
      for (const tag of ["A", "B"]) {
        assert.deepEqual(
          (await rowsOf(`out/${tag}.parquet`)).map(([t]) => t.slice(11, 16)),
          ["00:00", "00:30", "01:00", "01:30"],
        );
      }
    },
  ));

test("nanosecond stamps that are stored equal are warned of", () =>
  inFolder({ "x.csv": `${HEAD}${DAY}0:00.0000001Z,1,GOOD\n${DAY}0:00.0000002Z,2,GOOD\n`, "m.json": META }, async () => {
    const log: string[] = [];
    await runIngest(single(), log);
    assert.match(log.join(), /1 timestamps? differ/);
  }));

test("an export without rows becomes an archive without rows", () =>
  inFolder({ "x.csv": HEAD, "m.json": META }, async () => {
    const [archive] = (await runIngest(single())).archives ?? [];
    assert.deepEqual([archive.rows, archive.first, archive.last], [0, null, null]);
    assert.deepEqual(await rowsOf("x.parquet"), []);
  }));

test("a single template lists what is to be stated, and is refused until it is", () =>
  inFolder({ "x.csv": `${HEAD}${DAY}0:00Z,1,Good\n${DAY}1:00Z,No Data,192\n${DAY}2:00Z,2, bad \n` }, async () => {
    assert.deepEqual(await runIngest({ source: "x.csv", init_meta: "new/m.json" }), {
      form: "single",
      templates: ["new/m.json"],
      tz: null,
    });
    const template = JSON.parse(readFileSync("new/m.json", "utf8"));
    assert.equal(Object.keys(template)[0], "_comments");
    assert.match(template._comments.columns, /timestamp 'timestamp', value 'value', quality 'quality'/);
    assert.deepEqual(template.quality_codes, { " bad ": "BAD", "192": null, Good: "GOOD", "No Data": null });
    assert.deepEqual(
      [template.identity, template.name, template.role],
      [{ source_id: null, point_id: null }, null, null],
    );
    const again = { source: "x.csv", out: "x.parquet", meta: "new/m.json" };
    await assert.rejects(runIngest(again), /'identity\.source_id' is null/);
    template.identity = { source_id: "s", point_id: "p" };
    template.name = "";
    writeFileSync("new/m.json", JSON.stringify(template));
    await assert.rejects(runIngest(again), /quality_codes' maps '192' to null/);
    template.quality_codes = { ...template.quality_codes, "192": "GOOD", "No Data": "BAD" };
    writeFileSync("new/m.json", JSON.stringify(template));
    assert.equal((await runIngest(again)).archives?.[0].tag, "s:p");
    await assert.rejects(runIngest({ source: "x.csv", init_meta: "new/m.json" }), BadCall);
  }));

test("templates of several tags know their tag; a folder of them is what ingest reads", () =>
  inFolder({ "x.csv": LONG.replace("B,", "B?,") }, async () => {
    const report = await runIngest({ source: "x.csv", tag_col: "Tag", init_meta: "meta", source_id: "plant" });
    assert.deepEqual(report, { form: "long", templates: ["meta/A.json", "meta/B_.json", "meta/B.json"], tz: null });
    const template = JSON.parse(readFileSync("meta/B_.json", "utf8"));
    assert.deepEqual(
      [template.identity, template.name, template._comments],
      [{ source_id: "plant", point_id: "B?" }, "B?", undefined],
    );
    await runIngest({ source: "x.csv", tag_col: "Tag", out: "out", meta_dir: "meta" });
    assert.ok(existsSync("out/B_.parquet"));
  }));

test("templates of a wide export need no quality column", () =>
  inFolder({ "x.csv": `timestamp,FI,TI\n${DAY}0:00Z,1,Down\n` }, async () => {
    await runIngest({ source: "x.csv", wide: true, init_meta: "meta", source_id: "plant" });
    assert.deepEqual(JSON.parse(readFileSync("meta/TI.json", "utf8")).quality_codes, { Down: null });
  }));

for (const [more, pattern] of [
  [{ wide: true, tag_col: "T" }, /wide and tag_col/],
  [{ wide: true, out: "o", meta_dir: "d", value_col: "v" }, /value_col does not go with wide/],
  [{ wide: true, out: "o", meta: "m.json" }, /meta does not go with wide/],
  [{ tag_col: "T", meta: "m.json" }, /meta does not go with tag_col/],
  [{ out: "o", meta: "m.json", quality_suffix: "_q" }, /quality_suffix needs wide/],
  [{ out: "o", meta: "m.json", tags: ["A"] }, /tags needs wide or tag_col/],
  [{ out: "o", meta: "m.json", meta_dir: "d" }, /meta_dir needs wide or tag_col/],
  [{ out: "o", meta: "m.json", source_id: "s" }, /source_id needs/],
  [{ wide: true, init_meta: "d" }, /needs source_id/],
  [{ init_meta: "f", out: "o" }, /out does not go with init_meta/],
  [{ init_meta: "f", assume_quality: "GOOD" }, /assume_quality does not go with init_meta/],
  [{ out: "o" }, /meta: missing/],
  [{ meta: "m.json" }, /out: missing/],
  [{ wide: true, out: "o" }, /meta_dir: missing/],
  [{ out: "o", meta: "m.json", dayfirst: true, timestamp_format: "%Y-%m-%d" }, /timestamp_format and dayfirst/],
  [{ out: "o", meta: "m.json", timestamp_unit: "s", dayfirst: true }, /timestamp_unit/],
  [{ out: "o", meta: "m.json", timestamp_format: "%Q" }, /'%Q', which is not supported/],
  [{ out: "o", meta: "m.json", sep: ";;" }, /sep/],
  [{ out: "o", meta: "m.json", encoding: "x" }, /encoding/],
] as [Partial<IngestRequest>, RegExp][]) {
  test(`${JSON.stringify(more)} is a bad call, whatever the files`, () =>
    refused({}, { source: "none.csv", ...more }, "BadCall", pattern));
}

test("a cancelled ingest leaves nothing behind", () =>
  inFolder({ "x.csv": PLAIN, "m.json": META }, async () => {
    const stop = new AbortController();
    stop.abort(new Error("cancelled"));
    await assert.rejects(
      runIngest(single(), [], stop.signal),
      (error) => !(error instanceof Refusal || error instanceof BadCall),
    );
    assert.deepEqual(readdirSync(".").sort(), ["m.json", "x.csv"]);
  }));

for (const [cell, options] of [
  ["12,5", "--decimal ','"],
  ["1.234,5", "--decimal ',' --thousands '.'"],
  ["1,234.5", "--decimal '.' --thousands ','"],
  ["1 234 567", "--thousands ' '"],
] as const) {
  test(`'${cell}' is no number by default: refused with its row and ${options}`, () =>
    refused(
      { "x.csv": `timestamp;value;quality\n${DAY}0:00Z;1;GOOD\n${DAY}1:00Z;${cell};GOOD\n` },
      single({ sep: ";" }),
      "SchemaError",
      new RegExp(
        `x\\.csv: test:X: '${cell.replaceAll(".", "\\.")}' in data row 2 is no number .*${options.replaceAll(".", "\\.")}`,
      ),
    ));
}

test("a template does not list misread numbers as states: they are refused", () =>
  refused(
    { "x.csv": `timestamp;value;quality\n${DAY}0:00Z;1,5;GOOD\n` },
    { source: "x.csv", init_meta: "t.json", sep: ";" },
    "SchemaError",
    /'1,5' in data row 1 is no number .*--decimal ','/,
  ));

test("no option writes over the export itself, and an archive is not called a CSV", async () => {
  const over = { overwrite: true };
  await refused({ "x.csv": PLAIN }, { source: "x.csv", init_meta: "./x.csv", ...over }, "BadCall", /export itself/);
  await refused({ "x.csv": PLAIN }, single({ out: "y.CSV" }), "BadCall", /'y\.CSV' names a CSV/);
  await inFolder({ "x.csv": PLAIN, "m.json": META }, async () => {
    await runIngest(single());
    const again = { source: "x.parquet", out: "./x.parquet", meta: "m.json", ...over };
    const before = readFileSync("x.parquet");
    await assert.rejects(runIngest(again), /'\.\/x\.parquet' is the export itself; choose another name/);
    assert.deepEqual(readFileSync("x.parquet"), before);
  });
});

test("an export of more tags than a process may have open files is written all the same", async (context) => {
  if (!existsSync("/proc/self/fd")) return context.skip("open files cannot be counted here");
  const tags = Array.from({ length: 100 }, (_, i) => `T${i}`);
  const files = Object.fromEntries(tags.map((tag) => [`m/${tag}.json`, metaJson(tag)]));
  const csv = `timestamp,${tags.join(",")}\n${DAY}0:00Z,${tags.map((_, i) => i).join(",")}\n`;
  await inFolder({ ...files, "x.csv": csv }, async () => {
    const openFiles = () => readdirSync("/proc/self/fd").length;
    const before = openFiles();
    let most = 0;
    const request = { ...single(), wide: true, dayfirst: false, overwrite: false, assume_quality: "GOOD" as const };
    await ingest(
      { ...request, meta: undefined, out: "out", meta_dir: "m" },
      {
        resolve: (path) => resolve(path),
        signal: new AbortController().signal,
        progress: () => {
          most = Math.max(most, openFiles() - before);
        },
        log: () => {},
      },
    );
    assert.equal(readdirSync("out").length, 100);
    assert.ok(most <= 40, `${most} files were open at once`);
  });
});
