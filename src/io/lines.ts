import { createReadStream, statSync } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import { TextDecoder } from "node:util";
import type { LineBatch } from "../contract/context.ts";
import { BadCall, refusal } from "../contract/outcome.ts";
import { reason, requireFile, resolvePath } from "./paths.ts";

interface LineOptions {
  stdin: (() => NodeJS.ReadableStream) | null;
  roots: string[];
  signal: AbortSignal;
}

/** No id is longer; a text without line ends must not fill the memory. */
const LONGEST_LINE = 1 << 20;

/**
 * The lines of a UTF-8 text file, or of stdin for `-`, without their ends (LF or CR LF) and without a byte order mark,
 * in batches. BadCall when it cannot be read; refuses SchemaError for other encodings and endless lines.
 */
export async function* readLines(ref: string, options: LineOptions): AsyncGenerator<LineBatch> {
  const { chunks, total } = open(ref, options);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let done = 0;
  let first = 1;
  for await (const chunk of explained(ref, chunks, options.signal)) {
    done += chunk.length;
    const lines = (rest + decode(decoder, chunk, ref, first)).split("\n");
    rest = lines.pop() as string;
    if (rest.length > LONGEST_LINE) throw notLines(ref, first + lines.length, `more than ${LONGEST_LINE} characters`);
    yield { first, lines: lines.map(withoutReturn), done, total };
    first += lines.length;
  }
  rest += decode(decoder, null, ref, first);
  if (rest !== "") yield { first, lines: [withoutReturn(rest)], done, total };
}

function open(
  ref: string,
  { stdin, roots, signal }: LineOptions,
): { chunks: AsyncIterable<Uint8Array | string>; total: number | null } {
  if (ref === "-") {
    if (stdin === null) throw new BadCall("'-' (stdin) is only for the terminal; name a file");
    // Nothing may come for as long as the other program likes: cancelled, the stream itself ends.
    return { chunks: addAbortSignal(signal, stdin() as Readable), total: null };
  }
  const path = resolvePath(ref, roots);
  requireFile(path, ref);
  const { size } = statSync(path);
  return { chunks: createReadStream(path, { highWaterMark: 1 << 17, signal }), total: size > 0 ? size : null };
}

async function* explained(
  ref: string,
  chunks: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    }
  } catch (error) {
    if (signal.aborted || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new BadCall(`cannot read '${ref}': ${reason(error)}`);
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array | null, ref: string, line: number): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw notLines(ref, line, "bytes that are not UTF-8");
  }
}

function notLines(ref: string, line: number, what: string) {
  return refusal("SchemaError", `${ref}: ${what} at or after line ${line}; write one id a line in UTF-8`, {
    check: "text_lines",
    observed: what,
    required: "lines of UTF-8 text",
    remedy: "convert the file to UTF-8, one id a line",
    line,
  });
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
