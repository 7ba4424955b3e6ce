import assert from "node:assert/strict";
import { test } from "node:test";
import { parquetWriteBuffer } from "hyparquet-writer";
import { readColumns } from "../../src/io/columns.ts";
import { keysOf, numbersOf } from "../../src/series/column-table.ts";
import { keyDictionary } from "../../src/series/key-dictionary.ts";
import { tableDigest } from "../../src/series/table-digest.ts";
import { inFolder } from "../support/folder.ts";

const world = { stdin: null, roots: [], signal: new AbortController().signal, tick: async () => {} };
const texts = ({ codes, label }: { codes: Int32Array; label(code: number): string }) =>
  Array.from(codes, (code) => (code < 0 ? null : label(code)));

const CSV = `user,arm,spend,seen,note
17,control,1.5,2024-01-01T00:00:00Z,x
18, treat ,NA,2024-01-02T00:00:00+01:00,y
17,control,true,,z
9007199254740993,,-3e2,2024-01-01T00:00:00.5Z,
`;
const WANTED = { user: "key", arm: "key", spend: "number", seen: "instant" } as const;

test("columns of a CSV: keys in first-seen order without blanks around them, words for empty cells, instants in UTC", () =>
  inFolder({ "units.csv": CSV }, async () => {
    const table = await readColumns("units.csv", WANTED, world);
    assert.equal(table.rows, 4);
    assert.deepEqual(texts(keysOf(table, "user")), ["17", "18", "17", "9007199254740993"]);
    assert.deepEqual(Array.from(keysOf(table, "arm").codes), [0, 1, 0, -1]);
    assert.equal(keysOf(table, "arm").find("treat"), 1);
    assert.equal(keysOf(table, "arm").find("absent"), -1);
    assert.deepEqual(Array.from(numbersOf(table, "spend")), [1.5, Number.NaN, 1, -300]);
    const day = 86_400_000_000;
    assert.deepEqual(
      Array.from(numbersOf(table, "seen"), (us) => us - 19_723 * day),
      [0, 23 * 3_600_000_000, Number.NaN, 500_000],
    );
  }));

function parquet(): Uint8Array {
  const at = (text: string) => new Date(text);
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "note", data: ["x", "y", "z", null], type: "STRING" },
        { name: "user", data: [17n, 18n, 17n, 9007199254740993n], type: "INT64", nullable: false },
        { name: "arm", data: ["control", "treat", "control", null], type: "STRING" },
        { name: "spend", data: [1.5, null, 1, -300], type: "DOUBLE" },
        {
          name: "seen",
          data: [at("2024-01-01T00:00:00Z"), at("2024-01-01T23:00:00Z"), null, at("2024-01-01T00:00:00.5Z")],
          type: "TIMESTAMP",
        },
      ],
    }),
  );
}

test("the same rows in parquet give the same columns and the same digest", () =>
  inFolder({ "units.csv": CSV, "units.parquet": parquet() }, async () => {
    const [a, b] = [await readColumns("units.csv", WANTED, world), await readColumns("units.parquet", WANTED, world)];
    assert.deepEqual(texts(keysOf(b, "user")), texts(keysOf(a, "user")));
    assert.deepEqual(numbersOf(b, "seen"), numbersOf(a, "seen"));
    assert.equal(tableDigest(b), tableDigest(a));
    const other = await readColumns("units.csv", { user: "key" }, world);
    assert.notEqual(tableDigest(other), tableDigest(a));
  }));

test("text among numbers is a SchemaError with its row; a missing column lists those there are", () =>
  inFolder({ "units.csv": "arm,spend\na,1\nb,twelve\n" }, async () => {
    await assert.rejects(readColumns("units.csv", { spend: "number" }, world), (error: Error) => {
      assert.equal(error.name, "SchemaError");
      assert.match(error.message, /^units\.csv: column 'spend' holds 'twelve' in data row 2;/);
      return true;
    });
    await assert.rejects(
      readColumns("units.csv", { spent: "number" }, world),
      /no column 'spent' .*did you mean 'spend'/,
    );
  }));

test("a text column of a parquet file is no column of numbers, and the other way round for times", () =>
  inFolder({ "units.parquet": parquet() }, async () => {
    await assert.rejects(
      readColumns("units.parquet", { arm: "number" }, world),
      /column 'arm' must be numeric and is (STRING|UTF8)/,
    );
    await assert.rejects(readColumns("units.parquet", { arm: "instant" }, world), /must be a timestamp/);
    await assert.rejects(readColumns("units.parquet", { amr: "key" }, world), /did you mean 'arm'/);
  }));

test("a path that is not there, and stdin where there is none, are bad calls", async () => {
  await assert.rejects(readColumns("absent.csv", {}, world), {
    name: "BadCall",
    message: "cannot open 'absent.csv': no such file",
  });
  await assert.rejects(readColumns("-", {}, world), { name: "BadCall" });
});

test("a dictionary tells a hundred thousand keys apart, empty and long ones too", () => {
  const dictionary = keyDictionary();
  const keys = ["", "é", "x".repeat(10_000), ...Array.from({ length: 100_000 }, (_, i) => `user-${i}`)];
  for (let pass = 0; pass < 2; pass++) {
    for (const [i, key] of keys.entries()) {
      const bytes = Buffer.from(key, "utf8");
      assert.equal(dictionary.ofBytes(bytes, 0, bytes.length), i);
    }
  }
  assert.equal(dictionary.size(), keys.length);
  assert.equal(dictionary.find("user-99999"), keys.length - 1);
  assert.equal(dictionary.find("user-100000"), -1);
  assert.equal(Buffer.from(dictionary.bytes(1)).toString("utf8"), "é");
});

test("semicolons and tabs separate where the header shows them; times without an offset are read", () =>
  inFolder(
    { "a.csv": "user;arm;at\nu1;x;2024-01-01 00:00:00\n", "b.csv": "user\tarm\tat\nu1\tx\t2024-01-01 00:00:00\n" },
    async () => {
      for (const file of ["a.csv", "b.csv"]) {
        const table = await readColumns(file, { user: "key", at: "instant" }, world);
        assert.deepEqual(texts(keysOf(table, "user")), ["u1"]);
        assert.equal(numbersOf(table, "at")[0], 19_723 * 86_400_000_000);
      }
    },
  ));

test("keys stored as floats are spelled as the whole numbers they are; NaN and null have none", () =>
  inFolder(
    {
      "f.parquet": new Uint8Array(
        parquetWriteBuffer({ columnData: [{ name: "user", data: [17, 18.5, null, Number.NaN, 17], type: "DOUBLE" }] }),
      ),
    },
    async () => {
      const table = await readColumns("f.parquet", { user: "key" }, world);
      assert.deepEqual(texts(keysOf(table, "user")), ["17", "18.5", null, null, "17"]);
    },
  ));
