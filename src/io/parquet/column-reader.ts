import type { ColumnChunk } from "hyparquet";
import { type Block, decodeBlock, need } from "./block.ts";
import { type Decompress, loadCodec } from "./codecs.ts";
import { crc32 } from "./crc.ts";
import { damaged, decoding, schemaError } from "./damage.ts";
import type { Leaf } from "./leaf.ts";
import { decodeHybrid } from "./levels.ts";
import { listPages, type Page, type PageList } from "./page-list.ts";
import type { PageRows } from "./page-rows.ts";
import { type PageData, splitPage } from "./page-split.ts";
import type { ByteSource } from "./source.ts";

/** What becomes of a column's values: a table made of each block, and rows filled from it. */
export interface Target<T> {
  convert(block: Block): T;
  fill(table: T, rows: PageRows): void;
  /** A short cut around both for plain values of 8 bytes without nulls: those of consecutive rows, from output row `at`. */
  copy?(bytes: Uint8Array, at: number): void;
}

/** What every step of one read shares. */
export interface Reading {
  source: ByteSource;
  /** The file's name in messages. */
  label: string;
  /** Decompressors loaded so far. */
  codecs: Map<string, Decompress>;
  /** Yields to the event loop and throws when cancelled. */
  tick: () => Promise<void>;
}

/** A column of one row group, its pages listed. */
export interface Chunk {
  leaf: Leaf;
  list: PageList;
  decompress: Decompress;
}

/** Rows decoded between two chances to cancel; some 10 ms. */
const ROWS_PER_TICK = 262_144;

/** Opens a column chunk: lists its pages, which must hold `rows` cells. Refuses SchemaError when it is damaged. */
export async function openChunk(reading: Reading, chunk: ColumnChunk, leaf: Leaf, rows: number): Promise<Chunk> {
  const { source, label, codecs } = reading;
  const list = decoding(label, () => listPages(source, chunk, rows));
  if (list.type !== leaf.element.type) throw damaged(label, "a column chunk contradicts the schema");
  let decompress = codecs.get(list.codec) ?? null;
  if (!decompress) {
    decompress = await loadCodec(list.codec);
    if (!decompress) {
      const found = `column '${leaf.name}' is compressed with ${list.codec}, which cannot be read`;
      throw schemaError(label, "codec", found, "write it with snappy, zstd, gzip, brotli or lz4");
    }
    codecs.set(list.codec, decompress);
  }
  return { leaf, list, decompress };
}

/**
 * Fills output rows at.. with rows from..to of the row group. Pages wholly outside, and those that `skip` names, are
 * neither read nor decompressed. Refuses SchemaError on damaged pages.
 */
export async function readChunk<T>(
  reading: Reading,
  chunk: Chunk,
  target: Target<T>,
  { from, to, at }: { from: number; to: number; at: number },
  skip?: (page: Page) => boolean,
): Promise<void> {
  let dictionary: { table: T; size: number } | undefined;
  let sinceTick = 0;
  const openDictionary = () => {
    dictionary ??= readDictionary(reading.source, chunk, target);
    return dictionary;
  };
  for (const page of chunk.list.pages) {
    const first = Math.max(from, page.firstRow);
    const last = Math.min(to, page.firstRow + page.values);
    if (first >= last || skip?.(page)) continue;
    const wanted = { from: first - page.firstRow, to: last - page.firstRow, at: at + first - from };
    decoding(reading.label, () => readPage(reading.source, chunk, page, target, wanted, openDictionary));
    sinceTick += page.values;
    if (sinceTick >= ROWS_PER_TICK) {
      sinceTick = 0;
      await reading.tick();
    }
  }
}

function readPage<T>(
  source: ByteSource,
  { leaf, list, decompress }: Chunk,
  page: Page,
  target: Target<T>,
  wanted: { from: number; to: number; at: number },
  dictionary: () => { table: T; size: number },
): void {
  const data = splitPage(page, checkedBody(source, page), leaf.optional, decompress);
  if (isDictionary(page.encoding)) {
    const { table, size } = dictionary();
    target.fill(table, { index: readIndex(data, size), valid: data.valid, ...wanted });
  } else if (target.copy && page.encoding === "PLAIN" && !data.valid) {
    need(data.bytes, data.at, 8 * data.count);
    target.copy(data.bytes.subarray(data.at + 8 * wanted.from, data.at + 8 * wanted.to), wanted.at);
  } else {
    const block = decodeBlock(page.encoding, list.type, byteWidth(leaf), data.bytes, data.at, data.count);
    target.fill(target.convert(block), { index: null, valid: data.valid, ...wanted });
  }
}

function checkedBody(source: ByteSource, page: Page): Uint8Array {
  const bytes = source.read(page.at, page.compressed);
  if (page.crc !== null && crc32(bytes) !== page.crc >>> 0) throw new Error("a page does not match its checksum");
  return bytes;
}

function isDictionary(encoding: string): boolean {
  return encoding === "RLE_DICTIONARY" || encoding === "PLAIN_DICTIONARY";
}

function readDictionary<T>(source: ByteSource, chunk: Chunk, target: Target<T>): { table: T; size: number } {
  const { leaf, list, decompress } = chunk;
  const page = list.dictionary;
  if (!page) throw new Error("a column refers to a dictionary that is not there");
  const bytes = decompress(checkedBody(source, page), page.uncompressed);
  const block = decodeBlock("PLAIN", list.type, byteWidth(leaf), bytes, 0, page.values);
  return { table: target.convert(block), size: page.values };
}

/** The bit width of the indices is the first byte; a page without any values may lack it. */
function readIndex(data: PageData, size: number): Int32Array {
  const index = new Int32Array(data.count);
  if (data.count === 0) return index;
  if (data.at >= data.bytes.length) throw new Error("a page is too short for its indices");
  decodeHybrid(data.bytes, data.at + 1, data.bytes.length, data.bytes[data.at], data.count, size, index);
  return index;
}

function byteWidth({ element }: Leaf): number {
  if (element.type !== "FIXED_LEN_BYTE_ARRAY") return 0;
  const width = element.type_length ?? 0;
  if (!(width > 0 && width <= 65_536)) throw new Error(`a column of ${width} bytes a value`);
  return width;
}
