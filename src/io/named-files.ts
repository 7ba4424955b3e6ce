import { statSync } from "node:fs";
import { resolvePath } from "./paths.ts";

/** A file as an argument found it. */
export interface NamedFile {
  path: string;
  size: number;
  modified_ms: number;
}

const LONGEST_PATH = 4096;

/** The files that arguments name, by the argument's text; one outside the roots is not even looked at. */
export function namedFiles(args: Record<string, unknown>, roots: string[]): Record<string, NamedFile> {
  const texts = Object.values(args)
    .flat()
    .filter((value): value is string => typeof value === "string");
  return Object.fromEntries(texts.flatMap((text) => [[text, fileAt(text, roots)] as const]).filter(isFound));
}

function isFound(entry: readonly [string, NamedFile | null]): entry is readonly [string, NamedFile] {
  return entry[1] !== null;
}

function fileAt(text: string, roots: string[]): NamedFile | null {
  if (text === "" || text.length > LONGEST_PATH) return null;
  try {
    const path = resolvePath(text.replace(/^sqlite:/i, ""), roots);
    const { size, mtimeMs } = statSync(path);
    return { path, size, modified_ms: mtimeMs };
  } catch {
    // No file, or none that may be read: the call itself says so.
    return null;
  }
}
