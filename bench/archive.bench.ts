import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../test/support/root.ts";
import { LIQUET, measureAll, measureOnce, pythonWith, row } from "./measure.ts";

// Reading 10 million rows (row groups of 122,880, one a second). Wanted: profile at most half the time and memory of
// pandas + pyarrow; one hour of it within 3 x `liquet --version` and faster than pandas + pyarrow with filters.
const dir = join(root, "build/bench");
mkdirSync(dir, { recursive: true });
process.chdir(dir);
const N = 10_000_000;
if (!existsSync("tenm.parquet")) await makeArchive();

const python = pythonWith("pandas", "pyarrow");
const peer = (script: string) => [python ?? "", join(root, "bench/peers", script), "tenm.parquet"];
const hour = "2024-02-20T10:00:00Z/PT1H";
const seen = await measureAll(
  {
    "liquet --version": [...LIQUET, "--version"],
    [`liquet profile, ${N} rows`]: [...LIQUET, "profile", "tenm.parquet", "--json"],
    "liquet profile, one hour of it": [...LIQUET, "profile", "tenm.parquet", "--window", hour, "--json"],
    ...(python
      ? {
          "pandas + pyarrow, the same statistics": peer("profile.py"),
          "pandas + pyarrow, one hour": [...peer("profile.py"), "2024-02-20T10:00:00Z", "2024-02-20T11:00:00Z"],
        }
      : {}),
  },
  3,
);
const [version, whole, window] = Object.values(seen);
const all = seen["pandas + pyarrow, the same statistics"];
const one = seen["pandas + pyarrow, one hour"];
for (const [name, m] of Object.entries(seen)) {
  if (m === whole)
    row(name, m, {
      "pandas time": all ? m.seconds / all.seconds : null,
      "pandas memory": all?.peak_mb && m.peak_mb ? m.peak_mb / all.peak_mb : null,
    });
  else if (m === window)
    row(name, m, {
      "liquet --version": m.seconds / version.seconds,
      "pandas time": one ? m.seconds / one.seconds : null,
    });
  else row(name, m);
}

/** A steady second-by-second flow with noise, a drift and a stuck stretch, through `liquet ingest`. */
async function makeArchive(): Promise<void> {
  const { openSync, writeSync, closeSync } = await import("node:fs");
  const file = openSync("tenm.csv", "w");
  writeSync(file, "timestamp,value,quality\n");
  let seed = 1;
  const start = Date.parse("2024-01-01T00:00:00Z");
  for (let i = 0; i < N; ) {
    const lines: string[] = [];
    for (const end = Math.min(N, i + 50_000); i < end; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const v = 60 + 5 * Math.sin(i / 9000) + (seed / 2 ** 32 - 0.5) * 2;
      lines.push(
        `${new Date(start + i * 1000).toISOString().slice(0, 19)}Z,${v.toFixed(4)},${seed % 1000 === 0 ? "BAD" : "GOOD"}\n`,
      );
    }
    writeSync(file, lines.join(""));
  }
  closeSync(file);
  writeFileSync(
    "tenm.meta.json",
    JSON.stringify({
      identity: { source_id: "bench", point_id: "TENM.PV" },
      name: "bench",
      unit_raw: "m3/h",
      sample_rate_s: 1,
    }),
  );
  const made = await measureOnce([
    ...LIQUET,
    "ingest",
    "tenm.csv",
    "--out",
    "tenm.parquet",
    "--meta",
    "tenm.meta.json",
  ]);
  row(`liquet ingest, ${N} rows of CSV`, made);
}
