import { isAbsolute, join, resolve } from "node:path";
import type { Ctx } from "../../contract/context.ts";

/**
 * Archives whose path begins as typed, and those one folder below; at most what one listing of a folder gives. Paths are
 * written as a call would take them: relative to the current folder when a root is that folder, else under the root.
 */
export async function archivesLike(ctx: Ctx, typed: string, roots: string[]): Promise<string[]> {
  const folders = roots.length === 0 ? ["."] : roots;
  const found = await Promise.all(folders.map((folder) => archivesIn(ctx, typed, folder)));
  return found.flat();
}

async function archivesIn(ctx: Ctx, typed: string, folder: string): Promise<string[]> {
  const here = resolve(folder) === resolve(".");
  const under = typed.startsWith(`${folder}/`) ? typed.slice(folder.length + 1) : typed;
  // Nothing but what lies in the folder: neither an absolute path nor one that climbs out of it is looked at.
  if (isAbsolute(under) || under.split(/[/\\]/).includes("..")) return [];
  const prefix = under.replace(/[^\w./ -]/g, "?");
  const patterns = ["", "*/"].flatMap((below) => [
    `${prefix}*${below && "/*"}.parquet`,
    `${prefix}*${below && "/*"}.csv`,
  ]);
  const lists = await ctx.glob(patterns, folder);
  return lists.flatMap(({ paths }) =>
    paths.map((path) => (here && !typed.startsWith(folder) ? path : join(folder, path))),
  );
}
