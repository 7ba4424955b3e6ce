import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { BadCall } from "../../contract/outcome.ts";
import { reason } from "../paths.ts";
import { publish, refuseExisting, temporaryBeside } from "../write-file.ts";

/** Takes the bytes of a file in order. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
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
  let fd: number | null = null;
  let made = false;
  attempt(() => {
    mkdirSync(dirname(path), { recursive: true });
    fd = openSync(temporary, "wx");
    made = true;
  });
  return { write, commit, abort };

  function write(bytes: Uint8Array): void {
    attempt(() => {
      for (let done = 0; done < bytes.length; ) done += writeSync(Number(fd), bytes, done);
    });
  }

  function commit(): void {
    attempt(() => {
      close();
      publish(temporary, path, ref, overwrite);
    });
  }

  function abort(): void {
    close();
    if (made) rmSync(temporary, { force: true });
  }

  function close(): void {
    if (fd !== null) closeSync(fd);
    fd = null;
  }

  function attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      abort();
      throw error instanceof BadCall ? error : new BadCall(`cannot write '${ref}': ${reason(error)}`);
    }
  }
}
