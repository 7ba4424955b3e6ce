import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { BadCall } from "../contract/outcome.ts";
import { reason } from "./paths.ts";

/**
 * Writes a file whole or not at all: a temporary file in the same folder, synced, then renamed. An existing file is
 * a BadCall unless `overwrite`. Missing parent folders are made.
 */
export async function writeFileAtomically(
  path: string,
  ref: string,
  bytes: Uint8Array | string,
  overwrite: boolean,
): Promise<void> {
  refuseExisting(path, ref, overwrite);
  const temporary = temporaryBeside(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, bytes, { flag: "wx" });
    publish(temporary, path, ref, overwrite);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error instanceof BadCall ? error : new BadCall(`cannot write '${ref}': ${reason(error)}`);
  }
}

/** BadCall when the file is there and may not be replaced. */
export function refuseExisting(path: string, ref: string, overwrite: boolean): void {
  if (!overwrite && existsSync(path)) throw existing(ref);
}

/** A name in the same folder that no one else uses. */
export function temporaryBeside(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}.tmp`;
}

/** Gives a finished temporary file its name. Without `overwrite` a file that came in between is kept: BadCall. */
export function publish(temporary: string, path: string, ref: string, overwrite: boolean): void {
  const handle = openSync(temporary, "r+");
  fsyncSync(handle);
  closeSync(handle);
  if (overwrite) {
    renameSync(temporary, path);
    return;
  }
  try {
    // A link fails when the name is taken; a rename would replace it.
    linkSync(temporary, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST") throw existing(ref);
    // File systems without hard links: the check above is all there is.
    renameSync(temporary, path);
    return;
  }
  rmSync(temporary, { force: true });
}

function existing(ref: string): BadCall {
  return new BadCall(`'${ref}' exists and archives are not changed in place; choose another name or pass --overwrite`);
}
