import { createHash } from "node:crypto";
import type { ColumnTable, KeyColumn } from "./column-table.ts";
import { addValues } from "./digest.ts";

/**
 * SHA-256 over the columns that were read, in the order asked for, whatever the file's format: numbers as float64 with
 * one NaN; keys as their texts in first-seen order (uint32 byte length and UTF-8 bytes each) and one int32 a row.
 * All little-endian.
 */
export function tableDigest(table: ColumnTable): string {
  const hash = createHash("sha256");
  for (const column of Object.values(table.columns)) {
    if ("values" in column) addValues(hash, column.values);
    else {
      addKeys(hash, column);
      hash.update(new Uint8Array(column.codes.buffer, column.codes.byteOffset, column.codes.byteLength));
    }
  }
  return hash.digest("hex");
}

const CHUNK = 1 << 16;

/** Texts are gathered in chunks: a call of the hash for each of millions would be the slowest part. */
function addKeys(hash: ReturnType<typeof createHash>, column: KeyColumn): void {
  let chunk = Buffer.alloc(CHUNK);
  let at = 0;
  for (let code = 0; code < column.size; code++) {
    const bytes = column.bytes(code);
    if (at + bytes.length + 4 > chunk.length) {
      hash.update(chunk.subarray(0, at));
      at = 0;
      if (bytes.length + 4 > chunk.length) chunk = Buffer.alloc(bytes.length + 4);
    }
    at = chunk.writeUInt32LE(bytes.length, at);
    chunk.set(bytes, at);
    at += bytes.length;
  }
  hash.update(chunk.subarray(0, at));
}
