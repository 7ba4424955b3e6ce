import { decodeDelta } from "./delta.ts";
import { decodeHybrid } from "./levels.ts";

/** Values of one page, or of a dictionary, in their physical type; nulls are not among them. */
export type Block =
  | { kind: "int32"; data: Int32Array }
  /** Low and high 32-bit word of each value in turn. */
  | { kind: "int64"; data: Int32Array }
  | { kind: "float32"; data: Float32Array }
  | { kind: "float64"; data: Float64Array }
  /** 0 or 1. */
  | { kind: "boolean"; data: Uint8Array }
  /** `width` bytes each (FIXED_LEN_BYTE_ARRAY, INT96). */
  | { kind: "fixed"; bytes: Uint8Array; width: number; count: number }
  | { kind: "bytes"; bytes: Uint8Array; starts: Int32Array; lengths: Int32Array };

/** How many values a block holds. */
export function blockLength(block: Block): number {
  switch (block.kind) {
    case "int64":
      return block.data.length / 2;
    case "fixed":
      return block.count;
    case "bytes":
      return block.starts.length;
    default:
      return block.data.length;
  }
}

/**
 * Decodes the values of a page that are not dictionary indices: `count` values of a physical type from
 * bytes[at..]. `width` is the length of FIXED_LEN_BYTE_ARRAY. Throws when the bytes are too few or the encoding is
 * unknown for the type.
 * Source: Apache Parquet, Encodings.md.
 */
export function decodeBlock(
  encoding: string,
  type: string,
  width: number,
  bytes: Uint8Array,
  at: number,
  count: number,
): Block {
  if (encoding === "PLAIN") return decodePlain(type, width, bytes, at, count);
  if (encoding === "BYTE_STREAM_SPLIT")
    return decodePlain(type, width, joinStreams(type, width, bytes, at, count), 0, count);
  if (encoding === "RLE" && type === "BOOLEAN") return decodeBooleans(bytes, at, count);
  if (encoding === "DELTA_BINARY_PACKED" && type === "INT64") {
    return { kind: "int64", data: decodeDelta(bytes, at, count).words };
  }
  if (encoding === "DELTA_BINARY_PACKED" && type === "INT32") {
    return { kind: "int32", data: lowWords(decodeDelta(bytes, at, count).words) };
  }
  if (encoding === "DELTA_LENGTH_BYTE_ARRAY" && type === "BYTE_ARRAY") return decodeLengths(bytes, at, count);
  if (encoding === "DELTA_BYTE_ARRAY") return decodePrefixed(type, width, bytes, at, count);
  throw new Error(`encoding ${encoding} of ${type} is not known`);
}

function decodePlain(type: string, width: number, bytes: Uint8Array, at: number, count: number): Block {
  switch (type) {
    case "DOUBLE":
      return { kind: "float64", data: new Float64Array(aligned(bytes, at, 8 * count), 0, count) };
    case "FLOAT":
      return { kind: "float32", data: new Float32Array(aligned(bytes, at, 4 * count), 0, count) };
    case "INT64":
      return { kind: "int64", data: new Int32Array(aligned(bytes, at, 8 * count), 0, 2 * count) };
    case "INT32":
      return { kind: "int32", data: new Int32Array(aligned(bytes, at, 4 * count), 0, count) };
    case "BOOLEAN":
      return { kind: "boolean", data: unpackBits(need(bytes, at, Math.ceil(count / 8)), count) };
    case "INT96":
      return { kind: "fixed", bytes: need(bytes, at, 12 * count), width: 12, count };
    case "FIXED_LEN_BYTE_ARRAY":
      return { kind: "fixed", bytes: need(bytes, at, width * count), width, count };
    case "BYTE_ARRAY":
      return plainByteArrays(bytes, at, count);
    default:
      throw new Error(`type ${type} is not known`);
  }
}

/** The `length` bytes from `at`. Throws when the page has fewer. */
export function need(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length) throw new Error("a page holds fewer values than it states");
  return bytes.subarray(at, at + length);
}

/** A copy of the bytes in a buffer of their own, so that numbers of any width may be read from it. */
function aligned(bytes: Uint8Array, at: number, length: number): ArrayBuffer {
  return need(bytes, at, length).slice().buffer as ArrayBuffer;
}

function unpackBits(bytes: Uint8Array, count: number): Uint8Array {
  const data = new Uint8Array(count);
  for (let i = 0; i < count; i++) data[i] = (bytes[i >>> 3] >>> (i & 7)) & 1;
  return data;
}

function decodeBooleans(bytes: Uint8Array, at: number, count: number): Block {
  const [a, b, c, d] = need(bytes, at, 4);
  const length = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
  need(bytes, at + 4, length);
  const data = new Uint8Array(count);
  decodeHybrid(bytes, at + 4, at + 4 + length, 1, count, 2, data);
  return { kind: "boolean", data };
}

function plainByteArrays(bytes: Uint8Array, at: number, count: number): Block {
  need(bytes, at, 4 * count);
  const starts = new Int32Array(count);
  const lengths = new Int32Array(count);
  let pos = at;
  for (let i = 0; i < count; i++) {
    const length = bytes[pos] | (bytes[pos + 1] << 8) | (bytes[pos + 2] << 16) | (bytes[pos + 3] << 24);
    if (length < 0 || pos + 4 + length > bytes.length) throw new Error("a text reaches beyond its page");
    starts[i] = pos + 4;
    lengths[i] = length;
    pos += 4 + length;
  }
  return { kind: "bytes", bytes, starts, lengths };
}

const WIDTHS: Record<string, number> = { DOUBLE: 8, INT64: 8, FLOAT: 4, INT32: 4 };

/** Byte k of every value lies in stream k; puts the bytes of each value together again. */
function joinStreams(type: string, width: number, bytes: Uint8Array, at: number, count: number): Uint8Array {
  const size = type === "FIXED_LEN_BYTE_ARRAY" ? width : WIDTHS[type];
  if (!size) throw new Error(`encoding BYTE_STREAM_SPLIT of ${type} is not known`);
  const streams = need(bytes, at, size * count);
  const joined = new Uint8Array(size * count);
  for (let k = 0; k < size; k++) {
    for (let i = 0, from = k * count, to = k; i < count; i++, from++, to += size) joined[to] = streams[from];
  }
  return joined;
}

function lowWords(words: Int32Array): Int32Array {
  const data = new Int32Array(words.length / 2);
  for (let i = 0; i < data.length; i++) data[i] = words[2 * i];
  return data;
}

function decodeLengths(bytes: Uint8Array, at: number, count: number): Extract<Block, { kind: "bytes" }> {
  const { words, end } = decodeDelta(bytes, at, count);
  const lengths = lowWords(words);
  const starts = new Int32Array(count);
  let pos = end;
  for (let i = 0; i < count; i++) {
    if (lengths[i] < 0 || pos + lengths[i] > bytes.length) throw new Error("a text reaches beyond its page");
    starts[i] = pos;
    pos += lengths[i];
  }
  return { kind: "bytes", bytes, starts, lengths };
}

/** The most that repeated prefixes may blow a page up to. */
const LARGEST_TEXT = 1 << 27;

/** DELTA_BYTE_ARRAY: each value is a prefix of the one before and a suffix of its own. */
function decodePrefixed(type: string, width: number, bytes: Uint8Array, at: number, count: number): Block {
  const prefixes = decodeDelta(bytes, at, count);
  const suffixes = decodeLengths(bytes, prefixes.end, count);
  const shared = lowWords(prefixes.words);
  const starts = new Int32Array(count);
  const lengths = new Int32Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (shared[i] < 0 || shared[i] > (i === 0 ? 0 : lengths[i - 1]))
      throw new Error("a text repeats more than there is");
    starts[i] = total;
    lengths[i] = shared[i] + suffixes.lengths[i];
    total += lengths[i];
    if (total > LARGEST_TEXT) throw new Error(`the texts of a page exceed ${LARGEST_TEXT} bytes`);
  }
  const texts = new Uint8Array(total);
  for (let i = 0; i < count; i++) {
    if (i > 0) texts.copyWithin(starts[i], starts[i - 1], starts[i - 1] + shared[i]);
    const from = suffixes.starts[i];
    texts.set(bytes.subarray(from, from + suffixes.lengths[i]), starts[i] + shared[i]);
  }
  if (type === "BYTE_ARRAY") return { kind: "bytes", bytes: texts, starts, lengths };
  if (type !== "FIXED_LEN_BYTE_ARRAY" || total !== width * count)
    throw new Error(`encoding DELTA_BYTE_ARRAY of ${type} is not known`);
  return { kind: "fixed", bytes: texts, width, count };
}
