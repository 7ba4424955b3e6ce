import type { ColumnChunk } from "hyparquet";
import { type PageHeader, readPageHeader } from "./page-header.ts";
import type { ByteSource } from "./source.ts";

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
    if (!isCount(header.compressed) || !isCount(header.uncompressed)) throw new Error("a page states no size");
    at = body + header.compressed;
    if (at > source.size) throw new Error("a page reaches beyond the end of the file");
    if (header.kind === "other") continue;
    const page = checkedPage(header, body, row, meta.codec);
    if (header.kind === "dictionary") list.dictionary ??= page;
    else {
      list.pages.push(page);
      row += page.values;
    }
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
    const cursor = { bytes, at: at - start };
    const header = readPageHeader(cursor);
    if (header) return { header, body: start + cursor.at };
    if (complete) throw new Error("a page header reaches beyond the end of the file");
  }
}

function checkedPage(header: PageHeader, at: number, firstRow: number, codec: string): Page {
  const { compressed, uncompressed, values, encoding, crc, min, max } = header;
  if (!isCount(values)) throw new Error("a page states no number of values");
  const plausible = uncompressed <= Math.max(UNQUESTIONED, compressed * LARGEST_RATIO);
  if (uncompressed > LARGEST_PAGE || !plausible || (codec === "UNCOMPRESSED" && uncompressed !== compressed)) {
    throw new Error(`a page of ${compressed} bytes claims to hold ${uncompressed}`);
  }
  const v2 = header.kind === "data-v2" ? levelsOf(header) : null;
  return {
    at,
    compressed,
    uncompressed,
    values,
    firstRow,
    encoding,
    crc,
    v2,
    bounds: min && max ? { min, max } : null,
  };
}

function levelsOf({ repetition, levels, compressed, uncompressed, isCompressed }: PageHeader): Page["v2"] {
  if (!isCount(repetition) || !isCount(levels) || repetition + levels > Math.min(compressed, uncompressed)) {
    throw new Error("the levels of a page exceed it");
  }
  return { repetition, levels, compressed: isCompressed };
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}
