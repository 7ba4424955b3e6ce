import { homedir } from "node:os";
import { join } from "node:path";
import { resolvePath } from "./paths.ts";

type Env = Record<string, string | undefined>;

/** The folder for data the user would miss: XDG on Unix, Application Support on macOS, LOCALAPPDATA on Windows. */
export function userDataFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  if (platform === "win32") return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "liquet");
  if (platform === "darwin") return join(home, "Library", "Application Support", "liquet");
  // A relative XDG folder is to be ignored, says the specification.
  const xdg = env.XDG_DATA_HOME?.startsWith("/") ? env.XDG_DATA_HOME : join(home, ".local", "share");
  return join(xdg, "liquet");
}

/** The folder for what can be made again: XDG on Unix, Caches on macOS, LOCALAPPDATA on Windows. */
export function userCacheFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  if (platform === "win32") return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "liquet", "Cache");
  if (platform === "darwin") return join(home, "Library", "Caches", "liquet");
  const xdg = env.XDG_CACHE_HOME?.startsWith("/") ? env.XDG_CACHE_HOME : join(home, ".cache");
  return join(xdg, "liquet");
}

/** The store's folder: LIQUET_STORE (which `--store` sets), else `store` in the user's cache folder. */
export function storeFolder(env: Env): string {
  return env.LIQUET_STORE ? resolvePath(env.LIQUET_STORE, []) : join(userCacheFolder(env), "store");
}

/**
 * Where experiment records are: the named file (inside the roots), else LIQUET_DB, else experiments.db in the user's
 * data folder. The last two are the owner's choice and not held to the roots.
 */
export function recordsFile(
  db: string | null,
  { env, roots }: { env: Env; roots: string[] },
): { path: string; ref: string } {
  if (db !== null) return { path: resolvePath(db, roots), ref: db };
  const fromEnv = env.LIQUET_DB;
  if (fromEnv) return { path: resolvePath(fromEnv, []), ref: fromEnv };
  const path = join(userDataFolder(env), "experiments.db");
  return { path, ref: path };
}
