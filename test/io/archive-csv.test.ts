import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { BadCall, Refusal } from "../../src/contract/outcome.ts";
import { parseWindow } from "../../src/contract/window.ts";
import { openCsvArchive } from "../../src/io/archive-csv.ts";
import { inFolder, metaJson } from "../support/folder.ts";

const HEAD = "timestamp,value,quality\n";
const PUMP = `${HEAD}2024-01-01T00:00:00Z,1,GOOD
2024-01-01T00:01:00Z,,GOOD
2024-01-01T00:02:00Z,3,BAD
2024-01-01T00:03:00Z,Scan Off,
2024-01-01T00:04:00Z,-Infinity,GOOD
`;

async function read(text: string, window: string | null = null) {
  const archive = await openCsvArchive({ stream: Readable.from([Buffer.from(text)]) }, "-");
  return archive.read(window === null ? null : parseWindow(window));
}

const refused = (text: string, name: string, pattern: RegExp, window: string | null = null) =>
  assert.rejects(read(text, window), (error) => {
    assert.ok(error instanceof Refusal && error.name === name, String(error));
    assert.match(error.message, pattern);
    return true;
  });

test("parquet on stdin is told for what it is, not as a wrong encoding", () =>
  assert.rejects(
    openCsvArchive({ stream: Readable.from([Buffer.from("PAR1\x15\x04\xea", "latin1")]) }, "-"),
    /^SchemaError: stdin: holds parquet, .* write it to a file and name the file$/,
  ));

test("a bare CSV is an archive called after its file; stdin is csv:stdin", () =>
  inFolder({ "pump.csv": PUMP }, async (dir) => {
    const archive = await openCsvArchive({ path: join(dir, "pump.csv") }, "pump.csv");
    assert.equal(archive.tag, "csv:pump");
    assert.equal(archive.meta.name, "pump");
    assert.equal(archive.meta.unit_raw, null);
    assert.equal((await openCsvArchive({ stream: Readable.from([PUMP]) }, "-")).tag, "csv:stdin");
  }));

test("the sidecar NAME.meta.json says what the tag is, and a bad one is refused by name", () =>
  inFolder(
    { "pump.csv": PUMP, "pump.meta.json": metaJson("P1", { unit_raw: "bar", quality_codes: { "Scan Off": "BAD" } }) },
    async (dir) => {
      const archive = await openCsvArchive({ path: join(dir, "pump.csv") }, "pump.csv");
      assert.equal(archive.tag, "test:P1");
      assert.equal(archive.meta.unit_raw, "bar");
      const rows = await archive.read(null);
      assert.deepEqual([...rows.v], [1, Number.NaN, 3, Number.NaN, Number.NEGATIVE_INFINITY]);
      assert.deepEqual([...rows.q], [0, 0, 1, 2, 0]);
      assert.deepEqual(rows.qualities, ["GOOD", "BAD", null]);
      assert.deepEqual(rows.states?.labels, ["Scan Off"]);
      assert.deepEqual([...(rows.states?.code ?? [])], [-1, -1, -1, 0, -1]);
    },
  ).then(() =>
    inFolder({ "pump.csv": PUMP, "pump.meta.json": "{" }, async (dir) => {
      await assert.rejects(
        openCsvArchive({ path: join(dir, "pump.csv") }, "pump.csv"),
        /pump\.meta\.json: the metadata are not valid JSON/,
      );
    }),
  ));

test("a window takes its rows alone, with dictionaries of what they show, and can be read again", () =>
  inFolder({ "p.csv": PUMP }, async (dir) => {
    const archive = await openCsvArchive({ path: join(dir, "p.csv") }, "p.csv");
    for (let twice = 0; twice < 2; twice++) {
      const rows = await archive.read(parseWindow("2024-01-01T00:02:00Z/2024-01-01T00:02:30Z"));
      assert.deepEqual([[...rows.v], rows.qualities, rows.states], [[3], ["BAD"], null]);
    }
  }));

test("text that the metadata do not explain is refused where the window holds it", async () => {
  await refused(PUMP, "SchemaError", /'Scan Off' \(1 row\)/);
  assert.equal((await read(PUMP, "2024-01-01T00:00:00Z/PT2M")).t.length, 3);
});

test("columns may come in any order and others are not read", async () => {
  const rows = await read("quality,x,value,timestamp\nGOOD,?,7,2024-01-01T00:00:00+01:00\n");
  assert.deepEqual([[...rows.v], rows.t[0]], [[7], Date.UTC(2023, 11, 31, 23) * 1000]);
});

test("a CSV without a quality column is refused and told to state one", () =>
  refused(
    "timestamp,value\n2024-01-01T00:00:00Z,1\n",
    "SchemaError",
    /no column quality .*ingest .*--assume-quality GOOD/,
  ));

test("a CSV of other columns is refused and told to be ingested; all missing ones are listed", () =>
  refused(
    "time,v\n1,2\n",
    "SchemaError",
    /no column timestamp, value, quality \(the header is time, v\).*liquet ingest/,
  ));

test("timestamps without offset are refused: an archive is UTC", () =>
  refused(`${HEAD}2024-01-01 00:00:00,1,GOOD\n`, "SchemaError", /data row 1 has no UTC offset/));

test("time that runs backwards inside the window is refused with the row and both stamps", async () => {
  const back = `${HEAD}2024-01-01T00:00:00Z,1,GOOD\n2024-01-01T00:02:00Z,2,GOOD\n2024-01-01T00:01:00Z,3,GOOD\n2024-01-01T00:05:00Z,4,GOOD\n`;
  await refused(
    back,
    "NonMonotonicIndex",
    /data row 3 \(2024-01-01T00:01:00Z\) precedes the row before it \(2024-01-01T00:02:00Z\), 1 step back/,
  );
  await refused(back, "NonMonotonicIndex", /row of the window 2 /, "2024-01-01T00:00:30Z/2024-01-01T00:05:00Z");
  assert.equal((await read(back, "2024-01-01T00:02:00Z/PT10M")).t.length, 2);
});

test("rows that run newest first are recognised as such", () =>
  refused(
    `${HEAD}2024-01-01T00:02:00Z,1,GOOD\n2024-01-01T00:01:00Z,2,GOOD\n2024-01-01T00:00:00Z,3,GOOD\n`,
    "NonMonotonicIndex",
    /newest first; export them oldest first/,
  ));

test("A05: repeated timestamps are kept, every row", async () => {
  const rows = await read(
    `${HEAD}2024-01-01T00:01:00Z,11,GOOD\n2024-01-01T00:01:00Z,11,GOOD\n2024-01-01T00:01:00Z,15,GOOD\n`,
  );
  assert.deepEqual([...rows.v], [11, 11, 15]);
});

test("nanosecond stamps that fall on one microsecond are counted, equal ones are not", async () => {
  const stamps = ["00.0000001", "00.0000002", "00.0000002", "00", "00.000001", "01"];
  const rows = await read(HEAD + stamps.map((s) => `2024-01-01T00:00:${s}Z,1,GOOD\n`).join(""));
  assert.equal(rows.subMicrosecondCollisions, 2); // …1/…2 and …2/…0
});

test("a quality column of measurements is refused, not taken for codes", () => {
  const rows = Array.from({ length: 70_000 }, (_, i) => `2024-01-01T00:00:00Z,1,${i}\n`).join("");
  return refused(HEAD + rows, "SchemaError", /more than 65535 distinct texts/);
});

test("a sidecar that cannot be read is a bad call", () =>
  inFolder({ "pump.csv": PUMP, "pump.meta.json/x": "" }, async (dir) => {
    await assert.rejects(openCsvArchive({ path: join(dir, "pump.csv") }, "pump.csv"), (error) => {
      assert.ok(error instanceof BadCall, String(error));
      assert.equal(error.message, "cannot open 'pump.meta.json': it is a folder");
      return true;
    });
  }));

test("a remedy that names a reading option says whose it is: these commands have none, or another --tz", async () => {
  const option = /, as an option of 'liquet ingest EXPORT\.csv --out EXPORT\.parquet --meta EXPORT\.meta\.json'$/;
  await refused(`${HEAD}2024-01-01T00:00:00,1,GOOD\n`, "SchemaError", new RegExp(`--tz Europe/Berlin${option.source}`));
  await refused(HEAD.replaceAll(",", ";"), "SchemaError", new RegExp(`--sep ';'${option.source}`));
});

test("a sidecar that leads out of the folders that may be read is not read", () =>
  inFolder(
    { "in/pump.csv": PUMP, "out/secret.json": metaJson("P1", { quality_codes: { "Scan Off": "BAD" } }) },
    async (dir) => {
      symlinkSync(join(dir, "out/secret.json"), join(dir, "in/pump.meta.json"));
      const path = join(dir, "in/pump.csv");
      await assert.rejects(
        openCsvArchive({ path, roots: [join(dir, "in")] }, "pump.csv"),
        /^BadCall: 'pump\.meta\.json' lies outside the folders/,
      );
      const declared = await openCsvArchive({ path, roots: [dir] }, "pump.csv").then(({ read }) => read(null));
      assert.equal(declared.t.length, 5);
    },
  ));
