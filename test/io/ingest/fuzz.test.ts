import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { openCsvArchive } from "../../../src/io/archive-csv.ts";
import type { IngestRequest } from "../../../src/io/ingest/request.ts";
import { parseTagMetaText } from "../../../src/io/meta.ts";
import { inFolder, metaJson } from "../../support/folder.ts";
import { runIngest } from "../../support/ingest.ts";

const VALID = `timestamp,value,quality
2018-10-28T01:45:00+02:00,1.5,GOOD
2018-10-28T02:00:00+02:00,,"BAD"
2018-10-28T02:30:00Z,I/O Timeout,192
2018-10-28T02:45:00.5Z,-1e3,
`;
const LOCAL = "Zeit;Wert;Status\n28.10.2018 01:45;1.234,5;Good\n28.10.2018 02:00;2;Good\n28.10.2018 03:30;3;\n";
const META = metaJson("X", { quality_codes: { "I/O Timeout": "BAD" }, eng_range_zero: 0, eng_range_span: 10 });

/** A change of some bytes: cut, doubled, overwritten with one that means something, or random. */
const change = fc.record({
  at: fc.nat(400),
  length: fc.nat(30),
  bytes: fc.oneof(
    fc
      .constantFrom('"', ",", ";", "\n", "\r", "\0", "\uFEFF", "Z", "-", "9999", "{", "null", "1e999")
      .map((s) => Buffer.from(s)),
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
  ),
});

function mutate(text: string, changes: { at: number; length: number; bytes: Buffer }[]): Buffer {
  return changes.reduce((bytes, { at, length, bytes: piece }) => {
    const from = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(from + length)]);
  }, Buffer.from(text));
}

async function answersOrRefuses(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    assert.ok(
      error instanceof Refusal || error instanceof BadCall,
      error instanceof Error ? error.stack : String(error),
    );
    assert.ok(error.message.length < 4000, "a message of this length is no line");
  }
}

test("whatever the bytes of a CSV archive, the answer is rows or a refusal", () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(VALID, LOCAL), fc.array(change, { maxLength: 4 }), (text, changes) =>
      answersOrRefuses(async () => {
        const archive = await openCsvArchive({ stream: Readable.from([mutate(text, changes)]) }, "-");
        const rows = await archive.read(null);
        assert.ok(rows.t.every((us) => Number.isSafeInteger(us)));
        assert.ok(rows.q.every((code) => code < rows.qualities.length));
      }),
    ),
    { numRuns: 3000, seed: 2 },
  ));

const options = fc.record<Partial<IngestRequest>>(
  {
    tz: fc.constantFrom("Europe/Berlin", "UTC"),
    sep: fc.constantFrom(";", ",", "tab", "§"),
    decimal: fc.constantFrom(",", "."),
    thousands: fc.constantFrom(".", " "),
    encoding: fc.constantFrom("utf-8", "latin1", "utf-16le", "shift_jis"),
    dayfirst: fc.boolean(),
    timestamp_format: fc.constantFrom("%d.%m.%Y %H:%M", "%Y-%m-%dT%H:%M:%S%z"),
    timestamp_unit: fc.constantFrom("s", "ns"),
    assume_quality: fc.constantFrom("GOOD", "BAD"),
    na: fc.constant(["I/O Timeout"]),
    tag_col: fc.constantFrom("quality", "Status"),
    wide: fc.boolean(),
  },
  { requiredKeys: [] },
);

test("whatever the bytes and the options of an ingest, the answer is archives or a refusal with nothing written", () =>
  inFolder({ "m.json": META, "meta/GOOD.json": META, "meta/Good.json": META }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(VALID, LOCAL),
        fc.array(change, { maxLength: 3 }),
        options,
        async (text, changes, more) => {
          writeFileSync("x.csv", mutate(text, changes));
          const german =
            text === LOCAL ? { timestamp_col: "Zeit", value_col: more.wide ? undefined : "Wert", sep: ";" } : {};
          const several = more.wide || more.tag_col !== undefined;
          const target = several ? { out: "out", meta_dir: "meta" } : { out: "x.parquet", meta: "m.json" };
          await answersOrRefuses(() => runIngest({ source: "x.csv", overwrite: true, ...german, ...more, ...target }));
          assert.deepEqual(
            readdirSync(".").filter((name) => name.endsWith(".tmp")),
            [],
          );
        },
      ),
      { numRuns: 800, seed: 3 },
    ),
  ));

test("whatever the bytes of an export, a template is written or refused", () =>
  inFolder({}, () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(VALID, LOCAL),
        fc.array(change, { maxLength: 3 }),
        fc.boolean(),
        async (text, changes, wide) => {
          writeFileSync("x.csv", mutate(text, changes));
          const source_id = wide ? "s" : undefined;
          await answersOrRefuses(() =>
            runIngest({ source: "x.csv", init_meta: "t", overwrite: true, wide, source_id }),
          );
        },
      ),
      { numRuns: 300, seed: 4 },
    ),
  ));

test("whatever the bytes of metadata, they are read or refused by name", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(change, { maxLength: 4 }).map((changes) => mutate(META, changes).toString("utf8")),
        fc.json(),
      ),
      (text) => {
        try {
          assert.ok(parseTagMetaText(text, "m.json").identity.point_id !== "");
        } catch (error) {
          assert.ok(error instanceof Refusal && error.message.startsWith("m.json: "), String(error));
        }
      },
    ),
    { numRuns: 3000, seed: 5 },
  ));
