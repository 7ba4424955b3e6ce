import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type FileMetaData, parquetReadObjects } from "hyparquet";
import { loadCodec } from "../../../src/io/parquet/codecs.ts";
import { openChunk, type Reading, readChunk } from "../../../src/io/parquet/column-reader.ts";
import { readFooter } from "../../../src/io/parquet/footer.ts";
import { boundToMicros, instantType, toInstants } from "../../../src/io/parquet/instants.ts";
import { findLeaf, type Leaf } from "../../../src/io/parquet/leaf.ts";
import { numberConversion } from "../../../src/io/parquet/numbers.ts";
import { fillRows, type PageRows } from "../../../src/io/parquet/page-rows.ts";
import { openSource } from "../../../src/io/parquet/source.ts";
import { interner, isText, textCodes } from "../../../src/io/parquet/texts.ts";

const data = process.env.LIQUET_DATA;
const folder = data ? join(data, "parquet") : "";
const files = data ? readdirSync(folder).filter((name) => /^(?!bad-).*\.parquet$/.test(name)) : [];
const skip = data ? false : "LIQUET_DATA is not set";

type Cell = number | string | null;

/** One column by our decoder: numbers and instants (microseconds) as numbers, texts as texts. Null: not our kind. */
async function ourColumn(reading: Reading, metadata: FileMetaData, leaf: Leaf): Promise<Cell[] | null> {
  const numbers = numberConversion(leaf.element);
  const instant = instantType(leaf.element);
  if (!numbers && !instant && !isText(leaf.element)) return null;
  const cells: Cell[] = [];
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const chunk = await openChunk(reading, group.columns[leaf.index], leaf, rows);
    const place = { from: 0, to: rows, at: 0 };
    const missing = new Set<number>();
    const noteMissing = ({ valid, from, to, at }: PageRows) => {
      for (let r = from; r < to; r++) if (valid && valid[r] === 0) missing.add(at + r - from);
    };
    const texts = interner();
    const out = new Float64Array(rows);
    const codes = new Int32Array(rows);
    if (isText(leaf.element)) {
      const fill = (table: Int32Array, wanted: PageRows) => fillRows(codes, table, wanted, -1);
      await readChunk(reading, chunk, { convert: (block) => textCodes(block, texts), fill }, place);
      cells.push(...Array.from(codes, (code) => (code < 0 ? null : texts.labels[code])));
      continue;
    }
    const convert = numbers ?? ((block) => toInstants(block, instant!.unit).micros);
    const fill = (table: Float64Array, wanted: PageRows) => {
      noteMissing(wanted);
      fillRows(out, table, wanted, Number.NaN);
    };
    await readChunk(reading, chunk, { convert, fill }, place);
    cells.push(...Array.from(out, (value, i) => (missing.has(i) ? null : value)));
  }
  return cells;
}

/** The same column by hyparquet, timestamps as raw integers. */
async function theirColumn(path: string, leaf: Leaf): Promise<Cell[]> {
  const bytes = readFileSync(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const compressors: Record<string, (bytes: Uint8Array, size: number) => Uint8Array> = {};
  for (const codec of ["GZIP", "ZSTD", "BROTLI", "LZ4", "LZ4_RAW"]) compressors[codec] = (await loadCodec(codec))!;
  const raw = (value: bigint) => value;
  const parsers = {
    timestampFromMilliseconds: raw,
    timestampFromMicroseconds: raw,
    timestampFromNanoseconds: raw,
    jsonFromBytes: (text: Uint8Array) => new TextDecoder().decode(text),
  };
  const rows = await parquetReadObjects({ file, columns: [leaf.name], compressors, parsers });
  const unit = instantType(leaf.element)?.unit;
  return rows.map(({ [leaf.name]: cell }) => {
    if (cell === null || cell === undefined) return null;
    if (unit) return boundToMicros(cell, unit === "INT96" ? "NANOS" : unit);
    return typeof cell === "string" ? cell : Number(cell);
  });
}

function same(ours: Cell, theirs: Cell, decimal: boolean): boolean {
  if (decimal && typeof ours === "number" && typeof theirs === "number") {
    return Math.abs(ours - theirs) <= 2 ** -51 * Math.abs(theirs);
  }
  // a Spark date of the year -294557, which 64 bits of microseconds cannot hold: hyparquet wraps around
  if (typeof ours === "number" && Math.abs(ours) > 2 ** 63) return true;
  return Object.is(ours, theirs);
}

test("every flat column of the real files reads as hyparquet reads it", { skip }, async () => {
  let columns = 0;
  for (const name of files) {
    const path = join(folder, name);
    const source = openSource(path);
    const metadata = readFooter(source, name);
    const reading: Reading = { source, label: name, codecs: new Map(), tick: async () => {} };
    for (const element of metadata.schema.slice(1)) {
      const leaf = findLeaf(metadata.schema, element.name);
      if (typeof leaf === "string") continue;
      const ours = await ourColumn(reading, metadata, leaf);
      if (!ours) continue;
      const theirs = await theirColumn(path, leaf);
      const where = `${name} ${leaf.name}`;
      assert.equal(ours.length, theirs.length, where);
      const decimal = (element.logical_type?.type ?? element.converted_type) === "DECIMAL";
      const at = ours.findIndex((cell, i) => !same(cell, theirs[i], decimal));
      assert.equal(at, -1, `${where} row ${at}: ${ours[at]} is not ${theirs[at]}`);
      columns++;
    }
    source.close();
  }
  assert.ok(columns > 150, `only ${columns} columns were compared`);
});
