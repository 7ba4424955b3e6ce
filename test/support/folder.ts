import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Makes an empty folder with the given files, runs `body` in it as the current folder, and removes it. Tests of one
 * file run one after the other, so the current folder is theirs.
 */
export async function inFolder<T>(
  files: Record<string, string | Uint8Array>,
  body: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "liquet-"));
  const before = process.cwd();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  process.chdir(dir);
  try {
    return await body(dir);
  } finally {
    process.chdir(before);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The shorthand of the cases: evenly spaced GOOD samples as a canonical CSV. `start` in ISO 8601, UTC. */
export function seriesCsv({ start, step_s, values }: { start: string; step_s: number; values: number[] }): string {
  const origin = Date.parse(start);
  const rows = values.map((v, i) => `${new Date(origin + i * step_s * 1000).toISOString()},${v},GOOD`);
  return `timestamp,value,quality\n${rows.join("\n")}\n`;
}

/** Metadata of a tag, with only what the test cares about. */
export function metaJson(point_id: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ identity: { source_id: "test", point_id }, name: point_id, ...more });
}
