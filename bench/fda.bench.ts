import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alignHere } from "../src/fda/align-each.ts";
import { clusterFields } from "../src/fda/cluster-fields.ts";
import type { CurveMatrix } from "../src/fda/curve-matrix.ts";
import { fpca } from "../src/fda/fpca.ts";
import { karcherMean } from "../src/fda/karcher.ts";
import { smoothCurves } from "../src/fda/smooth-curves.ts";
import { pcg64 } from "../src/numerics/pcg64.ts";
import { trapezoidWeights } from "../src/numerics/quadrature.ts";
import { standardNormal } from "../src/numerics/standard-normal.ts";
import { root } from "../test/support/root.ts";
import { LIQUET, type Measurement, measureOnce, pythonWith, row, timed } from "./measure.ts";

// Wanted on 35 curves of 365 points, the call alone: fpca below 50 ms, smooth 100 ms, cluster (20 starts) 200 ms, the
// Karcher mean under a band of a tenth below 4 s. Beside them the same calls of fdars and scikit-fda on the same numbers:
// fdars' k-means from 20 seeds, its Karcher mean of at most 20 rounds under the same band; scikit-fda's has no band.
const dir = join(root, "build/bench/fda");
mkdirSync(dir, { recursive: true });
process.env.LIQUET_STORE = join(dir, "store");
const [small, wide] = [seasons(35, 365), seasons(1000, 1000)];
const step = async () => {};
const caps = { max_curves: 20, max_points: 21 };

const calls: Record<string, (curves: CurveMatrix) => unknown> = {
  smooth: (curves) =>
    smoothCurves(curves, { ...caps, basis: "bspline", n_basis: 15, penalty_order: 2, lambda: null, criterion: "gcv" }),
  fpca: (curves) => fpca(curves, trapezoidWeights(curves.t), 3),
  cluster: (curves) =>
    clusterFields(curves, { ...caps, k: 4, k_max: 8, seed: 0, starts: 20, weights: "trapezoid" }, step),
  align: ({ t, rows }) => {
    const u = t.map((at) => (at - t[0]) / (t[t.length - 1] - t[0]));
    return karcherMean(
      u,
      rows,
      { lambda: 0, band: Math.ceil(t.length / 10), max_iter: 30, tolerance: 1e-3 },
      alignHere(),
    );
  },
};

const peers = { fdars: pythonWith("fdars"), skfda: pythonWith("skfda") };
for (const [task, call] of Object.entries(calls)) {
  if (task !== "align") await call(small.curves); // compiled before it is measured
  const { seconds } = await timed(() => call(small.curves));
  const theirs = await ofPeers(small.path, task);
  row(`${task}, 35 x 365, the call alone`, { seconds, peak_mb: null }, ratios(seconds, theirs, "call"));
}

// Whole processes, reading the CSV and writing JSON. The Karcher mean of 1,000 curves of 1,000 points is of 99 of them, to
// which all are aligned: some 2,000 pairs, which no peer ends in the time there is.
for (const [path, size] of [
  [small.path, "35 x 365"],
  [wide.path, "1000 x 1000"],
] as const) {
  for (const [command, ...more] of [["smooth"], ["fpca"], ["cluster", "--k", "4"]]) {
    const ours = await whole(command, path, more);
    row(`fda ${command}, ${size}`, ours, ratios(ours.seconds, await ofPeers(path, command), "process"));
  }
  row(`fda align, ${size}`, await whole("align", path, []));
}

function whole(command: string, path: string, more: readonly string[]): Promise<Measurement> {
  return measureOnce([...LIQUET, "fda", command, path, ...more, "--json"], { cwd: dir });
}

/** Seconds of a peer's call alone and of its whole process; null where it is not installed. */
type Peer = { call: number; process: number } | null;

async function ofPeers(path: string, task: string): Promise<Record<string, Peer>> {
  const found: Record<string, Peer> = {};
  for (const [peer, python] of Object.entries(peers)) {
    if (python === null) {
      found[peer] = null;
      continue;
    }
    const { stdout, seconds } = await measureOnce([python, join(root, "bench/peers/fda.py"), path, peer, task]);
    found[peer] = { call: (JSON.parse(stdout) as { seconds: number }).seconds, process: seconds };
  }
  return found;
}

function ratios(seconds: number, theirs: Record<string, Peer>, of: "call" | "process"): Record<string, number | null> {
  const each = Object.entries(theirs).map(([peer, found]): [string, number | null] =>
    found === null ? [peer, null] : [`${peer} (${(1000 * found[of]).toFixed(1)} ms)`, seconds / found[of]],
  );
  return Object.fromEntries(each);
}

/** Noisy seasons that differ in height, depth and lateness, and the wide CSV that holds them. */
function seasons(n: number, m: number): { path: string; curves: CurveMatrix } {
  const rng = pcg64(1, [n, m]);
  const t = Float64Array.from({ length: m }, (_, j) => j + 1);
  const names = Array.from({ length: n }, (_, i) => `s${i}`);
  const rows = names.map((_, i) => {
    const late = 20 + ((5 * i) % 17);
    const season = (at: number) => (i % 9) - (12 + (i % 7)) * Math.cos((2 * Math.PI * (at - late)) / m);
    return t.map((at) => Math.round(1e4 * (season(at) + 0.4 * standardNormal(rng))) / 1e4);
  });
  const path = join(dir, `seasons-${n}x${m}.csv`);
  const lines = Array.from(t, (at, j) => [at, ...rows.map((values) => values[j])].join(","));
  if (!existsSync(path)) writeFileSync(path, `t,${names.join(",")}\n${lines.join("\n")}\n`);
  return { path, curves: { label: "seasons", names, groups: names.map(() => null), t, rows } };
}
