import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Writes a file beside its place and renames it there: a reader sees the old bytes, the new ones, or none. */
export function writeWhole(path: string, bytes: Uint8Array | string, durable: boolean): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = openSync(temporary, "wx");
    try {
      writeFileSync(file, bytes);
      if (durable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameOver(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Windows refuses to replace a file that another process has open; that process wrote the same bytes. */
function renameOver(temporary: string, path: string): void {
  try {
    renameSync(temporary, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if ((code !== "EPERM" && code !== "EACCES") || readWhole(path) === null) throw error;
    rmSync(temporary, { force: true });
  }
}

/** The bytes of a file; null when there is none. */
export function readWhole(path: string): Buffer | null {
  return orNull(() => readFileSync(path));
}

/** When a file was last written, in ms; null when there is none. */
export function writtenAt(path: string): number | null {
  return orNull(() => statSync(path).mtimeMs);
}

/** Names in a folder, sorted; none when there is no folder. Files that are still being written are not listed. */
export function namesIn(folder: string): string[] {
  const names = orNull(() => readdirSync(folder)) ?? [];
  return names.filter((name) => !name.endsWith(".tmp")).sort();
}

/** Removes a file or a folder; true when something was there. */
export function remove(path: string): boolean {
  const there = writtenAt(path) !== null;
  rmSync(path, { recursive: true, force: true });
  return there;
}

/** Files that a killed process left half written: older than an hour, so no running one is meant. */
export function sweepTemporary(folder: string, before_ms: number): void {
  for (const name of orNull(() => readdirSync(folder)) ?? []) {
    const path = join(folder, name);
    if (name.endsWith(".tmp") && (writtenAt(path) ?? before_ms) < before_ms) rmSync(path, { force: true });
  }
}

function orNull<T>(body: () => T): T | null {
  try {
    return body();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
