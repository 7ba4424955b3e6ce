import { statSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import { glob } from "tinyglobby";
import { BadCall } from "../contract/outcome.ts";

/** Parses TOML; BadCall with the line when it is none. */
export function parseToml(text: string, ref: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new BadCall(`${ref}: line ${error.line}, column ${error.column}: ${error.message.split("\n")[0]}`);
  }
}

/** The files that match each pattern, sorted by code unit; patterns are relative to `folder` and may hold * ? ** [] {}. */
export async function globFiles(patterns: string[], folder: string): Promise<{ pattern: string; paths: string[] }[]> {
  return Promise.all(
    patterns.map(async (pattern) => {
      const found = await glob(pattern.replaceAll("\\", "/"), {
        cwd: folder,
        dot: false,
        expandDirectories: false,
        onlyFiles: true,
      });
      return { pattern, paths: found.sort((a, b) => (a < b ? -1 : 1)) };
    }),
  );
}

/** Size and time of last change; null when there is no such file. */
export function fileFingerprint(path: string): { size: number; modified_ms: number } | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? { size: stat.size, modified_ms: stat.mtimeMs } : null;
}
