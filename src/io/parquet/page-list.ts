import type { ColumnChunk, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import type { ByteSource } from "./source.ts";
import { structEnd } from "./thrift-guard.ts";

/** A page as its header describes it; the body is not read yet. */
export interface Page {
  /** Offset of the body in the file, and its bytes there and decompressed. */
  at: number;
  compressed: number;
  uncompressed: number;
  /** Cells, nulls included; entries for a dictionary. */
  values: number;
  /** Row of the row group that the page starts with. */
  firstRow: number;
  encoding: string;
  /** CRC-32 of the stored body, when the writer left one. */
  crc: number | null;
  /** Set for data page v2: repetition levels (some writers store needless ones) and levels lie in front, in the clear. */
  v2: { repetition: number; levels: number; compressed: boolean } | null;
  /** Least and greatest value as stored, when the header has them. */
  bounds: { min: Uint8Array; max: Uint8Array } | null;
}

/** The pages of one column in one row group. */
export interface PageList {
  type: string;
  codec: string;
  dictionary: Page | null;
  pages: Page[];
}

/** Small enough to hop over large pages, large enough to take in a small column at once. */
const WINDOW = 16_384;
/** Bit positions in a page must fit 32 bits. */
const LARGEST_PAGE = 1 << 28;
/** The most that a codec in use can expand: zstd and brotli far beyond gzip's 1032. Below 16 MiB nothing is asked. */
const LARGEST_RATIO = 20_000;
const UNQUESTIONED = 16 << 20;

/**
 * Lists the pages of a column chunk by hopping from header to header; bodies are skipped. Throws when a header does
 * not fit the file, or the pages do not add up to `rows`.
 */
export function listPages(source: ByteSource, chunk: ColumnChunk, rows: number): PageList {
  const meta = chunk.meta_data;
  if (chunk.file_path) throw new Error("a column lies in another file");
  if (!meta) throw new Error("a column has no metadata or is encrypted");
  const list: PageList = { type: meta.type, codec: meta.codec, dictionary: null, pages: [] };
  const start = firstPage(meta);
  const view = slidingView(source, start + Number(meta.total_compressed_size));
  let row = 0;
  for (let at = start; row < rows; ) {
    const { header, body } = readHeader(view, at);
    const page = toPage(header, body, row, meta.codec);
    at = body + header.compressed_page_size;
    if (at > source.size) throw new Error("a page reaches beyond the end of the file");
    if (header.type === "DICTIONARY_PAGE") list.dictionary ??= page;
    if (header.type !== "DATA_PAGE" && header.type !== "DATA_PAGE_V2") continue;
    list.pages.push(page as Page);
    row += (page as Page).values;
  }
  if (row !== rows) throw new Error(`the pages of a column hold ${row} cells and the row group ${rows} rows`);
  return list;
}

function firstPage(meta: NonNullable<ColumnChunk["meta_data"]>): number {
  const data = Number(meta.data_page_offset);
  const dictionary = Number(meta.dictionary_page_offset ?? 0);
  return dictionary > 0 && dictionary < data ? dictionary : data;
}

type View = (at: number) => { bytes: Uint8Array; start: number; complete: boolean };

/**
 * Bytes of the file from a position on, as far as `end` (where the chunk says it ends); asking for the same position
 * again yields more of them, beyond `end` too, because old writers state chunks that are too short.
 */
function slidingView(source: ByteSource, end: number): View {
  let start = -1;
  let asked = -1;
  let bytes: Uint8Array = new Uint8Array(0);
  return (at) => {
    const inside = start >= 0 && at >= start && at < start + bytes.length;
    if (!inside || at === asked) {
      const wanted = at === asked ? Math.max(WINDOW, 4 * bytes.length) : Math.min(WINDOW, end > at ? end - at : WINDOW);
      start = at;
      bytes = source.read(at, Math.min(wanted, Math.max(0, source.size - at)));
    }
    asked = at;
    return { bytes, start, complete: start + bytes.length === source.size };
  };
}

function readHeader(view: View, at: number): { header: PageHeader; body: number } {
  while (true) {
    const { bytes, start, complete } = view(at);
    const end = structEnd(bytes, at - start);
    if (end < 0 && complete) throw new Error("a page header reaches beyond the end of the file");
    if (end < 0) continue;
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: at - start };
    return { header: parquetHeader(reader), body: start + end };
  }
}

function toPage(header: PageHeader, at: number, firstRow: number, codec: string): Page | null {
  const v1 = header.data_page_header;
  const v2 = header.data_page_header_v2;
  const data = header.type === "DATA_PAGE" ? v1 : header.type === "DATA_PAGE_V2" ? v2 : header.dictionary_page_header;
  const [compressed, uncompressed] = [header.compressed_page_size, header.uncompressed_page_size];
  if (!isCount(compressed) || !isCount(uncompressed)) throw new Error("a page states no size");
  if (header.type === "INDEX_PAGE") return null;
  if (!data) throw new Error("a page header is incomplete");
  if (!isCount(data.num_values)) throw new Error("a page states no number of values");
  checkSize(compressed, uncompressed, codec);
  return {
    at,
    compressed,
    uncompressed,
    values: data.num_values,
    firstRow,
    encoding: String(data.encoding),
    crc: header.crc ?? null,
    v2: header.type === "DATA_PAGE_V2" && v2 ? levelsOf(v2, Math.min(compressed, uncompressed)) : null,
    bounds: boundsOf(header),
  };
}

function levelsOf(v2: NonNullable<PageHeader["data_page_header_v2"]>, limit: number): Page["v2"] {
  const { repetition_levels_byte_length: repetition, definition_levels_byte_length: levels } = v2;
  if (!isCount(repetition) || !isCount(levels) || repetition + levels > limit) {
    throw new Error("the levels of a page exceed it");
  }
  return { repetition, levels, compressed: v2.is_compressed !== false };
}

function checkSize(compressed: number, uncompressed: number, codec: string): void {
  const plausible = uncompressed <= Math.max(UNQUESTIONED, compressed * LARGEST_RATIO);
  if (uncompressed > LARGEST_PAGE || !plausible || (codec === "UNCOMPRESSED" && uncompressed !== compressed)) {
    throw new Error(`a page of ${compressed} bytes claims to hold ${uncompressed}`);
  }
}

function boundsOf(header: PageHeader): Page["bounds"] {
  const statistics = (header.data_page_header ?? header.data_page_header_v2)?.statistics;
  const [min, max] = [statistics?.min_value, statistics?.max_value];
  return min instanceof Uint8Array && max instanceof Uint8Array ? { min, max } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
