import type { SchemaElement } from "hyparquet";
import { type Block, blockLength } from "./block.ts";
import { isUnsigned, wordsAt } from "./numbers.ts";

/** Gives each distinct text a number, in the order of first sight. */
export interface Interner {
  labels: string[];
  ofText(text: string): number;
  /** The same for UTF-8 bytes, without making a string when the text is known. */
  ofBytes(bytes: Uint8Array, start: number, length: number): number;
}

/** Byte-order marks are kept: the text is verbatim. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** A fresh interner. Texts that are not valid UTF-8 are read with replacement characters. */
export function interner(): Interner {
  const labels: string[] = [];
  const codes = new Map<string, number>();
  const known = byteTable();
  const ofText = (text: string): number => {
    let code = codes.get(text);
    if (code === undefined) {
      code = labels.length;
      labels.push(text);
      codes.set(text, code);
    }
    return code;
  };
  const ofBytes = (bytes: Uint8Array, start: number, length: number): number =>
    known.find(bytes, start, length, () => ofText(utf8.decode(bytes.subarray(start, start + length))));
  return { labels, ofText, ofBytes };
}

interface Entry {
  bytes: Uint8Array;
  code: number;
  next: Entry | undefined;
}

/** Byte strings to codes: chains of entries by hash (FNV-1a), the last hit first because qualities repeat. */
function byteTable() {
  const chains = new Map<number, Entry>();
  let last: Entry | undefined;
  const find = (bytes: Uint8Array, start: number, length: number, add: () => number): number => {
    if (last && same(last.bytes, bytes, start, length)) return last.code;
    const hash = hashOf(bytes, start, length);
    const head = chains.get(hash);
    let entry = head;
    while (entry && !same(entry.bytes, bytes, start, length)) entry = entry.next;
    if (!entry) {
      entry = { bytes: bytes.slice(start, start + length), code: add(), next: head };
      chains.set(hash, entry);
    }
    last = entry;
    return entry.code;
  };
  return { find };
}

function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}

function same(a: Uint8Array, bytes: Uint8Array, start: number, length: number): boolean {
  if (a.length !== length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== bytes[start + i]) return false;
  return true;
}

/** Turns a block into codes of an interner. */
export type ToCodes = (block: Block, into: Interner) => Int32Array;

/** True when the column holds text: BYTE_ARRAY marked as a string or not marked at all. */
export function isText(element: SchemaElement): boolean {
  const logical = element.logical_type?.type ?? element.converted_type ?? "";
  return element.type === "BYTE_ARRAY" && /^(STRING|UTF8|ENUM|JSON|)$/.test(logical);
}

/** Codes of a text column. */
export const textCodes: ToCodes = (block, into) => {
  if (block.kind !== "bytes") throw new Error("a text is not stored as bytes");
  const codes = new Int32Array(block.starts.length);
  for (let i = 0; i < codes.length; i++) codes[i] = into.ofBytes(block.bytes, block.starts[i], block.lengths[i]);
  return codes;
};

/**
 * The conversion of a quality column to codes, or null when its type can hold none. Integers of any width are spelled
 * in decimal; floats with an integral value as that integer (what pandas makes of integers beside a null), NaN as null.
 */
export function qualityConversion(element: SchemaElement): ToCodes | null {
  if (isText(element)) return textCodes;
  const logical = element.logical_type?.type ?? element.converted_type ?? "";
  if (element.type === "FLOAT" || element.type === "DOUBLE") return logical === "" ? spelled(floatAt) : null;
  if (element.type !== "INT32" && element.type !== "INT64") return null;
  if (!/^(U?INT_\d+|INTEGER|)$/.test(logical)) return null;
  return spelled(isUnsigned(element) ? unsignedAt : signedAt);
}

/** Codes by the spelling of each number; equal neighbours are looked up once. NaN gets -1. */
function spelled(at: (block: Block, i: number) => number | bigint): ToCodes {
  return (block, into) => {
    const codes = new Int32Array(blockLength(block));
    let last: number | bigint | undefined;
    let code = -1;
    for (let i = 0; i < codes.length; i++) {
      const value = at(block, i);
      if (value !== last) code = Number.isNaN(value) ? -1 : into.ofText(String(value));
      last = value;
      codes[i] = code;
    }
    return codes;
  };
}

function floatAt(block: Block, i: number): number {
  if (block.kind !== "float32" && block.kind !== "float64") throw new Error("a float is not stored as one");
  // -0 is spelled 0 by String
  return block.data[i];
}

function signedAt(block: Block, i: number): number | bigint {
  if (block.kind === "int64") return wordsAt(block.data, i);
  if (block.kind !== "int32") throw new Error("an integer is not stored as one");
  return block.data[i];
}

function unsignedAt(block: Block, i: number): number | bigint {
  const value = signedAt(block, i);
  return value >= 0 ? value : block.kind === "int64" ? BigInt.asUintN(64, BigInt(value)) : Number(value) >>> 0;
}
