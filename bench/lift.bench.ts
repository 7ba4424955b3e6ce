import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { pcg64 } from "../src/numerics/pcg64.ts";
import { standardNormal } from "../src/numerics/standard-normal.ts";
import { uniform } from "../src/numerics/uniform.ts";
import { root } from "../test/support/root.ts";
import { LIQUET, measureAll, pythonWith, row } from "./measure.ts";

// 5 million units with a key each: repeated units and units in two arms are looked for, then Welch on the adjusted spend.
// Wanted: a few seconds, and no slower than pandas + SciPy. Then 20 million bootstrap draws of 4000 units.
const dir = join(root, "build/bench");
mkdirSync(dir, { recursive: true });
process.chdir(dir);
const N = 5_000_000;
if (!existsSync("units5m.parquet")) writeUnits("units5m.parquet", N);
if (!existsSync("units4k.parquet")) writeUnits("units4k.parquet", 4000);

const lift = (file: string, ...more: string[]) => [
  ...[...LIQUET, "experiment", "analyze-lift", file, "--unit", "user", "--outcome", "spend", "--metric", "mean"],
  ...more,
];
const cuped = ["--adjust", "cuped", "--covariate", "pre_spend"];
const python = pythonWith("pandas", "pyarrow", "scipy");
const seen = await measureAll(
  {
    [`liquet analyze-lift, CUPED, ${N} units`]: lift("units5m.parquet", ...cuped),
    "liquet BCa, 4000 units, 5000 resamples": lift("units4k.parquet", "--method", "bca"),
    "liquet permutation, 4000 units, 5000 labellings": lift("units4k.parquet", "--method", "permutation"),
    ...(python
      ? { "pandas + SciPy, the same lift": [python, join(root, "bench/peers/lift.py"), "units5m.parquet", "user"] }
      : {}),
  },
  3,
);
const peer = seen["pandas + SciPy, the same lift"];
for (const [i, [name, m]] of Object.entries(seen).entries()) {
  row(name, m, i === 0 ? { "pandas time": peer ? m.seconds / peer.seconds : null } : {});
}

/** Units with text keys, two arms, zero-heavy spend that leans on the spend before. */
function writeUnits(file: string, n: number): void {
  const rng = pcg64(n);
  const [user, arm] = [new Array<string>(n), new Array<string>(n)];
  const [spend, before] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    user[i] = `user-${String(i).padStart(8, "0")}`;
    const treated = uniform(rng) < 0.5;
    arm[i] = treated ? "treatment" : "control";
    before[i] = Math.exp(2 + 0.5 * standardNormal(rng));
    spend[i] = uniform(rng) < 0.3 ? before[i] * Math.exp(0.5 * standardNormal(rng)) + (treated ? 0.1 : 0) : 0;
  }
  const columnData = [
    { name: "user", data: user, type: "STRING" as const },
    { name: "arm", data: arm, type: "STRING" as const },
    { name: "spend", data: spend, type: "DOUBLE" as const },
    { name: "pre_spend", data: before, type: "DOUBLE" as const },
  ];
  writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 500_000 })));
}
