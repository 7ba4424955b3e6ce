import type { SchemaElement } from "hyparquet";
import { type Block, blockLength } from "./block.ts";

/** Turns a block of physical values into doubles. */
export type ToNumbers = (block: Block) => Float64Array;

const TWO_32 = 4_294_967_296;

/**
 * The conversion of a column to doubles, or null when its type is no number (dates, times, texts, UUIDs…). Integers
 * beyond 2^53 and decimals are rounded once, to the nearest double; booleans read as 0 and 1.
 */
export function numberConversion(element: SchemaElement): ToNumbers | null {
  const { type } = element;
  const logical = element.logical_type?.type ?? element.converted_type ?? "";
  if (logical === "DECIMAL") return decimalConversion(element);
  if (type === "FIXED_LEN_BYTE_ARRAY" && logical === "FLOAT16") return halfFloats;
  if (type === "BOOLEAN" || type === "FLOAT" || type === "DOUBLE") return logical === "" ? plainNumbers : null;
  if (type !== "INT32" && type !== "INT64") return null;
  if (!/^(U?INT_\d+|INTEGER|)$/.test(logical)) return null;
  return isUnsigned(element) ? unsignedNumbers : plainNumbers;
}

/** True for an integer column whose values are to be read without sign. */
export function isUnsigned({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return converted?.startsWith("UINT_") === true || (logical?.type === "INTEGER" && !logical.isSigned);
}

function plainNumbers(block: Block): Float64Array {
  if (block.kind === "float64") return block.data;
  if (block.kind === "int64") return wordsToNumbers(block.data, 0);
  if (block.kind === "fixed" || block.kind === "bytes") throw new Error("a number is stored as bytes");
  return Float64Array.from(block.data);
}

function unsignedNumbers(block: Block): Float64Array {
  if (block.kind === "int64") return wordsToNumbers(block.data, TWO_32);
  if (block.kind !== "int32") return plainNumbers(block);
  return Float64Array.from(block.data, (value) => value >>> 0);
}

/** `wrap` is added to a negative high word (2^32 reads it without sign). The one addition rounds once. */
function wordsToNumbers(words: Int32Array, wrap: number): Float64Array {
  const out = new Float64Array(words.length / 2);
  for (let i = 0; i < out.length; i++) {
    const high = words[2 * i + 1];
    out[i] = (high < 0 ? high + wrap : high) * TWO_32 + (words[2 * i] >>> 0);
  }
  return out;
}

/** Powers of ten up to 10^22 are exact doubles, so one division of an exact integer by one rounds correctly. */
const EXACT_POWER = 22;

function decimalConversion(element: SchemaElement): ToNumbers | null {
  const logical = element.logical_type;
  const scale = element.scale ?? (logical?.type === "DECIMAL" ? logical.scale : 0);
  if (!(scale >= 0 && scale <= 400)) return null;
  return (block) => {
    const out = new Float64Array(blockLength(block));
    for (let i = 0; i < out.length; i++) out[i] = scaled(unscaledAt(block, i), scale);
    return out;
  };
}

function scaled(unscaled: number | bigint, scale: number): number {
  if (typeof unscaled === "number" && scale <= EXACT_POWER) return unscaled / 10 ** scale;
  return Number(`${unscaled}e-${scale}`);
}

/** A decimal's integer: a double where that is exact, else a bigint. */
function unscaledAt(block: Block, i: number): number | bigint {
  switch (block.kind) {
    case "int32":
      return block.data[i];
    case "int64":
      return wordsAt(block.data, i);
    case "fixed":
      return bigEndian(block.bytes, i * block.width, block.width);
    case "bytes":
      return bigEndian(block.bytes, block.starts[i], block.lengths[i]);
    default:
      throw new Error("a decimal is stored as a floating-point number");
  }
}

/** The signed 64-bit integer at place `i`: a double where that is exact, else a bigint. */
export function wordsAt(words: Int32Array, i: number): number | bigint {
  const value = words[2 * i + 1] * TWO_32 + (words[2 * i] >>> 0);
  if (Number.isSafeInteger(value)) return value;
  return (BigInt(words[2 * i + 1]) << 32n) | BigInt(words[2 * i] >>> 0);
}

/** A two's complement big-endian integer of any length. */
function bigEndian(bytes: Uint8Array, at: number, length: number): number | bigint {
  if (length === 0) return 0;
  let value = bytes[at] < 128 ? bytes[at] : bytes[at] - 256;
  for (let i = 1; i < length; i++) value = value * 256 + bytes[at + i];
  if (Number.isSafeInteger(value)) return value;
  let exact = BigInt(bytes[at] < 128 ? bytes[at] : bytes[at] - 256);
  for (let i = 1; i < length; i++) exact = (exact << 8n) | BigInt(bytes[at + i]);
  return exact;
}

function halfFloats(block: Block): Float64Array {
  if (block.kind !== "fixed" || block.width !== 2) throw new Error("a half float is not two bytes long");
  const out = new Float64Array(block.count);
  for (let i = 0; i < out.length; i++) out[i] = halfFloat(block.bytes[2 * i] | (block.bytes[2 * i + 1] << 8));
  return out;
}

/** IEEE 754 binary16: sign, 5 exponent bits (bias 15), 10 fraction bits. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}
