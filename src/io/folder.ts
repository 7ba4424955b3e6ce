import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import { glob } from "tinyglobby";
import { BadCall } from "../contract/outcome.ts";
import { isWithin } from "./paths.ts";

/** Parses TOML; BadCall with the line when it is none. */
export function parseToml(text: string, ref: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new BadCall(`${ref}: line ${error.line}, column ${error.column}: ${error.message.split("\n")[0]}`);
  }
}

/** Wildcards of one part of a pattern: matching takes a time that grows with the length of a name to their power. */
const MOST_WILDCARDS = 4;
/** Parts of a pattern that stand for any number of folders. */
const MOST_DEEP = 4;

/**
 * The files that match each pattern, sorted by code unit; patterns are relative to `folder` and may hold * ? ** [] {}.
 * With roots, a pattern that starts outside them or climbs after a wildcard is a BadCall before anything is looked at, and
 * what a link in them leads to outside is passed over.
 */
export async function globFiles(
  patterns: string[],
  folder: string,
  { roots, signal }: { roots: string[]; signal: AbortSignal },
): Promise<{ pattern: string; paths: string[] }[]> {
  const plain = patterns.map((pattern) => checked(pattern.replaceAll("\\", "/"), pattern, folder, roots));
  return Promise.all(
    plain.map(async (from, i) => {
      const found = await glob(from, {
        cwd: folder,
        dot: false,
        expandDirectories: false,
        onlyFiles: true,
        extglob: false,
        signal,
      });
      signal.throwIfAborted();
      const paths = found.filter((path) => isWithin(resolve(folder, path), roots));
      return { pattern: patterns[i], paths: paths.sort((a, b) => (a < b ? -1 : 1)) };
    }),
  );
}

/** The pattern, when it can be matched in a time that ends and starts where the caller may read. */
function checked(pattern: string, shown: string, folder: string, roots: string[]): string {
  const parts = pattern.split("/");
  const wild = (part: string) => part.match(/\*+|\{/g)?.length ?? 0;
  if (parts.some((part) => wild(part) > MOST_WILDCARDS) || parts.filter((part) => part === "**").length > MOST_DEEP)
    throw new BadCall(`'${shown.slice(0, 100)}' has more than ${MOST_WILDCARDS} wildcards in a part, or ** in a path`);
  if (roots.length === 0) return pattern;
  const first = parts.findIndex((part) => /[*?[\]{}()!]/.test(part));
  const fixed = first < 0 ? parts : parts.slice(0, first);
  const outside = !isWithin(resolve(folder, fixed.join("/") || (pattern.startsWith("/") ? "/" : ".")), roots);
  if (outside || parts.slice(fixed.length).some((part) => part.includes("..")))
    throw new BadCall(`'${shown.slice(0, 100)}' lies outside the folders this server may read (${roots.join(", ")})`);
  return pattern;
}

/** Size and time of last change; null when there is no such file. */
export function fileFingerprint(path: string): { size: number; modified_ms: number } | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? { size: stat.size, modified_ms: stat.mtimeMs } : null;
}
