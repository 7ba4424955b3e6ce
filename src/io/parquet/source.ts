import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { BadCall } from "../../contract/outcome.ts";
import { reason } from "../paths.ts";

/** A file read at random, in pieces. The only way the parquet reader reaches the disk. */
export interface ByteSource {
  /** The path as the caller typed it. */
  path: string;
  /** Bytes in the file. */
  size: number;
  /** Changes whenever the file's content may have. */
  stamp: string;
  /** Exactly `length` bytes from `offset`. Throws when the piece does not lie in the file. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** Opens a file for reading. BadCall, one line naming the path, when it is missing, a directory or unreadable. */
export function openSource(path: string, ref = path): ByteSource {
  const fd = openRegularFile(path, ref);
  const stats = fstatSync(fd);
  return {
    path: ref,
    size: stats.size,
    stamp: `${stats.ino} ${stats.size} ${stats.mtimeMs}`,
    read: (offset, length) => readExactly(fd, ref, stats.size, offset, length),
    close: () => closeSync(fd),
  };
}

/** A device or a pipe could block for ever, so the kind of file is looked at before it is opened. */
function openRegularFile(path: string, ref: string): number {
  let stats: Stats;
  try {
    stats = statSync(path);
    if (stats.isFile()) return openSync(path, "r");
  } catch (error) {
    throw new BadCall(`cannot open '${ref}': ${reason(error)}`);
  }
  throw new BadCall(`cannot open '${ref}': it is ${stats.isDirectory() ? "a folder" : "not a regular file"}`);
}

function readExactly(fd: number, ref: string, size: number, offset: number, length: number): Uint8Array {
  if (!(offset >= 0 && length >= 0 && offset + length <= size)) {
    throw new Error(`${length} bytes at offset ${offset} do not lie in its ${size} bytes`);
  }
  const bytes = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
  let done = 0;
  while (done < length) {
    const got = readPiece(fd, ref, bytes, done, offset + done);
    if (got === 0) throw new Error(`it ends at byte ${offset + done} and was ${size} bytes long when it was opened`);
    done += got;
  }
  return bytes;
}

function readPiece(fd: number, ref: string, into: Uint8Array, at: number, position: number): number {
  try {
    return readSync(fd, into, at, into.length - at, position);
  } catch (error) {
    throw new BadCall(`cannot read '${ref}': ${reason(error)}`);
  }
}
