import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { LineLog } from "../contract/context.ts";
import { BadCall } from "../contract/outcome.ts";
import { reason } from "./paths.ts";

/**
 * Opens a file of lines; it and its folder are made when missing. An appended line is with the system, whole, before
 * `append` returns, so a killed process loses none; a line that an earlier kill tore is closed off first.
 */
export function openLineLog(path: string, ref: string): LineLog {
  const file = explained(ref, () => {
    mkdirSync(dirname(path), { recursive: true });
    const opened = openSync(path, "a");
    writeWhole(opened, "\n");
    return opened;
  });
  return {
    lines: () => linesOf(path),
    append: async (line) => explained(ref, () => writeWhole(file, `${line}\n`)),
    close: async () => closeSync(file),
  };
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function explained<T>(ref: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new BadCall(`cannot write '${ref}': ${reason(error)}`);
  }
}
