import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { writeSeries } from "../src/io/parquet/write.ts";
import { demoMeta, demoRows, normals } from "../src/process/demo-data.ts";
import { root } from "../test/support/root.ts";
import { LIQUET, type Measurement, measureOnce, row, timed } from "./measure.ts";

// A run over 200 archives of 20,000 rows on one worker and on two. Wanted on two free cores: at most 0.6 of the time, the
// same bytes. Whether two cores were free is measured in the same rounds, by a loop that shares nothing.
const dir = join(root, "build/bench/run");
mkdirSync(dir, { recursive: true });
process.chdir(dir);
const [ARCHIVES, ROWS] = [200, 20_000];
if (!existsSync("plan.toml")) await makeArchives();

const ROUNDS = 3;
const seen: Record<number, Measurement[]> = { 1: [], 2: [] };
const free: Measurement[] = [];
for (let round = 0; round < ROUNDS; round++) {
  // Interleaved, so that a slow minute hits both alike.
  for (const workers of [1, 2]) {
    rmSync(`out-${workers}`, { recursive: true, force: true });
    const flags = ["--out", `out-${workers}`, "--workers", String(workers)];
    seen[workers].push(await measureOnce([...LIQUET, "run", "plan.toml", ...flags]));
  }
  free.push({ seconds: await spinRatio(), peak_mb: null });
}
const again = await measureOnce([...LIQUET, "run", "plan.toml", "--out", "out-2"]);
const [one, two] = [middle(seen[1]), middle(seen[2])];
console.log(
  `${ARCHIVES} archives x ${ROWS} rows, profile, segment, screen, spc and a figure each; ${availableParallelism()} cores`,
);
row("liquet run --workers 1", one);
row("liquet run --workers 2", two, { "one worker": two.seconds / one.seconds });
console.log(
  `two threads that share nothing took ${middle(free).seconds.toFixed(2)} of the time of one after the other (0.5: two free cores)`,
);
row("liquet run again, all of it kept", again, { "one worker": again.seconds / one.seconds });
for (const name of ["ledger.json", "ledger.txt", "report.html"]) {
  if (!readFileSync(`out-1/${name}`).equals(readFileSync(`out-2/${name}`))) throw new Error(`${name} differs`);
}
console.log("ledger.json, ledger.txt and report.html: the same bytes");

/** Wall time of two spinning threads at once over that of one after the other. */
async function spinRatio(): Promise<number> {
  const spin = () =>
    new Promise<void>((resolve) => {
      new Worker("let x = 0; for (let i = 0; i < 4e8; i++) x += i % 7;", { eval: true }).on("exit", () => resolve());
    });
  const serial = await timed(async () => {
    await spin();
    await spin();
  });
  const parallel = await timed(() => Promise.all([spin(), spin()]));
  return parallel.seconds / serial.seconds;
}

function middle(all: Measurement[]): Measurement {
  return [...all].sort((a, b) => a.seconds - b.seconds)[all.length >> 1];
}

/** A minute's flow each: a level with noise, a slow wave and, from three quarters on, a step. */
async function makeArchives(): Promise<void> {
  const start = Date.parse("2024-01-01T00:00:00Z") * 1000;
  const t = Array.from({ length: ROWS }, (_, i) => start + i * 60e6);
  for (let k = 0; k < ARCHIVES; k++) {
    const normal = normals(k + 1);
    const values = t.map((_, i) => 50 + k / 10 + Math.sin(i / 700) + normal(0.5) + (i > 0.75 * ROWS ? 2 : 0));
    const loop = `T${String(k).padStart(3, "0")}`;
    const rows = demoRows(t, values, null, ["GOOD"]);
    await writeSeries(`${loop}.parquet`, demoMeta(loop, loop, "m3/h", "bench", null), rows, { overwrite: true });
  }
  writeFileSync(
    "plan.toml",
    'archives = ["T*.parquet"]\nsteps = ["profile", "segment", "screen", "spc"]\nbaseline = "2024-01-01T00:00:00Z/P3D"\nwindow = "2024-01-04T00:00:00Z/P11D"\n',
  );
}
