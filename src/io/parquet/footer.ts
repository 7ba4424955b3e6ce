import type { FileMetaData } from "hyparquet";
import { parquetMetadata } from "hyparquet/src/metadata.js";
import { damaged, decoding, schemaError } from "./damage.ts";
import type { ByteSource } from "./source.ts";
import { structEnd } from "./thrift.ts";

/** `PAR1`, and `PARE` of a file whose footer is encrypted, as little-endian words. */
const MAGIC = 0x31524150;
const MAGIC_ENCRYPTED = 0x45524150;
/** Magic, an empty footer, its length, magic. */
const SMALLEST_FILE = 12;
/** A footer that needs more holds some 100,000 column chunks or more, and parsing it takes gigabytes. */
const LARGEST_FOOTER = 32 << 20;
/**
 * Rows that a file may claim: a million, or this many a byte. Run lengths have no bound in the format, so some limit
 * must say where an archive ends and a bomb begins; ten million equidistant stamps take 150 bytes at best.
 */
const ROWS_PER_BYTE = 65_536;

/**
 * Reads and checks a parquet footer. Statistics keep raw integers (bigint for 64 bits). Refuses SchemaError when the
 * file is not parquet (with the hint to ingest it), is damaged, or claims more rows than its size can hold.
 */
export function readFooter(source: ByteSource, label: string): FileMetaData {
  const footer = footerBytes(source, label);
  return decoding(label, () => {
    if (structEnd(footer, 0) < 0) throw new Error("its footer is cut short");
    const metadata = parquetMetadata(footer, { parsers: RAW, geoparquet: false });
    checkRows(metadata, source.size);
    return metadata;
  });
}

const RAW = {
  timestampFromMilliseconds: (value: bigint) => value,
  timestampFromMicroseconds: (value: bigint) => value,
  timestampFromNanoseconds: (value: bigint) => value,
  dateFromDays: (value: number) => value,
  stringFromBytes: (value: Uint8Array) => value,
  uuidFromBytes: (value: Uint8Array) => value,
};

function footerBytes(source: ByteSource, label: string): Uint8Array {
  const { size } = source;
  if (size === 0) throw notParquet(label, "is empty");
  if (size < SMALLEST_FILE) throw notParquet(label, `is ${size} bytes long and no parquet file`);
  const [head, length, tail] = [word(source, 0), word(source, size - 8), word(source, size - 4)];
  if (tail === MAGIC_ENCRYPTED || head === MAGIC_ENCRYPTED) {
    throw schemaError(label, "parquet_encrypted", "the parquet file is encrypted", "export it without encryption");
  }
  if (tail !== MAGIC && head === MAGIC) throw damaged(label, "it is cut short: no footer at its end");
  if (tail !== MAGIC) throw notParquet(label, "is not a parquet file");
  if (length > size - SMALLEST_FILE) {
    throw damaged(label, `its footer claims ${length} bytes and the file has ${size}`);
  }
  if (length > LARGEST_FOOTER) {
    const found = `the footer has ${length} bytes, more than ${LARGEST_FOOTER}`;
    throw schemaError(label, "footer_size", found, "write the archive with fewer columns or larger row groups");
  }
  return source.read(size - 8 - length, length + 8);
}

function word(source: ByteSource, offset: number): number {
  const [a, b, c, d] = source.read(offset, 4);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}

function notParquet(label: string, found: string): Error {
  return schemaError(label, "archive", `the file ${found}`, "export it as parquet, or as CSV under a name in .csv");
}

/** How to make an archive of a parquet file that is none. */
export function ingestHint(label: string): string {
  return `build an archive with liquet ingest ${label} --out ARCHIVE.parquet --meta META.json`;
}

function checkRows(metadata: FileMetaData, size: number): void {
  const { num_rows: rows, row_groups: groups } = metadata;
  if (typeof rows !== "bigint") throw new Error("its footer states no number of rows");
  const limit = Math.max(2 ** 20, size * ROWS_PER_BYTE);
  if (rows < 0n || rows > limit) throw new Error(`it claims ${rows} rows in ${size} bytes`);
  let sum = 0n;
  for (const group of groups) {
    if (typeof group.num_rows !== "bigint" || group.num_rows < 0n) throw new Error("a row group states no rows");
    sum += group.num_rows;
  }
  if (sum !== rows) throw new Error(`it claims ${rows} rows and its row groups ${sum}`);
}
