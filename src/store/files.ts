import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
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
  writeBeside(path, bytes, durable, (temporary) => renameOver(temporary, path));
}

/** As `writeWhole`, in a folder that must be there: false when it is gone, and nothing is made. */
export function writeIn(path: string, bytes: Uint8Array | string): boolean {
  const made = orNull(() => {
    writeBeside(path, bytes, false, (temporary) => renameOver(temporary, path));
    return true;
  });
  return made ?? false;
}

/**
 * Gives a file its name, whole and on disk, unless it has been given: of any number of processes one makes it, the
 * others find it there. "gone" when the folder is not there any more.
 */
export function writeOnce(path: string, bytes: string): "made" | "there" | "gone" {
  const outcome = orNull(() => {
    let made = false;
    writeBeside(path, bytes, true, (temporary) => {
      made = linked(temporary, path);
      rmSync(temporary, { force: true });
    });
    return made ? ("made" as const) : ("there" as const);
  });
  return outcome ?? "gone";
}

/** A link fails when the name is taken; a rename would replace what has it. */
function linked(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code === "ENOENT") throw error;
    return copiedOnce(temporary, path);
  }
}

/** Where the file system has no links: a new file and its bytes are then two steps. */
function copiedOnce(temporary: string, path: string): boolean {
  try {
    writeFileSync(path, readFileSync(temporary), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function writeBeside(
  path: string,
  bytes: Uint8Array | string,
  durable: boolean,
  publish: (temporary: string) => void,
): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = openSync(temporary, "wx");
    try {
      writeFileSync(file, bytes);
      if (durable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    publish(temporary);
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
