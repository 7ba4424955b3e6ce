import { createReadStream, statSync } from "node:fs";
import { BadCall } from "../../contract/outcome.ts";
import { reason } from "../paths.ts";

/** Bytes to read, as often as they are asked for. */
export interface ByteSource {
  /** Total size, or null when it is not known. */
  size: number | null;
  open(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

const CHUNK = 1 << 20;

/** A file, read in chunks of a megabyte. `ref` names it in errors (BadCall). */
export function fileSource(path: string, ref: string): ByteSource {
  return {
    size: statSync(path, { throwIfNoEntry: false })?.size ?? null,
    async *open(signal) {
      try {
        yield* createReadStream(path, { highWaterMark: CHUNK, signal }) as AsyncIterable<Uint8Array>;
      } catch (error) {
        if (signal?.aborted || (error as NodeJS.ErrnoException)?.syscall === undefined) throw error;
        throw new BadCall(`cannot read '${ref}': ${reason(error)}`);
      }
    },
  };
}

/** A stream that can be read once. */
export function streamSource(stream: AsyncIterable<Uint8Array | string>): ByteSource {
  return {
    size: null,
    async *open() {
      for await (const chunk of stream) yield typeof chunk === "string" ? Buffer.from(chunk, "utf8") : chunk;
    },
  };
}
