import type { SchemaElement } from "hyparquet";
import { type Block, blockLength } from "./block.ts";

/** Instants lie strictly between these bounds, where every integer number of microseconds is a double (1684 to 2255). */
export const MICROS_LIMIT = 2 ** 53;

export type InstantUnit = "MILLIS" | "MICROS" | "NANOS" | "INT96";

/** A timestamp column's unit, and whether its values are instants (UTC) or wall-clock readings. */
export interface InstantType {
  unit: InstantUnit;
  utc: boolean;
}

/** Instants in whole microseconds (cut towards the past), and the 0..999 nanoseconds cut off where the unit has them. */
export interface Instants {
  micros: Float64Array;
  nanos: Float64Array | null;
}

/**
 * What kind of timestamp a column holds; null when none. The old annotations TIMESTAMP_MILLIS and TIMESTAMP_MICROS
 * mean UTC by the format's rules; INT96 (Spark, Impala) carries no zone and is UTC by Spark's convention.
 */
export function instantType(element: SchemaElement): InstantType | null {
  const { type, logical_type: logical, converted_type: converted } = element;
  if (type === "INT96") return { unit: "INT96", utc: true };
  if (type !== "INT64") return null;
  if (logical?.type === "TIMESTAMP") return { unit: logical.unit, utc: logical.isAdjustedToUTC === true };
  if (converted === "TIMESTAMP_MILLIS") return { unit: "MILLIS", utc: true };
  return converted === "TIMESTAMP_MICROS" ? { unit: "MICROS", utc: true } : null;
}

const TWO_32 = 4_294_967_296;
const DAY_US = 86_400_000_000;
/** The Julian day number of 1970-01-01. */
const EPOCH_DAY = 2_440_588;

/** Converts stored timestamps, exactly where the result lies within `MICROS_LIMIT` and to a number beyond it elsewhere. */
export function toInstants(block: Block, unit: InstantUnit): Instants {
  if (unit === "INT96") return fromInt96(block);
  if (block.kind !== "int64") throw new Error("a timestamp is not a 64-bit integer");
  const micros = new Float64Array(blockLength(block));
  const nanos = unit === "NANOS" ? new Float64Array(micros.length) : null;
  convertWords(block.data, unit, micros, nanos);
  return { micros, nanos };
}

/**
 * Converts 64-bit integers (low and high words in turn) of a unit to microseconds. `words` may lie in the very memory
 * of `micros`. For NANOS, `nanos` gets the 0..999 cut off.
 */
export function convertWords(
  words: Int32Array,
  unit: InstantUnit,
  micros: Float64Array,
  nanos: Float64Array | null,
): void {
  if (unit === "NANOS") {
    convertNanos(words, micros, nanos);
    return;
  }
  const factor = unit === "MILLIS" ? 1000 : 1;
  for (let i = 0; i < micros.length; i++) micros[i] = (words[2 * i + 1] * TWO_32 + (words[2 * i] >>> 0)) * factor;
}

/**
 * 2^32 = 4294967 * 1000 + 296, so with n = high * 2^32 + low: floor(n / 1000) = high * 4294967 + floor(r / 1000) with
 * r = high * 296 + low, which is far below 2^53. No step rounds.
 */
function convertNanos(words: Int32Array, micros: Float64Array, nanos: Float64Array | null): void {
  for (let i = 0; i < micros.length; i++) {
    const high = words[2 * i + 1];
    const rest = high * 296 + (words[2 * i] >>> 0);
    const whole = Math.floor(rest / 1000);
    micros[i] = high * 4_294_967 + whole;
    if (nanos) nanos[i] = rest - whole * 1000;
  }
}

/** 12 bytes: nanoseconds of the day (64 bits), then the Julian day (32 bits), little-endian. */
function fromInt96(block: Block): Instants {
  if (block.kind !== "fixed" || block.width !== 12) throw new Error("an INT96 timestamp is not 12 bytes long");
  const words = new Int32Array(block.bytes.slice().buffer as ArrayBuffer, 0, 3 * block.count);
  const ofDay = new Int32Array(2 * block.count);
  for (let i = 0; i < block.count; i++) ofDay.set(words.subarray(3 * i, 3 * i + 2), 2 * i);
  const [micros, nanos] = [new Float64Array(block.count), new Float64Array(block.count)];
  convertNanos(ofDay, micros, nanos);
  for (let i = 0; i < block.count; i++) micros[i] += (words[3 * i + 2] - EPOCH_DAY) * DAY_US;
  return { micros, nanos };
}

/** A timestamp from statistics (the raw integer), in whole microseconds cut towards the past. */
export function boundToMicros(raw: bigint, unit: InstantUnit): number {
  if (unit === "NANOS") return Number((raw - (((raw % 1000n) + 1000n) % 1000n)) / 1000n);
  return unit === "MILLIS" ? Number(raw) * 1000 : Number(raw);
}
