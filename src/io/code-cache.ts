import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The compiled code of some of the program's scripts, by the script's name. */
export type CompiledCode = Map<string, Uint8Array>;

/** Where compiled code is kept, for which program and engine it holds, and the checksum (zlib's) that guards it. */
export interface CodeCache {
  path: string;
  identity: string;
  crc32: (bytes: Uint8Array) => number;
}

/** Lengths are in bytes; the blobs follow in this order, each on a multiple of 8 as V8 wants it. */
interface Header {
  identity: string;
  scripts: [name: string, length: number][];
}

/**
 * Reads compiled code back. Whatever is wrong with the file (absent, cut short, damaged, another user's, of another
 * program or engine) it is as if there were none: V8 itself does not look whether the bytes are those it wrote, and
 * would crash on others.
 */
export function readCodeCache({ path, identity, crc32 }: CodeCache): CompiledCode {
  const found: CompiledCode = new Map();
  try {
    const file = readOwnFile(path);
    if (crc32(file.subarray(4)) !== file.readUInt32LE(0)) return found;
    const headerEnd = 8 + file.readUInt32LE(4);
    const header = JSON.parse(file.toString("utf8", 8, headerEnd)) as Header;
    if (header.identity !== identity) return found;
    let at = aligned(headerEnd);
    for (const [name, length] of header.scripts) {
      found.set(name, file.subarray(at, at + length));
      at = aligned(at + length);
    }
  } catch {
    found.clear();
  }
  return found;
}

/**
 * Keeps compiled code for the next run: a file of its own, then renamed, so that any number of processes may do it at
 * once. `compiled` is asked only when the file could be opened. A folder that cannot be written is no fault of the
 * call: nothing is kept and nothing is said.
 */
export function writeCodeCache({ path, identity, crc32 }: CodeCache, compiled: () => CompiledCode): void {
  const temporary = `${path}.${process.pid}-${process.hrtime.bigint()}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fd = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(fd, encode(identity, compiled(), crc32));
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch {
    discard(temporary);
  }
}

function readOwnFile(path: string): Buffer {
  const fd = openSync(path, "r");
  try {
    // Code is run from it: a file that somebody else put there is not.
    if (process.getuid && fstatSync(fd).uid !== process.getuid()) throw new Error("another user's file");
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function encode(identity: string, compiled: CompiledCode, crc32: CodeCache["crc32"]): Uint8Array {
  const scripts = [...compiled].map(([name, code]): [string, number] => [name, code.length]);
  const header = Buffer.from(JSON.stringify({ identity, scripts } satisfies Header));
  const start = Buffer.alloc(8);
  start.writeUInt32LE(header.length, 4);
  const parts = [start, header, ...compiled.values()].flatMap((part) => [part, padding(part)]);
  const file = Buffer.concat(parts);
  file.writeUInt32LE(crc32(file.subarray(4)), 0);
  return file;
}

function padding(part: Uint8Array): Uint8Array {
  return new Uint8Array(aligned(part.length) - part.length);
}

function aligned(at: number): number {
  return (at + 7) & ~7;
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A folder that refuses even this keeps the file; it is read by nobody.
  }
}
