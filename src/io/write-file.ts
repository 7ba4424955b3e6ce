import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { BadCall } from "../contract/outcome.ts";
import { reason } from "./paths.ts";

/**
 * Writes a file whole or not at all: a temporary file in the same folder, synced, then renamed. An existing file is
 * a BadCall unless `overwrite`. Missing parent folders are made.
 */
export async function writeFileAtomically(
  path: string,
  ref: string,
  bytes: Uint8Array | string,
  overwrite: boolean,
): Promise<void> {
  const sink = openFileSink(path, ref, overwrite);
  sink.write(typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes);
  sink.commit();
}

/** Takes the bytes of a file in order. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  /** No more bytes follow: the open file is given back before the commit or abort that must still come. */
  close(): void;
  /** The file is complete: it appears under its name, whole. */
  commit(): void;
  /** The file will not be completed: nothing remains of it. */
  abort(): void;
}

/**
 * A sink that becomes a file when it is committed: until then the bytes go to a temporary file in the same folder
 * (missing folders are made), which is synced and renamed. BadCall when `path` exists and `overwrite` is not set, or
 * when it cannot be written; the temporary file is gone then. `ref` is the path as the caller typed it.
 */
export function openFileSink(path: string, ref: string, overwrite: boolean): ByteSink {
  refuseExisting(path, ref, overwrite);
  const temporary = temporaryBeside(path);
  let fd: number | null = openTemporary(temporary, ref);
  const close = (): void => {
    if (fd !== null) closeSync(fd);
    fd = null;
  };
  const abort = (): void => {
    close();
    rmSync(temporary, { force: true });
  };
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      abort();
      throw asBadCall(error, ref);
    }
  };
  return {
    write: (bytes) =>
      attempt(() => {
        for (let done = 0; done < bytes.length; ) done += writeSync(Number(fd), bytes, done);
      }),
    close: () => attempt(close),
    commit: () =>
      attempt(() => {
        close();
        publish(temporary, path, ref, overwrite);
      }),
    abort,
  };
}

function openTemporary(temporary: string, ref: string): number {
  try {
    mkdirSync(dirname(temporary), { recursive: true });
    return openSync(temporary, "wx");
  } catch (error) {
    throw asBadCall(error, ref);
  }
}

/** What the file system says no to is a bad call; anything else stays what it was. */
function asBadCall(error: unknown, ref: string): unknown {
  const code = (error as NodeJS.ErrnoException)?.code;
  return typeof code === "string" ? new BadCall(`cannot write '${ref}': ${reason(error)}`) : error;
}

/** BadCall when the file is there and may not be replaced, or is no plain file that could be (a device, a folder, a link). */
export function refuseExisting(path: string, ref: string, overwrite: boolean): void {
  const found = entryAt(path, ref);
  if (!found) return;
  if (!overwrite) throw existing(ref);
  if (!found.isFile()) throw new BadCall(`cannot replace '${ref}': it is not a plain file`);
}

function entryAt(path: string, ref: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw asBadCall(error, ref);
  }
}

/** A name in the same folder that no one else uses. */
export function temporaryBeside(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}.tmp`;
}

/** Gives a finished temporary file its name. Without `overwrite` a file that came in between is kept: BadCall. */
export function publish(temporary: string, path: string, ref: string, overwrite: boolean): void {
  const handle = openSync(temporary, "r+");
  fsyncSync(handle);
  closeSync(handle);
  if (overwrite) {
    renameSync(temporary, path);
    return;
  }
  try {
    // A link fails when the name is taken; a rename would replace it.
    linkSync(temporary, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST") throw existing(ref);
    // File systems without hard links: the check above is all there is.
    renameSync(temporary, path);
    return;
  }
  rmSync(temporary, { force: true });
}

function existing(ref: string): BadCall {
  return new BadCall(`'${ref}' exists, and no file is replaced unasked; choose another name or pass --overwrite`);
}
