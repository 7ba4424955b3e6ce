import type { SchemaElement } from "hyparquet";
import type { KeyDictionary } from "../../series/key-dictionary.ts";
import { type Block, blockLength } from "./block.ts";
import { isUnsigned, wordsAt } from "./numbers.ts";
import { isText } from "./texts.ts";

/**
 * The conversion of a column to codes of a dictionary, or null when its type names nothing: texts as they are, integers
 * in decimal (also those stored as floats, as pandas does beside a null), booleans as `true` and `false`. NaN gets -1.
 */
export function keyConversion(element: SchemaElement, into: KeyDictionary): ((block: Block) => Int32Array) | null {
  if (isText(element)) return (block) => textKeys(block, into);
  const logical = element.logical_type?.type ?? element.converted_type ?? "";
  if (element.type === "BOOLEAN") return (block) => spelledKeys(block, into, false);
  if (element.type === "FLOAT" || element.type === "DOUBLE") {
    return logical === "" ? (block) => spelledKeys(block, into, false) : null;
  }
  if (element.type !== "INT32" && element.type !== "INT64") return null;
  if (!/^(U?INT_\d+|INTEGER|)$/.test(logical)) return null;
  return (block) => spelledKeys(block, into, isUnsigned(element));
}

function textKeys(block: Block, into: KeyDictionary): Int32Array {
  if (block.kind !== "bytes") throw new Error("a text is not stored as bytes");
  const { bytes, starts, lengths } = block;
  const codes = new Int32Array(starts.length);
  for (let i = 0; i < codes.length; i++) codes[i] = into.ofBytes(bytes, starts[i], starts[i] + lengths[i]);
  return codes;
}

function spelledKeys(block: Block, into: KeyDictionary, unsigned: boolean): Int32Array {
  const codes = new Int32Array(blockLength(block));
  const digits = new Uint8Array(32);
  for (let i = 0; i < codes.length; i++) {
    const value = keyAt(block, i, unsigned);
    if (Number.isNaN(value)) {
      codes[i] = -1;
      continue;
    }
    const start = spell(value, digits);
    codes[i] = into.ofBytes(digits, start, digits.length);
  }
  return codes;
}

function keyAt(block: Block, i: number, unsigned: boolean): number | bigint | boolean {
  if (block.kind === "boolean") return block.data[i] === 1;
  if (block.kind === "float32" || block.kind === "float64") return block.data[i];
  if (block.kind === "int32") return unsigned ? block.data[i] >>> 0 : block.data[i];
  if (block.kind !== "int64") throw new Error("an integer is not stored as one");
  const value = wordsAt(block.data, i);
  return unsigned && value < 0 ? BigInt.asUintN(64, BigInt(value)) : value;
}

/** Writes the key at the end of `out` and returns where it starts; no string is made for an ordinary integer. */
function spell(value: number | bigint | boolean, out: Uint8Array): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    const text = Buffer.from(String(value), "latin1");
    out.set(text, out.length - text.length);
    return out.length - text.length;
  }
  let at = out.length;
  let rest = Math.abs(value);
  do {
    const next = Math.floor(rest / 10);
    out[--at] = 48 + rest - next * 10;
    rest = next;
  } while (rest > 0);
  if (value < 0) out[--at] = 45;
  return at;
}
