import * as zlib from "node:zlib";

/** CRC-32 (polynomial 0xEDB88320, as gzip and parquet use it), as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  const native = (zlib as { crc32?: (data: Uint8Array) => number }).crc32;
  return native ? native(bytes) : tableCrc(bytes);
}

let tables: Uint32Array | undefined;

/** Four bytes a step: table k is table 0 advanced by k more zero bytes (slicing-by-4). */
function tableCrc(bytes: Uint8Array): number {
  tables ??= makeTables();
  const t = tables;
  const whole = bytes.length & ~3;
  let crc = 0xffffffff;
  let i = 0;
  for (; i < whole; i += 4) {
    crc ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    crc = t[768 + (crc & 255)] ^ t[512 + ((crc >>> 8) & 255)] ^ t[256 + ((crc >>> 16) & 255)] ^ t[crc >>> 24];
  }
  for (; i < bytes.length; i++) crc = t[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function makeTables(): Uint32Array {
  const table = new Uint32Array(1024);
  for (let n = 0; n < 256; n++) {
    let crc = n;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    table[n] = crc;
  }
  for (let n = 256; n < 1024; n++) table[n] = table[table[n - 256] & 255] ^ (table[n - 256] >>> 8);
  return table;
}
