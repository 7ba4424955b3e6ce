import { createHash } from "node:crypto";
import type { Ctx, UnitResult } from "../contract/context.ts";
import type { PlannedUnit } from "./run-units.ts";

type Files = Pick<Ctx, "fingerprint" | "readText" | "write" | "version">;

/**
 * The name under which a unit's result is kept: SHA-256 of the version, the call, and the size and time of every file
 * it reads. A changed archive therefore never meets an old result.
 */
export async function unitKey(unit: PlannedUnit, files: Files): Promise<string> {
  const named = Object.values(unit.arguments)
    .flat()
    .filter((value): value is string => typeof value === "string");
  const paths = [...new Set([...unit.archives, ...named])];
  const prints = await Promise.all(paths.map((path) => files.fingerprint(path).catch(() => null)));
  const call = { version: files.version, command: unit.command, arguments: unit.arguments, prints };
  return createHash("sha256").update(JSON.stringify(call)).digest("hex");
}

/** A kept result, or null when there is none (or it cannot be read as one). */
export async function keptResult(folder: string, key: string, files: Files): Promise<UnitResult | null> {
  const path = `${folder}/${key}.json`;
  if ((await files.fingerprint(path)) === null) return null;
  try {
    return JSON.parse(await files.readText(path)) as UnitResult;
  } catch {
    return null;
  }
}

/** Keeps a result; the file appears whole or not at all. */
export async function keepResult(folder: string, key: string, result: UnitResult, files: Files): Promise<void> {
  await files.write(`${folder}/${key}.json`, JSON.stringify(result), { overwrite: true });
}
