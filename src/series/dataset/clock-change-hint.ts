import type { TimeIndex } from "./dataset.ts";

const HOUR = 3_600_000_000;

/**
 * What to try first where a label without offset is missing or repeated just where clocks are changed (in the small hours
 * of a Sunday): an hour that was skipped is no gap, and one that came twice no duplicate. Empty elsewhere.
 */
export function clockChangeHint({ kind }: Pick<TimeIndex, "kind">, at: number): string {
  const hours = at / HOUR;
  // 1970-01-01 was a Thursday.
  const sunday = (Math.floor(hours / 24) + 4) % 7 === 0;
  if (kind !== "civil" || !sunday || hours % 24 >= 4 || at % (24 * HOUR) === 0) return "";
  return "where clocks changed there, load the data with --tz ZONE; else ";
}
