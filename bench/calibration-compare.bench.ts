import { calibratePair, type PairWorld } from "../test/support/compare-calibration.ts";

// Coverage of compare's 95 % interval of a change of correlation, and size of its p-value, where the change is known.
// Wanted: 95 % coverage and 5 % (1 %) of p-values below 5 % (1 %) without a change; one Monte Carlo standard error beside.
const TRIALS = 2000;
const REPLICATES = 1000;
const rate = (p: number) => `${p.toFixed(3)} (${Math.sqrt((p * (1 - p)) / TRIALS).toFixed(3)})`;
const sizes: PairWorld["n"][] = [
  [60, 60],
  [180, 120],
  [600, 600],
];
const rhos: PairWorld["rho"][] = [
  [0, 0],
  [0.5, 0.5],
  [0.9, 0.9],
  [0.7, 0.2],
];

for (const n of sizes) {
  for (const phi of [0, 0.5]) {
    for (const rho of rhos) {
      const { coverage, below_05, below_01 } = await calibratePair({ n, phi, rho }, TRIALS, REPLICATES, 1);
      const what = `n ${n.join("/")}  AR(${phi})  rho ${rho.join(" -> ")}`.padEnd(36);
      process.stdout.write(
        `${what}  coverage ${rate(coverage)}  p < 0.05 ${rate(below_05)}  p < 0.01 ${rate(below_01)}\n`,
      );
    }
  }
}
