import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pcg64 } from "../src/numerics/pcg64.ts";
import { standardNormal } from "../src/numerics/standard-normal.ts";
import { root } from "../test/support/root.ts";
import { LIQUET, measureAll, measureOnce, pythonWith, row } from "./measure.ts";

// Whole processes on 50 tags of 200,000 rows, half baseline, half window. Wanted: mspc within 2 x pandas + NumPy, which
// does one SVD and no held-out check; compare of 20 tags (190 pairs, 1,000 resamples) below 5 s.
const dir = join(root, "build/bench/charts");
const TAGS = 50;
const ROWS = 200_000;
if (!existsSync(dir)) await makeArchives();
process.chdir(dir);

const names = Array.from({ length: TAGS }, (_, i) => `T${i}.parquet`);

const edge = start(ROWS / 2);
const spans = ["--baseline", `${start(0)}/${edge}`, "--window", `${edge}/${start(ROWS)}`];
const python = pythonWith("pandas", "pyarrow", "numpy");
const seen = await measureAll(
  {
    "mspc, 50 tags, empirical limits": [...LIQUET, "mspc", ...names, ...spans, "--json"],
    "mspc, 50 tags, theoretical limits": [...LIQUET, "mspc", ...names, ...spans, "--limits", "theoretical", "--json"],
    ...(python ? { "pandas + NumPy": [python, join(root, "bench/peers/mspc.py"), edge, ...names] } : {}),
    ...Object.fromEntries(
      [1440, 10_000].map((n) => [
        `compare, 20 tags of ${n} rows a period`,
        [
          ...LIQUET,
          "compare",
          ...names.slice(0, 20),
          "--before",
          `${start(0)}/${start(n - 1)}`,
          "--after",
          `${start(n)}/${start(2 * n - 1)}`,
          "--json",
        ],
      ]),
    ),
  },
  3,
);
const peer = seen["pandas + NumPy"];
for (const [name, m] of Object.entries(seen))
  row(name, m, name.startsWith("mspc") ? { "pandas + NumPy": peer ? m.seconds / peer.seconds : null } : {});

/** The instant of a row, one a second. */
function start(row: number): string {
  return new Date(Date.UTC(2024, 0, 1) + row * 1000).toISOString();
}

/** Ten hidden sources mixed into 50 tags at one sample a second, through `liquet ingest --wide`. */
async function makeArchives(): Promise<void> {
  const made = `${dir}-made`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(join(made, "meta"), { recursive: true });
  const tags = Array.from({ length: TAGS }, (_, i) => `T${i}`);
  for (const tag of tags) {
    const meta = { identity: { source_id: "bench", point_id: tag }, name: tag, sample_rate_s: 1 };
    writeFileSync(join(made, "meta", `${tag}.json`), JSON.stringify(meta));
  }
  const rng = pcg64(1);
  const csv = join(made, "wide.csv");
  writeFileSync(csv, `timestamp,${tags.join(",")}\n`);
  for (let from = 0; from < ROWS; from += 5000) {
    const lines = Array.from({ length: 5000 }, (_, k) => {
      const source = Array.from({ length: 10 }, () => standardNormal(rng));
      const values = tags.map((_, i) =>
        (source[i % 10] + 0.5 * source[(3 * i + 1) % 10] + 0.4 * standardNormal(rng)).toFixed(4),
      );
      return `${start(from + k)},${values.join(",")}\n`;
    });
    writeFileSync(csv, lines.join(""), { flag: "a" });
  }
  await measureOnce([
    ...LIQUET,
    "ingest",
    csv,
    "--wide",
    "--out",
    dir,
    "--meta-dir",
    join(made, "meta"),
    "--assume-quality",
    "GOOD",
  ]);
  rmSync(made, { recursive: true, force: true });
}
