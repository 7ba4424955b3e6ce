import { brotliDecompressSync, constants, unzipSync } from "node:zlib";
import { lz4Block, lz4Hadoop } from "./lz4.ts";

/** Decompresses a page into exactly `size` bytes. Throws when the bytes are malformed or give another size. */
export type Decompress = (bytes: Uint8Array, size: number) => Uint8Array;

/**
 * The decompressor of a parquet codec, loaded when first needed (snappy and zstd are WebAssembly). Null for a codec
 * that nothing here decodes (LZO).
 */
export async function loadCodec(codec: string): Promise<Decompress | null> {
  const raw = await loadRaw(codec);
  if (raw === null) return null;
  return (bytes, size) => {
    const page = size === 0 ? new Uint8Array(0) : raw(bytes, size);
    if (page.length !== size) throw new Error(`a page decompresses to ${page.length} bytes and not ${size}`);
    return page;
  };
}

async function loadRaw(codec: string): Promise<Decompress | null> {
  switch (codec) {
    case "UNCOMPRESSED":
      return (bytes) => bytes;
    case "SNAPPY":
      return loadSnappy();
    case "ZSTD":
      return loadZstd();
    case "GZIP":
      return (bytes, size) =>
        plainBytes(unzipSync(bytes, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH }));
    case "BROTLI":
      return (bytes, size) => plainBytes(brotliDecompressSync(bytes, { maxOutputLength: size }));
    case "LZ4_RAW":
      return (bytes, size) => filled(size, (out) => lz4Block(bytes, out, 0));
    case "LZ4":
      return decompressLz4;
    default:
      return null;
  }
}

function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function filled(size: number, fill: (out: Uint8Array) => number): Uint8Array {
  const out = new Uint8Array(size);
  return out.subarray(0, fill(out));
}

/** The name LZ4 was used for Hadoop's frames and, by Arrow, for bare blocks; only trying tells them apart. */
function decompressLz4(bytes: Uint8Array, size: number): Uint8Array {
  try {
    const page = filled(size, (out) => lz4Hadoop(bytes, out));
    if (page.length === size) return page;
  } catch {
    // not framed: a bare block
  }
  return filled(size, (out) => lz4Block(bytes, out, 0));
}

/** The module trusts the length in the stream and not the one asked for, so that is compared first. */
async function loadSnappy(): Promise<Decompress> {
  const { snappyUncompressor } = await import("hysnappy");
  const uncompress = snappyUncompressor();
  return (bytes, size) => {
    const stated = snappyLength(bytes);
    if (stated !== size) throw new Error(`a snappy page states ${stated} bytes and its header ${size}`);
    return uncompress(bytes, size);
  };
}

function snappyLength(bytes: Uint8Array): number {
  let length = 0;
  for (let i = 0; i < 5 && i < bytes.length; i++) {
    length += (bytes[i] & 127) * 2 ** (7 * i);
    if (bytes[i] < 128) return length;
  }
  return -1;
}

async function loadZstd(): Promise<Decompress> {
  const { ZSTDDecoder } = await import("zstddec");
  const decoder = new ZSTDDecoder();
  await withoutFetch(() => decoder.init());
  return (bytes, size) => decoder.decode(bytes, size);
}

/**
 * Where `fetch` exists zstddec loads its inline module through it, which in Node starts an HTTP client and takes 27 ms
 * instead of 2. It looks for `fetch` before it first awaits, so hiding it for that moment is enough.
 */
function withoutFetch<T>(start: () => T): T {
  const fetch = Object.getOwnPropertyDescriptor(globalThis, "fetch");
  if (fetch) Object.defineProperty(globalThis, "fetch", { ...hidden, configurable: true });
  try {
    return start();
  } finally {
    if (fetch) Object.defineProperty(globalThis, "fetch", fetch);
  }
}
const hidden = { value: undefined, writable: true };
