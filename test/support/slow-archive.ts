import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes `slow.csv`, 1,500,000 rows that take seconds to segment, and returns its path. */
export function writeSlowArchive(dir: string): string {
  const rows = Array.from(
    { length: 1_500_000 },
    (_, i) => `${new Date(1.7e12 + i * 1000).toISOString()},${(i * 7919) % 10007},GOOD`,
  );
  const path = join(dir, "slow.csv");
  writeFileSync(path, `timestamp,value,quality\n${rows.join("\n")}\n`);
  return path;
}
