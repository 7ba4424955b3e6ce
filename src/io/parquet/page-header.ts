import { type Cursor, readBinary, readInner, readInteger, readStruct } from "./thrift.ts";

/** Encodings by their number in the format. */
const ENCODINGS: Record<number, string> = {
  0: "PLAIN",
  2: "PLAIN_DICTIONARY",
  3: "RLE",
  4: "BIT_PACKED",
  5: "DELTA_BINARY_PACKED",
  6: "DELTA_LENGTH_BYTE_ARRAY",
  7: "DELTA_BYTE_ARRAY",
  8: "RLE_DICTIONARY",
  9: "BYTE_STREAM_SPLIT",
};

/** What a page header says, unchecked; a field that is not there is -1 (or as noted). */
export interface PageHeader {
  kind: "data" | "data-v2" | "dictionary" | "other";
  uncompressed: number;
  compressed: number;
  /** CRC-32 as a signed number; null when there is none. */
  crc: number | null;
  values: number;
  encoding: string;
  /** Data page v2 alone: bytes of the levels in front, and whether the values are compressed (they are by default). */
  repetition: number;
  levels: number;
  isCompressed: boolean;
  /** Least and greatest value as stored. */
  min: Uint8Array | null;
  max: Uint8Array | null;
}

const KINDS = ["data", "other", "dictionary", "data-v2"] as const;

/**
 * Reads the page header that starts at the cursor. Null when the bytes end first; throws on a malformed one.
 * Source: parquet.thrift of Apache Parquet (PageHeader and the structs in it).
 */
export function readPageHeader(cursor: Cursor): PageHeader | null {
  const header: PageHeader = {
    kind: "other",
    uncompressed: -1,
    compressed: -1,
    crc: null,
    values: -1,
    encoding: "",
    repetition: -1,
    levels: -1,
    isCompressed: true,
    min: null,
    max: null,
  };
  const take = (id: number, type: number): boolean => {
    if (id === 1) header.kind = KINDS[readInteger(cursor)] ?? "other";
    else if (id === 2) header.uncompressed = readInteger(cursor);
    else if (id === 3) header.compressed = readInteger(cursor);
    else if (id === 4) header.crc = readInteger(cursor);
    else if ((id === 5 || id === 7) && type === STRUCT) readInner(cursor, detailsV1(cursor, header));
    else if (id === 8 && type === STRUCT) readInner(cursor, detailsV2(cursor, header));
    else return false;
    return true;
  };
  return readStruct(cursor, take) ? header : null;
}

const STRUCT = 12;

type Take = (id: number, type: number) => boolean;

/** Of a data page v1 or a dictionary page, whose first two fields agree. */
function detailsV1(cursor: Cursor, header: PageHeader): Take {
  return (id, type) => {
    if (id === 1) header.values = readInteger(cursor);
    else if (id === 2) header.encoding = encodingName(readInteger(cursor));
    else if (id === 5 && type === STRUCT) readInner(cursor, bounds(cursor, header));
    else return false;
    return true;
  };
}

function detailsV2(cursor: Cursor, header: PageHeader): Take {
  return (id, type) => {
    if (id === 1) header.values = readInteger(cursor);
    else if (id === 4) header.encoding = encodingName(readInteger(cursor));
    else if (id === 5) header.levels = readInteger(cursor);
    else if (id === 6) header.repetition = readInteger(cursor);
    else if (id === 7) header.isCompressed = type === 1;
    else if (id === 8 && type === STRUCT) readInner(cursor, bounds(cursor, header));
    else return false;
    return true;
  };
}

function bounds(cursor: Cursor, header: PageHeader): Take {
  return (id) => {
    if (id === 5) header.max = readBinary(cursor);
    else if (id === 6) header.min = readBinary(cursor);
    else return false;
    return true;
  };
}

function encodingName(number: number): string {
  return ENCODINGS[number] ?? `number ${number}`;
}
