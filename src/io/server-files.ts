import { closeSync, fstatSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { BadCall } from "../contract/outcome.ts";
import { PARTS } from "../contract/store-part.ts";
import { isWithin, reason } from "./paths.ts";
import { recordsFile, storeFolder } from "./user-folders.ts";
import { writeFileAtomically } from "./write-file.ts";

const MOST_BYTES = 1 << 20;

/** Reads a small text file (at most 1 MiB). BadCall when it cannot be read. */
export function readSmallText(path: string): string {
  return read(path, () => {});
}

/** As `readSmallText`, of a file that nobody but its owner may open: a looser mode is a BadCall. Windows has no modes. */
export function readSecretText(path: string): string {
  return read(path, (mode) => {
    if (process.platform === "win32" || (mode & 0o077) === 0) return;
    const octal = (mode & 0o777).toString(8).padStart(4, "0");
    throw new BadCall(`'${path}' has mode ${octal}, and others could read the key; chmod 600 it`);
  });
}

/** Writes a file with mode 0600 that must not exist yet. BadCall when it does or cannot be made. */
export function writeSecretText(path: string, text: string): void {
  let fd: number;
  try {
    fd = openSync(path, "wx", 0o600);
  } catch (error) {
    throw new BadCall(
      (error as NodeJS.ErrnoException).code === "EEXIST"
        ? `'${path}' exists, and a key is never replaced; choose another name`
        : `cannot write '${path}': ${reason(error)}`,
    );
  }
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

/** Writes a file whole or not at all, replacing what was there. BadCall when it cannot. */
export async function writePublicText(path: string, text: string): Promise<void> {
  await writeFileAtomically(path, path, text, true);
}

/** The folder of a part of the store that an environment names. */
export function storePart(env: Record<string, string | undefined>, part: string): string {
  return join(storeFolder(env), PARTS, part);
}

/** BadCall that names the first of the roots which is no folder: nothing could be read there. */
export function requireRoots(roots: string[]): void {
  const wrong = roots.find((root) => root === "" || !isFolder(root));
  if (wrong !== undefined) throw new BadCall(`--root: '${wrong}' is no folder`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** BadCall where a root holds the store: a subject could read there, as files, what is kept for another. */
export function requireStoreOutside(env: Record<string, string | undefined>, roots: string[]): void {
  const store = storeFolder(env);
  const root = roots.find((each) => isWithin(store, [each]));
  if (root !== undefined)
    throw new BadCall(
      `--root: '${root}' holds liquet's store '${store}', whose parts are each subject's own; choose another --root or --store`,
    );
}

/** How often the records' file is looked at: that sees a file that is not there yet and folders of other machines too. */
const WATCH_MS = 1000;

/**
 * Calls back after the file of the experiment records has changed, or the log beside it, which is written into the file
 * when nobody has it open any more; returns what ends that. What changes after this has resolved is seen: Node's watchFile
 * takes its first look some time later.
 */
export async function watchRecords(env: Record<string, string | undefined>, changed: () => void): Promise<() => void> {
  const { path } = recordsFile(null, { env, roots: [] });
  const look = async () => (await Promise.all([stampOf(path), stampOf(`${path}-wal`)])).join();
  let [before, again] = [await look(), false];
  const timer = setInterval(async () => {
    const now = await look();
    if (now === before && !again) return;
    // Once more when it is quiet: what was being written may not have been readable, or not have moved the clock of the file.
    again = now !== before;
    before = now;
    changed();
  }, WATCH_MS).unref();
  return () => clearInterval(timer);
}

/** Another text when the file is another or was written to; one that cannot be looked at is as if it were not there. */
function stampOf(path: string): Promise<string> {
  return stat(path).then(
    ({ ino, size, mtimeMs, ctimeMs }) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`,
    () => "",
  );
}

function read(path: string, checkMode: (mode: number) => void): string {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    throw new BadCall(`cannot open '${path}': ${reason(error)}`);
  }
  try {
    // Of the open file, so that no other can take its place between the look and the reading.
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new BadCall(`cannot open '${path}': it is no plain file`);
    checkMode(stat.mode);
    if (stat.size > MOST_BYTES) throw new BadCall(`'${path}' is larger than ${MOST_BYTES} bytes`);
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}
