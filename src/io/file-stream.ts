import { mkdirSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { FileStream } from "../contract/context.ts";
import { BadCall } from "../contract/outcome.ts";
import { reason } from "./paths.ts";
import type { Hold } from "./signals.ts";
import { publish, refuseExisting, temporaryBeside } from "./write-file.ts";

/** Text is gathered to pieces of this many characters before it goes to the disk. */
const PIECE = 1 << 17;

/**
 * Starts a file at `path`: a temporary one in the same folder until `commit`. An existing file is a BadCall unless
 * `overwrite`. Signals are held from here until `commit` or `abandon`.
 */
export async function openFileStream(path: string, ref: string, overwrite: boolean, hold?: Hold): Promise<FileStream> {
  refuseExisting(path, ref, overwrite);
  const release = hold?.() ?? (async () => {});
  const temporary = temporaryBeside(path);
  const drop = () => rmSync(temporary, { force: true });
  const handle = await explained(ref, drop, async () => {
    mkdirSync(dirname(path), { recursive: true });
    return open(temporary, "wx");
  }).catch(async (error) => {
    await release();
    throw error;
  });
  return stream(handle, { ref, drop, publish: () => publish(temporary, path, ref, overwrite), release });
}

interface OpenFile {
  ref: string;
  drop(): void;
  publish(): void;
  release(): Promise<void>;
}

function stream(handle: FileHandle, file: OpenFile): FileStream {
  let waiting = "";
  const flush = async () => {
    await handle.writeFile(waiting);
    waiting = "";
  };
  return {
    async write(text) {
      waiting += text;
      if (waiting.length >= PIECE) await explained(file.ref, file.drop, flush);
    },
    async commit() {
      await explained(file.ref, file.drop, async () => {
        await flush();
        await handle.close();
        file.publish();
      });
      await file.release();
    },
    async abandon() {
      await handle.close().catch(() => {});
      file.drop();
      await file.release();
    },
  };
}

async function explained<T>(ref: string, drop: () => void, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    drop();
    throw error instanceof BadCall ? error : new BadCall(`cannot write '${ref}': ${reason(error)}`);
  }
}
