import { createHash } from "node:crypto";
import type { Series } from "./series.ts";

/** A digest that grows with each read of one archive. */
export interface RowDigest {
  add(rows: Series): void;
  rows(): number;
  hex(): string;
}

const CHUNK = 1 << 15;

/**
 * SHA-256 over the canonical rows, whatever the file's encoding. Each read adds, little-endian: the times as int64
 * microseconds; the values as float64 with one NaN (0x7ff8000000000000) for null and text; the quality dictionary in
 * first-seen order, each entry as its uint32 byte length and UTF-8 bytes (0xffffffff for null); the codes as uint16.
 * A value column with text adds its labels in the same form and one int32 per row.
 */
export function rowDigest(): RowDigest {
  const hash = createHash("sha256");
  let count = 0;
  return {
    add(rows) {
      count += rows.t.length;
      addTimes(hash, rows.t);
      addValues(hash, rows.v);
      addDictionary(hash, rows.qualities);
      hash.update(bytesOf(rows.q));
      if (rows.states) {
        addDictionary(hash, rows.states.labels);
        hash.update(bytesOf(rows.states.code));
      }
    },
    rows: () => count,
    hex: () => hash.copy().digest("hex"),
  };
}

type Hash = ReturnType<typeof createHash>;

/** Adds whole numbers (microseconds) as int64, little-endian. */
export function addTimes(hash: Hash, t: Float64Array): void {
  const words = new Int32Array(2 * Math.min(CHUNK, t.length));
  for (let from = 0; from < t.length; from += CHUNK) {
    const n = Math.min(CHUNK, t.length - from);
    for (let i = 0; i < n; i++) {
      const us = t[from + i];
      const high = Math.floor(us / 4294967296);
      words[2 * i] = us - high * 4294967296;
      words[2 * i + 1] = high;
    }
    hash.update(bytesOf(words.subarray(0, 2 * n)));
  }
}

/** Adds float64 values, little-endian, with one NaN. */
export function addValues(hash: Hash, v: Float64Array): void {
  const words = new Uint32Array(2 * Math.min(CHUNK, v.length));
  const chunk = new Float64Array(words.buffer);
  for (let from = 0; from < v.length; from += CHUNK) {
    const n = Math.min(CHUNK, v.length - from);
    chunk.set(v.subarray(from, from + n));
    for (let i = 0; i < n; i++) {
      // A null may be any NaN in memory; the words are set because a stored NaN need not be the canonical one.
      if (Number.isNaN(v[from + i])) [words[2 * i], words[2 * i + 1]] = [0, 0x7ff80000];
    }
    hash.update(bytesOf(words.subarray(0, 2 * n)));
  }
}

function addDictionary(hash: Hash, labels: (string | null)[]): void {
  const length = new Uint32Array(1);
  for (const label of labels) {
    const bytes = label === null ? null : Buffer.from(label, "utf8");
    length[0] = bytes === null ? 0xffffffff : bytes.length;
    hash.update(bytesOf(length));
    if (bytes) hash.update(bytes);
  }
}

function bytesOf(view: Int32Array | Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
