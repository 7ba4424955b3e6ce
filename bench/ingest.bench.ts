import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { root } from "../test/support/root.ts";
import { LIQUET, measureOnce, row } from "./measure.ts";

// A CSV of 1 GB into an archive. Wanted: below 400 MB of memory.
const dir = join(root, "build/bench");
mkdirSync(dir, { recursive: true });
process.chdir(dir);
if (!existsSync("gigabyte.csv")) {
  const file = openSync("gigabyte.csv", "w");
  writeSync(file, "timestamp,value,quality\n");
  const start = Date.parse("2020-01-01T00:00:00Z");
  let bytes = 0;
  for (let i = 0; bytes < 1e9; ) {
    const lines: string[] = [];
    for (const end = i + 50_000; i < end; i++)
      lines.push(`${new Date(start + i * 1000).toISOString()},${(50 + (i % 977) / 31).toFixed(6)},GOOD\n`);
    bytes += writeSync(file, lines.join(""));
  }
  closeSync(file);
}
writeFileSync(
  "gigabyte.meta.json",
  JSON.stringify({ identity: { source_id: "bench", point_id: "GB.PV" }, name: "bench" }),
);
const m = await measureOnce([
  ...LIQUET,
  "ingest",
  "gigabyte.csv",
  "--out",
  "gigabyte.parquet",
  "--meta",
  "gigabyte.meta.json",
  "--overwrite",
]);
row(`liquet ingest, ${(statSync("gigabyte.csv").size / 1e9).toFixed(2)} GB of CSV`, m);
rmSync("gigabyte.csv");
rmSync("gigabyte.parquet");
