import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { reason } from "../paths.ts";

/** Bytes to read, as often as they are asked for. */
export interface ByteSource {
  size: number;
  open(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

const CHUNK = 1 << 20;

/** A file, read in chunks of a megabyte. `ref` names it in errors (BadCall). */
export function fileSource(path: string, ref: string): ByteSource {
  const stats = statSync(path, { throwIfNoEntry: false });
  return {
    size: stats?.size ?? 0,
    async *open(signal) {
      try {
        if (stats?.isFile()) yield* chunksOf(path, stats.size, signal);
        else yield* createReadStream(path, { highWaterMark: CHUNK, signal }) as AsyncIterable<Uint8Array>;
      } catch (error) {
        if (signal?.aborted || (error as NodeJS.ErrnoException)?.syscall === undefined) throw error;
        throw new BadCall(`cannot read '${ref}': ${reason(error)}`);
      }
    },
  };
}

/** A regular file does not keep one waiting; a stream of it takes 4 ms to open, more than a small file takes to read. */
async function* chunksOf(path: string, size: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const fd = openSync(path, "r");
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Some files say they hold nothing and do (/proc), so the size is only a hint.
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK, Math.max(size + 1, 1 << 16)));
      const length = readSync(fd, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
      // Between chunks a cancel gets its turn.
      if (length === CHUNK) await setImmediate();
    }
  } finally {
    closeSync(fd);
  }
}

/** More than this must come from a file, which is read piece by piece. */
const MOST_BYTES = 2 ** 31;

/** What parquet files start with, and no header line of a CSV that is read here. */
const PARQUET = Buffer.from("PAR1");

/** A CSV from a stream, kept in memory so that it can be read again. Refuses SchemaError above 2 GB and for parquet. */
export async function streamedCsv(stream: AsyncIterable<Uint8Array | string>, label: string): Promise<ByteSource> {
  const source = await memorySource(stream, label);
  for await (const chunk of source.open()) {
    if (PARQUET.equals(chunk.subarray(0, PARQUET.length))) throw parquet(label);
    break;
  }
  return source;
}

/** A stream, kept in memory so that it can be read again. Refuses SchemaError above 2 GB. */
export async function memorySource(stream: AsyncIterable<Uint8Array | string>, label: string): Promise<ByteSource> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk, "utf8") : chunk);
    size += chunk.length;
    if (size > MOST_BYTES) throw tooLarge(label);
  }
  return {
    size,
    async *open() {
      yield* chunks;
    },
  };
}

function parquet(label: string): Error {
  const remedy = "write it to a file and name the file";
  return refusal("SchemaError", `${label}: holds parquet, and only text is read from there; ${remedy}`, {
    check: "stdin_format",
    file: label,
    observed: "parquet",
    required: "CSV",
    remedy,
  });
}

function tooLarge(label: string): Error {
  const remedy = "write it to a file and name the file";
  return refusal("SchemaError", `${label}: more than 2 GB; ${remedy}`, {
    check: "stdin_size",
    file: label,
    required: `at most ${MOST_BYTES} bytes`,
    remedy,
  });
}
