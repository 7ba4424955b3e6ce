import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../test/support/root.ts";
import { LIQUET, measureAll, pythonWith, row } from "./measure.ts";

// Loading a million rows of CSV: read, checked, spacing inferred, hashed and kept. Wanted: no slower than pandas reading
// it and inferring the same, and a handle opened in a fraction of that.
const dir = join(root, "build/bench");
mkdirSync(dir, { recursive: true });
process.chdir(dir);
process.env.LIQUET_STORE = join(dir, "store");
rmSync(process.env.LIQUET_STORE, { recursive: true, force: true });
const N = 1_000_000;
if (!existsSync("minutes.csv")) {
  const start = Date.parse("2020-01-01T00:00:00Z");
  const lines = Array.from(
    { length: N },
    (_, i) => `${new Date(start + i * 60_000).toISOString()},${(Math.sin(i / 700) * 40 + 50).toFixed(3)}`,
  );
  writeFileSync("minutes.csv", `timestamp,value\n${lines.join("\n")}\n`);
}
const python = pythonWith("pandas");
const seen = await measureAll(
  {
    "liquet --version": [...LIQUET, "--version"],
    [`liquet data load, ${N} rows`]: [...LIQUET, "data", "load", "minutes.csv", "--json"],
    "liquet data split of the file": [...LIQUET, "data", "split", "minutes.csv", "--fh", "1440", "--json"],
    ...(python ? { "pandas: read_csv, infer_freq": [python, join(root, "bench/peers/load.py"), "minutes.csv"] } : {}),
  },
  3,
);
const pandas = seen["pandas: read_csv, infer_freq"];
for (const [name, measured] of Object.entries(seen)) {
  row(name, measured, { "pandas time": pandas ? measured.seconds / pandas.seconds : null });
}
