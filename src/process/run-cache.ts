import { createHash } from "node:crypto";
import type { Ctx, UnitResult } from "../contract/context.ts";
import type { PlannedUnit } from "./run-units.ts";

type Files = Pick<Ctx, "fingerprint" | "readText" | "write" | "version">;

/**
 * The name under which a unit's result is kept: SHA-256 of the version, the call, and the size and time of every file
 * it reads, the sidecars of CSV archives with them. A changed archive therefore never meets an old result.
 */
export async function unitKey(unit: PlannedUnit, files: Files): Promise<string> {
  const named = [unit.archives, ...Object.values(unit.arguments).map(textsIn)].flat();
  const paths = [...new Set(named)].flatMap((path) =>
    /\.csv$/i.test(path) ? [path, path.replace(/\.csv$/i, ".meta.json")] : [path],
  );
  // An argument that is no path (a window) has no fingerprint, and the same none every time.
  const prints = await Promise.all(paths.map((path) => files.fingerprint(path).catch(() => null)));
  const call = { version: files.version, command: unit.command, arguments: unit.arguments, prints };
  return createHash("sha256").update(JSON.stringify(call)).digest("hex");
}

/** Every text in an argument, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A kept result, or null when there is none (or what is there is not one). */
export async function keptResult(folder: string, key: string, files: Files): Promise<UnitResult | null> {
  const path = `${folder}/${key}.json`;
  if ((await files.fingerprint(path)) === null) return null;
  try {
    const kept = JSON.parse(await files.readText(path)) as UnitResult;
    return [0, 2, 3].includes(kept.status) && Array.isArray(kept.text) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a result; the file appears whole or not at all. */
export async function keepResult(folder: string, key: string, result: UnitResult, files: Files): Promise<void> {
  await files.write(`${folder}/${key}.json`, JSON.stringify(result), { overwrite: true });
}
