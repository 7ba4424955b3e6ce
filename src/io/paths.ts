import { existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { BadCall } from "../contract/outcome.ts";

/**
 * The absolute path a caller means (a `file:` URL works too). With roots, the path with its links resolved must lie
 * in one of them; BadCall that names it as `shown` otherwise. A relative path is looked for in the current folder and
 * then in each root: a client may start its server anywhere. Nothing is said of whether the file exists.
 */
export function resolvePath(ref: string, roots: string[], shown = ref): string {
  if (ref.includes("\0")) throw new BadCall("a path cannot hold a NUL character");
  const name = ref.startsWith("file:") ? fromUrl(ref) : ref;
  const path = resolve(name);
  if (roots.length === 0) return path;
  const meant = [path, ...roots.map((root) => resolve(root, name))].filter((each) => isInside(each, roots));
  const found = meant.find((each) => existsSync(each)) ?? meant[0];
  if (found === undefined)
    throw new BadCall(`'${shown}' lies outside the folders this server may read (${roots.join(", ")})`);
  return found;
}

/** True when a path with its links resolved lies in one of the roots, or there are none. */
export function isWithin(path: string, roots: string[]): boolean {
  return roots.length === 0 || isInside(resolve(path), roots);
}

function isInside(path: string, roots: string[]): boolean {
  const real = realPathOf(path);
  return roots.some((root) => {
    const away = relative(realPathOf(resolve(root)), real);
    return away === "" || (!away.startsWith(`..${sep}`) && away !== ".." && resolve(away) !== away);
  });
}

function fromUrl(ref: string): string {
  try {
    return fileURLToPath(ref);
  } catch {
    throw new BadCall(`'${ref}' is not a file URL of this machine`);
  }
}

/** Resolves links as far as the path exists; the rest is appended. A link to what is not there yet leads there too. */
export function realPathOf(path: string): string {
  return resolveLinks(path, MOST_LINKS);
}

/** More links than this on one way are a circle, as to Linux. */
const MOST_LINKS = 40;

function resolveLinks(path: string, left: number): string {
  if (existsSync(path)) return realpathSync(path);
  const target = linkAt(path);
  if (target !== null && left > 0)
    return resolveLinks(resolve(resolveLinks(dirname(path), left - 1), target), left - 1);
  const parent = dirname(path);
  return parent === path ? path : join(resolveLinks(parent, left), basename(path));
}

/** Where a link leads that has nothing at its end; null for anything else. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Refuses a path that cannot be read as a file: BadCall that names it. */
export function requireFile(path: string, ref: string): void {
  let stat: ReturnType<typeof statSync>;
  try {
    stat = statSync(path);
  } catch (error) {
    throw new BadCall(`cannot open '${ref}': ${reason(error)}`);
  }
  if (stat.isDirectory()) throw new BadCall(`cannot open '${ref}': it is a folder`);
}

/** BadCall when an archive would get a name that is read as CSV: what is written is parquet. */
export function refuseCsvName(ref: string): void {
  if (/\.csv$/i.test(ref)) throw new BadCall(`'${ref}' names a CSV and an archive is parquet; choose a .parquet name`);
}

/** The plain words of a file system error. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException)?.code;
  if (code === "ENOENT") return "no such file";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "EISDIR") return "it is a folder";
  if (code === "ENOTDIR" || code === "EEXIST") return "a part of the path is not a folder";
  if (code === "ENAMETOOLONG") return "the name is too long";
  if (code === "ELOOP") return "its links lead in a circle";
  if (code === "EROFS") return "the file system is read-only";
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk is full";
  return code ?? String(error);
}
