import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Work } from "../src/forecast/component.ts";
import { fitSpec, predictFitted } from "../src/forecast/engine.ts";
import { readSpec } from "../src/forecast/spec/resolve-spec.ts";
import { pcg64 } from "../src/numerics/pcg64.ts";
import { standardNormal } from "../src/numerics/standard-normal.ts";
import { airline } from "../src/series/demos/airline.ts";
import { demoColumns } from "../src/series/demos/demo.ts";
import { root } from "../test/support/root.ts";
import { trainingOfM3 } from "./m3-series.ts";
import { LIQUET, type Measurement, measureOnce, pythonWith, row, timed } from "./measure.ts";

// Whole calls on airline (wanted: AutoETS below 1.5 s and AutoARIMA below 2 s, start-up included), and 1,000 series of 60
// to 150 values through AutoETS in parallel processes, beside statsforecast on the same numbers.
const WORKERS = 2;
const work: Work = { tick: async () => {}, progress: () => {} };
const dir = join(root, "build/bench");

if (process.argv[2] === "shard") await shard(Number(process.argv[3]));
else await main();

async function main(): Promise<void> {
  mkdirSync(dir, { recursive: true });
  process.chdir(dir);
  writeFileSync("airline.json", JSON.stringify([[...demoColumns(airline).y.values]]));
  writeFileSync("many.json", JSON.stringify(manySeries()));
  const python = pythonWith("statsforecast");
  for (const model of ["AutoETS", "AutoARIMA"]) {
    const own = await best(5, async () => {
      rmSync("forecast-store", { recursive: true, force: true });
      return measureOnce([
        ...LIQUET,
        "forecast",
        "predict",
        "demo:airline",
        "--spec",
        `${model}(sp=12)`,
        "--store",
        "forecast-store",
        "--json",
      ]);
    });
    const peer =
      python &&
      (await best(3, () => measureOnce([python, join(root, "bench/peers/forecast.py"), "airline.json", model])));
    row(`${model} of airline, the whole call`, own, { statsforecast: peer ? own.seconds / peer.seconds : null });
    if (peer) row(`  statsforecast, its fit alone ${secondsOf(peer.stdout).toFixed(3)} s`, peer);
  }
  const self = process.argv[1];
  const ours = await timed(() =>
    Promise.all(
      Array.from({ length: WORKERS }, (_, i) =>
        promisify(execFile)(process.execPath, [self, "shard", String(i)], { maxBuffer: 1e8 }),
      ),
    ),
  );
  const peer =
    python && (await measureOnce([python, join(root, "bench/peers/forecast.py"), "many.json", String(WORKERS)]));
  const measured = { seconds: ours.seconds, peak_mb: null };
  row(`AutoETS of 1,000 series on ${WORKERS} processes`, measured, {
    "statsforecast's fits": peer ? ours.seconds / secondsOf(peer.stdout) : null,
  });
  for (const spec of [
    "NaiveForecaster(sp=12)",
    "ThetaForecaster(sp=12)",
    "AutoETS(sp=12)",
    "AutoARIMA(sp=12)",
    "ARIMA(order=(0,1,1), seasonal_order=(0,1,1,12))",
    "Auto()",
  ])
    row(`  ${spec}, fit and predict airline in a warm process`, await warm(spec));
}

async function best(n: number, run: () => Promise<Measurement & { stdout: string }>) {
  const all: (Measurement & { stdout: string })[] = [];
  for (let i = 0; i < n; i++) all.push(await run());
  return all.sort((a, b) => a.seconds - b.seconds)[n >> 1];
}

async function warm(spec: string): Promise<Measurement> {
  const train = trainingOfM3({
    id: "airline",
    period: "MONTHLY",
    m: 12,
    x: JSON.parse(readFileSync("airline.json", "utf8"))[0],
    xx: [],
  });
  const parsed = await readSpec(spec);
  const seconds: number[] = [];
  for (let i = 0; i < 5; i++) {
    const run = await timed(async () =>
      predictFitted(await fitSpec(parsed, train, work), { label: "airline", steps: [1, 12], x: [] }, work),
    );
    seconds.push(run.seconds);
  }
  return { seconds: seconds.sort((a, b) => a - b)[2], peak_mb: null };
}

async function shard(i: number): Promise<void> {
  process.chdir(dir);
  const spec = await readSpec("AutoETS(sp=12)");
  const steps = Array.from({ length: 12 }, (_, h) => h + 1);
  const all = JSON.parse(readFileSync("many.json", "utf8")) as number[][];
  for (const [k, x] of all.entries()) {
    if (k % WORKERS !== i) continue;
    const train = trainingOfM3({ id: String(k), period: "MONTHLY", m: 12, x, xx: [] });
    await predictFitted(await fitSpec(spec, train, work), { label: String(k), steps, x: [] }, work);
  }
}

/** Levels that wander, a season and noise; 60 to 150 values each, seed 1. */
function manySeries(): number[][] {
  const rng = pcg64(1);
  return Array.from({ length: 1000 }, (_, k) => {
    let level = 100 + 20 * standardNormal(rng);
    return Array.from({ length: 60 + (k % 91) }, (_, t) => {
      level += 0.3 + standardNormal(rng);
      return Number((level + (5 + (k % 7)) * Math.sin((Math.PI * t) / 6) + 2 * standardNormal(rng)).toFixed(3));
    });
  });
}

function secondsOf(stdout: string): number {
  return (JSON.parse(stdout) as { seconds: number }).seconds;
}
