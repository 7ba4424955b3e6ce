import { createHash } from "node:crypto";
import type { Ctx, LineLog, UnitResult } from "../contract/context.ts";
import type { PlannedUnit } from "./run-units.ts";

/**
 * The name under which a unit's result is kept: SHA-256 of the version, the call, and the size and time of every file
 * it reads, the sidecars of CSV archives with them. A changed archive therefore never meets an old result.
 */
export async function unitKey(unit: PlannedUnit, files: Pick<Ctx, "fingerprint" | "version">): Promise<string> {
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

/** What a log of finished units holds. */
export interface Kept {
  /** Results of the units asked for, null where the log has none. */
  results: (UnitResult | null)[];
  /** Lines of other plans, of changed archives, or torn by a kill. */
  stale: number;
}

/** Reads a log for the units of the given keys; of two results of one unit the later counts. */
export async function readKept(log: LineLog, keys: string[]): Promise<Kept> {
  const at = new Map(keys.map((key, i) => [key, i]));
  const results = new Array<UnitResult | null>(keys.length).fill(null);
  let stale = 0;
  for await (const line of log.lines()) {
    const i = at.get(line.slice(0, KEY_LENGTH));
    const result = i === undefined ? null : parseResult(line.slice(KEY_LENGTH + 1));
    if (i === undefined || result === null || results[i] !== null) stale++;
    if (i !== undefined && result !== null) results[i] = result;
  }
  return { results, stale };
}

const KEY_LENGTH = 64;

/** The line of a finished unit: its key, a blank, its result as JSON. */
export function keptLine(key: string, result: UnitResult): string {
  return `${key} ${JSON.stringify(result)}`;
}

function parseResult(text: string): UnitResult | null {
  try {
    const result = JSON.parse(text) as UnitResult | null;
    return [0, 2, 3].includes(result?.status ?? -1) && Array.isArray(result?.text) ? result : null;
  } catch {
    return null;
  }
}
