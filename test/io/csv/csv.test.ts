import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { cellText } from "../../../src/io/csv/cells.ts";
import { dialectOf, openCsv } from "../../../src/io/csv/csv.ts";
import type { ByteSource } from "../../../src/io/csv/source.ts";

/** Bytes that arrive in pieces of `size`. */
function source(bytes: Uint8Array, size = bytes.length): ByteSource {
  return {
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

async function readAll(text: string | Uint8Array, options: { sep?: string; encoding?: string; size?: number } = {}) {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const csv = await openCsv(source(bytes, options.size), dialectOf(options.sep, options.encoding), "x.csv");
  const rows: string[][] = [];
  for await (const { cells, first } of csv.rows()) {
    if (cells.rows > 0) assert.equal(first, rows.length);
    for (let r = 0; r < cells.rows; r++) rows.push(csv.columns.map((_, c) => cellText(cells, r, c)));
  }
  return { columns: csv.columns, rows };
}

async function refused(text: string | Uint8Array, pattern: RegExp, options = {}) {
  await assert.rejects(readAll(text, options), (error) => {
    assert.ok(error instanceof Refusal && error.name === "SchemaError", String(error));
    assert.match(error.message, pattern);
    return true;
  });
}

const AB = {
  columns: ["a", "b"],
  rows: [
    ["1", "2"],
    ["3", ""],
  ],
};

for (const [what, text] of [
  ["LF", "a,b\n1,2\n3,\n"],
  ["no line end at the end", "a,b\n1,2\n3,"],
  ["CR LF", "a,b\r\n1,2\r\n3,\r\n"],
  ["CR alone", "a,b\r1,2\r3,\r"],
  ["a byte-order mark", "\uFEFFa,b\n1,2\n3,\n"],
  ["blank lines before, between and after", "\n\r\na,b\n\n1,2\n3,\n\n\n"],
  ["rows of separators alone at the end", "a,b\n1,2\n3,\n,\n,\n"],
  ["blanks around the names", " a , b\n1,2\n3,\n"],
  ["quotes", 'a,"b"\n"1","2"\n3,""\n'],
  ["a quoted name with a byte-order mark", '\uFEFF"a",b\n1,2\n3,\n'],
  ["rows of separators alone after quotes", 'a,b\n"1",2\n3,\n,\n'],
  ["the line that Excel writes for its separator", "sep=,\na,b\n1,2\n3,\n"],
] as const) {
  test(`${what}: the same two rows, in pieces of any size`, async () => {
    for (const size of [1, 2, 3, 5, 1000]) assert.deepEqual(await readAll(text, { size }), AB, `${size} bytes at once`);
  });
}

test("quoted fields keep separators, quotes and line ends", async () => {
  const { rows } = await readAll('a,b\n1,2\n"x,y","say ""hi""\nthere"\n3,4\n', { size: 7 });
  assert.deepEqual(rows, [
    ["1", "2"],
    ["x,y", 'say "hi"\nthere'],
    ["3", "4"],
  ]);
});

test("any table comes back from RFC 4180, quoted or not, in pieces of any size", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 4 }).chain((width) =>
        fc.array(fc.array(fc.stringMatching(/^[a-c,"\nä€ ]{0,4}$/), { minLength: width, maxLength: width }), {
          maxLength: 6,
        }),
      ),
      fc.integer({ min: 1, max: 9 }),
      async (table, size) => {
        const rows = table.filter((row) => row.some((field) => field !== ""));
        const width = rows[0]?.length ?? 2;
        const header = Array.from({ length: width }, (_, i) => `c${i}`);
        const quote = (field: string) => (/[,"\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
        const text = [header, ...rows].map((row) => `${row.map(quote).join(",")}\n`).join("");
        assert.deepEqual(await readAll(text, { size }), { columns: header, rows });
      },
    ),
    { numRuns: 300 },
  ));

for (const [sep, name] of [
  [";", ";"],
  ["\t", "tab"],
  ["\t", "\\t"],
  ["|", "|"],
  ["§", "§"],
] as const) {
  test(`the separator '${name}'`, async () => {
    assert.deepEqual(await readAll(`a${sep}b\n1${sep}2\n3${sep}\n`, { sep: name }), AB);
  });
}

test("a separator is one character, and not one that CSV uses itself", () => {
  for (const sep of ["", "::", '"', "\n"]) assert.throws(() => dialectOf(sep, undefined), BadCall);
});

test("a header that reads as one column is refused and names the separator it holds", async () => {
  await refused("a;b\n1;2\n", /reads as one column \('a;b'\) and holds ';'; name the separator with --sep ';'/);
  await refused("a\tb\n1\t2\n", /holds tabs; name the separator with --sep tab/);
  await refused("a,b\n1,2\n", /--sep ','/, { sep: ";" });
});

test("a row with another number of fields is refused with its number, in plain and in quoted text", async () => {
  await refused("a,b\n1,2\n3\n", /data row 2 has 1 field where the header has 2; the line may be cut off/);
  await refused("a,b\n1,2\n3,4,5\n", /data row 2 has 3 fields where the header has 2; a decimal comma needs quotes/);
  await refused('a,b\n"1",2\n3,4,5\n', /data row 2 has 3 fields where the header has 2/);
  await refused("a;b\n1;2\n3;4;\n", /data row 2 has 3 fields where the header has 2/, { sep: ";" });
});

test("an empty row with rows after it is refused", async () => {
  await refused("a,b\n1,2\n,\n3,4\n", /data row 2 is empty and rows follow it/);
  await refused('a,b\n"1",2\n,\n3,4\n', /data row 2 is empty and rows follow it/);
  const long = `a,b\n1,2\n,\n${"\n".repeat(50)}3,4\n`;
  await refused(long, /data row 2 is empty/, { size: 8 });
});

test("an empty file is refused", async () => {
  for (const text of ["", "\n\n", "\uFEFF", ",,\n"]) await refused(text, /the file is empty/);
});

test("a header alone is a table of no rows", async () => assert.deepEqual((await readAll("a,b\n")).rows, []));

test("misplaced and unclosed quotes are refused with their row", async () => {
  await refused('a,b\n1,2\n3,"4\n5,6\n', /a quote opened in data row 2 is never closed/);
  await refused('a,b\n1,2\n3,"4"x\n', /a quote in data row 2 is misplaced/);
  await refused('a,b\n1,2\n3,4"\n', /a quote in data row 2 is misplaced/);
});

test("bytes outside the encoding are refused with byte, offset and --encoding", async () => {
  const latin1 = Buffer.from("a,b\n1,2\n3,°C\n", "latin1");
  await refused(latin1, /byte 0xB0 at offset 10 is not utf-8; .*--encoding/);
  await refused(latin1, /byte 0xB0 at offset 10/, { size: 4 });
  await refused(
    Buffer.from("a,b\n1,2", "utf16le"),
    /the header holds NUL characters, as UTF-16 without a mark does; try --encoding utf-16le/,
  );
  await refused(
    Buffer.from("\uFEFFa,b\n", "utf16le"),
    /byte 0xFF at offset 0 is not utf-8 \(a UTF-16 mark: try --encoding utf-16le\)/,
  );
  await refused(Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0x81, 0x2c]), /byte 0x81 at offset 4 is not shift_jis/, {
    encoding: "shift_jis",
  });
  await refused(Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xe4, 0xbd]), /the end of the text at offset 6 is not utf-8/);
});

test("latin1, cp1252 and utf-16 are decoded, with or without a mark, in pieces of any size", async () => {
  const table = {
    columns: ["a", "b"],
    rows: [
      ["1", "°C"],
      ["ä", "€"],
    ],
  };
  const text = "a,b\n1,°C\nä,€\n";
  const cp1252 = Buffer.from(text.replace("€", "\u0080"), "latin1");
  for (const size of [1, 3, 1000]) {
    assert.deepEqual(await readAll(cp1252, { encoding: "cp1252", size }), table);
    assert.deepEqual(await readAll(Buffer.from(`\uFEFF${text}`, "utf16le"), { encoding: "UTF-16LE", size }), table);
  }
  const latin = await readAll(Buffer.from("a,b\n1,°C\n", "latin1"), { encoding: "latin-1" });
  assert.deepEqual(latin.rows, [["1", "°C"]]);
});

test("an unknown encoding is a bad call", () => {
  assert.throws(() => dialectOf(undefined, "klingon"), BadCall);
});

test("a file without line ends stops at 64 MB and does not fill the memory", async () => {
  let sent = 0;
  const endless: ByteSource = {
    size: Number.MAX_SAFE_INTEGER,
    async *open() {
      const piece = Buffer.alloc(1 << 20, "x");
      for (;;) {
        sent += piece.length;
        yield piece;
      }
    },
  };
  await assert.rejects(openCsv(endless, dialectOf(undefined, undefined), "x.csv"), /longer than 64 MB/);
  assert.ok(sent <= 66 << 20);
});

test("a table of a hundred thousand columns is read in the memory of its bytes", async () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
  const { columns, rows } = await readAll(`${names.join(",")}\n${names.map(() => "1").join(",")}\n`, { size: 1 << 16 });
  assert.deepEqual([columns.length, rows.length, rows[0][99_999]], [100_000, 1, "1"]);
});

test("a byte outside UTF-8 is named where its character starts, not where decoding gives up", async () => {
  await refused(Buffer.from("a,b\n1,\xe9\n", "latin1"), /byte 0xE9 at offset 6 is not utf-8/);
  await refused(Buffer.from("a,b\n1,\xff\n", "latin1"), /byte 0xFF at offset 6 is not utf-8/);
  await refused(Buffer.concat([Buffer.from("\ufeffa,ü\n1,"), Buffer.from([0xe9, 0x0a])]), /byte 0xE9 at offset 10 /);
});

test("the wrong separator is named before the quotes that it misplaces", () =>
  refused('a;b;c\n1;2;"x"\n', /reads as one column \('a;b;c'\) and holds ';'; name the separator with --sep ';'$/));
