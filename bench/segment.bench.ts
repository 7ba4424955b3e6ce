import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pcg64 } from "../src/numerics/pcg64.ts";
import { pelt } from "../src/numerics/pelt.ts";
import { standardNormal } from "../src/numerics/standard-normal.ts";
import { root } from "../test/support/root.ts";
import { measureOnce, pythonWith, row, timed } from "./measure.ts";

// The search alone, in this process. Wanted: 10,000 samples with a change each 200 at least 20 times as fast as
// ruptures' Pelt(model="l2", jump=1), with the same breakpoints; time near the length on every kind of series.
const tick = async () => {};
const kinds: Record<string, (i: number, noise: number, before: number) => number> = {
  "a change each 200": (i, noise) => (Math.floor(i / 200) % 2) * 3 + noise,
  "no change": (_, noise) => noise,
  "a random walk": (_, noise, before) => before + 0.3 * noise,
  "a ramp": (i, noise) => 0.01 * i + noise,
};

function series(kind: string, n: number): Float64Array {
  const rng = pcg64(3);
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) values[i] = kinds[kind](i, standardNormal(rng), values[i - 1] ?? 0);
  return values;
}

const cut = (values: Float64Array) => pelt(values, { penalty: 3 * Math.log(values.length), min_size: 10 }, tick);
await cut(series("no change", 50_000)); // compiled before it is measured

const small = series("a change each 200", 10_000);
const dir = join(root, "build/bench");
mkdirSync(dir, { recursive: true });
writeFileSync(join(dir, "steps.json"), JSON.stringify(Array.from(small)));
const ours = await timed(() => cut(small));
const python = pythonWith("ruptures");
const peer = python ? await measureOnce([python, join(root, "bench/peers/segment.py"), join(dir, "steps.json")]) : null;
const theirs = peer ? (JSON.parse(peer.stdout) as { seconds: number; starts: number[] }) : null;
if (theirs) {
  row("ruptures Pelt, a change each 200, 10000", { seconds: theirs.seconds, peak_mb: null });
  if (String(theirs.starts) !== String(ours.value.starts)) console.log("the breakpoints differ");
}
row(
  "pelt, a change each 200, 10000",
  { seconds: ours.seconds, peak_mb: null },
  { "ruptures time": theirs ? ours.seconds / theirs.seconds : null },
);
for (const kind of Object.keys(kinds)) {
  for (const n of [100_000, 1_000_000]) {
    const values = series(kind, n);
    const { seconds } = await timed(() => cut(values));
    row(`pelt, ${kind}, ${n}`, { seconds, peak_mb: null });
  }
}
