import { createReadStream } from "node:fs";
import { BadCall } from "../contract/outcome.ts";
import { reason, requireFile, resolvePath } from "./paths.ts";

/** A file's bytes, or stdin's for `-`, in chunks of some 64 kB. Ends with the signal; BadCall when it cannot be read. */
export async function* readBytes(
  ref: string,
  { stdin, roots, signal }: { stdin: NodeJS.ReadableStream | null; roots: string[]; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  if (ref === "-" && stdin === null) throw new BadCall("'-' (stdin) is only for the terminal; name a file");
  const path = ref === "-" ? null : resolvePath(ref, roots);
  if (path !== null) requireFile(path, ref);
  const source = path === null ? (stdin as NodeJS.ReadableStream) : createReadStream(path, { highWaterMark: 1 << 16 });
  try {
    for await (const chunk of source) {
      signal.throwIfAborted();
      yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    }
  } catch (error) {
    if (signal.aborted || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new BadCall(`cannot read '${ref}': ${reason(error)}`);
  }
}
