import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parquetWriteBuffer } from "hyparquet-writer";
import { Refusal } from "../../../src/contract/outcome.ts";
import { planColumns } from "../../../src/io/parquet/columns.ts";
import { readFooter } from "../../../src/io/parquet/footer.ts";
import { readRows } from "../../../src/io/parquet/rows.ts";
import type { ByteSource } from "../../../src/io/parquet/source.ts";
import { expectedOf, fixtureFolder, memorySource, readRowsOf } from "../../support/parquet.ts";

function fixture(name: string): ByteSource {
  return memorySource(new Uint8Array(readFileSync(join(fixtureFolder, name))));
}

/** A file of our three columns, a second apart from 1970 on. */
function written(
  n: number,
  quality: (i: number) => string,
  options: { pageSize?: number; rowGroupSize?: number } = {},
): ByteSource {
  const columnData: Parameters<typeof parquetWriteBuffer>[0]["columnData"] = [
    { name: "timestamp", type: "TIMESTAMP", data: BigInt64Array.from({ length: n }, (_, i) => BigInt(i) * 1000n) },
    { name: "value", type: "DOUBLE", data: Float64Array.from({ length: n }, (_, i) => Math.sqrt(i)) },
    { name: "quality", type: "STRING", data: Array.from({ length: n }, (_, i) => quality(i)) },
  ];
  return memorySource(new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: n, ...options })));
}

async function refused(reading: Promise<unknown>): Promise<Refusal> {
  try {
    await reading;
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error;
  }
  assert.fail("it was not refused");
}

test("rows of the window that do not lie together are picked in file order", async () => {
  // row 50 was moved two hours back, before row 0
  const { t_us: t, v, q } = expectedOf("base");
  const moved = t[50] - 7_200_000_000;
  const window = { start: moved, end: t[10], end_inclusive: true };
  const rows = await readRowsOf(fixture("refused-time_order.pyarrow.parquet"), window);
  const picked = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50];
  assert.deepEqual([...rows.t], [...t.slice(0, 11), moved]);
  assert.deepEqual(
    [...rows.v],
    picked.map((i) => Number(v[i] ?? Number.NaN)),
  );
  assert.deepEqual(
    Array.from(rows.q, (code) => rows.qualities[code]),
    picked.map((i) => q[i]),
  );
});

test("of value and quality only the pages around the window are read", async () => {
  const source = written(60_000, (i) => `q${i % 40_000}`, { pageSize: 64_000 });
  const chunks = readFooter(source, "x").row_groups[0].columns;
  const value = chunks[1].meta_data!;
  let read = 0;
  const start = Number(value.data_page_offset);
  const counting: ByteSource = {
    ...source,
    read: (offset, length) => {
      const [from, to] = [
        Math.max(offset, start),
        Math.min(offset + length, start + Number(value.total_compressed_size)),
      ];
      if (length > 16_384) read += Math.max(0, to - from);
      return source.read(offset, length);
    },
  };
  const rows = await readRowsOf(counting, { start: 30_000e6, end: 30_009e6, end_inclusive: true });
  assert.deepEqual(
    [...rows.v],
    Array.from({ length: 10 }, (_, i) => Math.sqrt(30_000 + i)),
  );
  // a page holds 8000 doubles; headers are hopped over in pieces of 16 kB, bodies are read whole
  assert.ok(read > 0 && read <= 2 * 64_100, `${read} bytes of the values were read`);
});

test("qualities are numbered as the rows of the window first show them", async () => {
  const source = written(300, (i) => ["A", "B", "C"][Math.floor(i / 100)]);
  const rows = await readRowsOf(source, { start: 150e6, end: 250e6, end_inclusive: false });
  assert.deepEqual(rows.qualities, ["B", "C"]);
  assert.deepEqual([rows.q[0], rows.q[49], rows.q[50]], [0, 0, 1]);
});

test("65,535 distinct qualities are read, one more is refused", async () => {
  const rows = await readRowsOf(written(65_535, String), null);
  assert.deepEqual([rows.qualities.length, rows.qualities[65_534]], [65_535, "65534"]);
  const refusal = await refused(readRowsOf(written(65_536, String), null));
  assert.match(refusal.message, /more than 65535 distinct codes/);
});

test("more rows than memory is meant to hold ask for a window", async () => {
  const metadata = readFooter(fixture("base.pyarrow-zstd.parquet"), "x");
  const columns = planColumns(metadata, "x");
  metadata.row_groups[0].num_rows = 2n ** 27n + 1n;
  const reading = { source: fixture("base.pyarrow-zstd.parquet"), label: "x", codecs: new Map(), tick: async () => {} };
  const refusal = await refused(readRows(reading, metadata, columns, null));
  assert.match(refusal.message, /134217729 rows lie in reach of the window.*state a narrower window/);
});

test("a codec that nothing here decodes is named", async () => {
  const source = fixture("base.pyarrow-zstd.parquet");
  const metadata = readFooter(source, "x");
  metadata.row_groups[0].columns[0].meta_data!.codec = "LZO";
  const reading = { source, label: "x", codecs: new Map(), tick: async () => {} };
  const refusal = await refused(readRows(reading, metadata, planColumns(metadata, "x"), null));
  assert.match(refusal.message, /column 'timestamp' is compressed with LZO, which cannot be read/);
});

test("a page whose bytes were changed is caught by its checksum", async () => {
  const bytes = new Uint8Array(readFileSync(join(fixtureFolder, "base.pyarrow-checksum.parquet")));
  const value = readFooter(memorySource(bytes), "x").row_groups[0].columns[1].meta_data!;
  bytes[Number(value.dictionary_page_offset) + Number(value.total_compressed_size) - 1] ^= 1;
  const refusal = await refused(readRowsOf(memorySource(bytes), null));
  assert.match(refusal.message, /does not match its checksum/);
});
