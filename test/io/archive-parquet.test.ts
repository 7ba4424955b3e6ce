import assert from "node:assert/strict";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parquetWriteBuffer } from "hyparquet-writer";
import { BadCall, Refusal } from "../../src/contract/outcome.ts";
import { openParquetArchive } from "../../src/io/archive-parquet.ts";
import { readFooter } from "../../src/io/parquet/footer.ts";
import { inFolder, metaJson } from "../support/folder.ts";
import { expectedOf, fixtureFolder, memorySource } from "../support/parquet.ts";

const fixture = (name: string): string => join(fixtureFolder, name);

async function refusalOf(path: string): Promise<Refusal> {
  try {
    await (await openParquetArchive(path, path)).read(null);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
  assert.fail("it was not refused");
}

test("an archive knows its tag before rows are read, and keeps the path as it was typed", async () => {
  const archive = await openParquetArchive(fixture("base.pyarrow-zstd.parquet"), "./typed.parquet");
  assert.equal(archive.ref, "./typed.parquet");
  assert.equal(archive.tag, "fixture:TI100.PV");
  assert.equal(archive.meta.unit_raw, "degC");
});

test("a window without rows is an empty series, and time order is asked of the window alone", async () => {
  const archive = await openParquetArchive(fixture("refused-time_order.pyarrow.parquet"), "x");
  const { t_us: t } = expectedOf("base");
  const before = await archive.read({ start: t[0], end: t[40], end_inclusive: true });
  // the row that went two hours back lies outside
  assert.deepEqual([...before.t], t.slice(0, 41));
  const none = await archive.read({ start: 0, end: 1, end_inclusive: true });
  assert.deepEqual([none.t.length, none.v.length, none.qualities], [0, 0, []]);
});

test("a step back inside the window is refused with its position and both instants", async () => {
  const refused = await refusalOf(fixture("refused-time_order.pyarrow.parquet"));
  assert.equal(refused.name, "NonMonotonicIndex");
  // row 50 of the dataset was moved two hours back; positions count from 1
  assert.match(refused.message, /^fixture:TI100\.PV: row 51 \(2024-03-30T22:50:00.*Z\) precedes .*2024-03-31T00:49:00/);
});

test("bounds: the start is inside, the end only when it is inclusive", async () => {
  const archive = await openParquetArchive(fixture("dense.pyarrow-groups.parquet"), "x");
  const { t_us: t } = expectedOf("dense");
  const rows = async (end_inclusive: boolean) => [
    ...(await archive.read({ start: t[148], end: t[152], end_inclusive })).t,
  ];
  assert.deepEqual(await rows(true), t.slice(148, 153));
  assert.deepEqual(await rows(false), t.slice(148, 152));
});

test("extra columns and row groups beside the window are not read", async () => {
  const n = 4000;
  const filler = () => Array.from({ length: n }, (_, i) => `${i}${"x".repeat(50)}`);
  const ms = BigInt64Array.from({ length: n }, (_, i) => BigInt(i) * 1000n);
  const bytes = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "alpha", data: filler(), type: "STRING" },
        { name: "timestamp", data: ms, type: "TIMESTAMP" },
        { name: "value", data: Float64Array.from(ms, Number), type: "DOUBLE" },
        { name: "quality", data: new Array(n).fill("GOOD"), type: "STRING" },
        { name: "zeta", data: filler(), type: "STRING" },
      ],
      rowGroupSize: 1000,
      kvMetadata: [{ key: "liquet.meta", value: metaJson("X") }],
    }),
  );
  const read: [number, number][] = [];
  const memory = memorySource(bytes);
  const counting = {
    ...memory,
    read: (offset: number, length: number) => {
      read.push([offset, offset + length]);
      return memory.read(offset, length);
    },
  };
  const archive = await openParquetArchive("x.parquet", "x.parquet", { open: () => counting });
  read.length = 0;
  const rows = await archive.read({ start: 1_500e6, end: 1_600e6, end_inclusive: true });
  assert.equal(rows.t.length, 101);
  const wanted = readFooter(memory, "x")
    .row_groups[1].columns.slice(1, 4)
    .map(({ meta_data: m }) => {
      const start = Number(m?.dictionary_page_offset ?? m?.data_page_offset);
      return [start, start + Number(m?.total_compressed_size)];
    });
  for (const [from, to] of read)
    assert.ok(
      wanted.some(([a, b]) => from >= a && to <= b),
      `${from}..${to} was read`,
    );
});

test("a path that cannot be opened is a bad call of one line that names it", async () => {
  await inFolder({}, async (dir) => {
    mkdirSync(join(dir, "folder"));
    for (const [name, words] of [
      ["missing.parquet", "no such file"],
      ["folder", "it is a folder"],
    ]) {
      await assert.rejects(openParquetArchive(join(dir, name), name), (error) => {
        assert.ok(error instanceof BadCall);
        return error.message === `cannot open '${name}': ${words}`;
      });
    }
  });
});

test("a file that is no parquet is refused with what to export instead", async () => {
  await inFolder(
    { "a.csv": "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n", "b.parquet": "", "c.parquet": "PAR1" },
    async () => {
      for (const name of ["a.csv", "b.parquet", "c.parquet"]) {
        const refused = await refusalOf(name);
        assert.equal(refused.name, "SchemaError");
        assert.match(refused.message, new RegExp(`^${name}: the file is .*export it as parquet, or as CSV`));
      }
    },
  );
});

test("a parquet file without tag metadata is refused with the way to ingest it", async () => {
  const refused = await refusalOf(fixture("refused-metadata_key.pyarrow.parquet"));
  assert.match(refused.message, /no liquet\.meta metadata, so it is not an archive; .*liquet ingest/);
});

test("missing columns are listed together, in the order timestamp, value, quality", async () => {
  const refused = await refusalOf(fixture("refused-columns.pyarrow-missing.parquet"));
  assert.match(refused.message, /missing required columns value, quality;/);
});

test("empty timestamps are counted", async () => {
  assert.match((await refusalOf(fixture("refused-timestamp_null.pyarrow.parquet"))).message, /2 timestamps are null/);
});

test("a file cut short is refused as damaged", async () => {
  await inFolder({}, async (dir) => {
    writeFileSync(join(dir, "cut.parquet"), readFileSync(fixture("base.pyarrow-zstd.parquet")).subarray(0, 900));
    assert.match((await refusalOf(join(dir, "cut.parquet"))).message, /^cut\.parquet: .*cut short/);
  });
});

test("a file that changes after it was opened is refused, not half read", async () => {
  await inFolder({}, async (dir) => {
    const path = join(dir, "x.parquet");
    copyFileSync(fixture("base.pyarrow-zstd.parquet"), path);
    const archive = await openParquetArchive(path, "x.parquet");
    appendFileSync(path, "more");
    await assert.rejects(archive.read(null), { name: "SchemaError", message: /^x\.parquet: the file changed/ });
  });
});

test("reading is cancelled between row groups", async () => {
  const tick = async () => {
    throw new Error("cancelled");
  };
  const archive = await openParquetArchive(fixture("dense.pyarrow-groups.parquet"), "x", { tick });
  await assert.rejects(archive.read(null), { message: "cancelled" });
});
