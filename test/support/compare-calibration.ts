import { pcg64, type Rng } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { pairChanges } from "../../src/process/compare/pairs.ts";

/** A pair of AR(1) series whose innovations correlate by `rho` before and after; so do the series themselves. */
export interface PairWorld {
  n: [before: number, after: number];
  phi: number;
  rho: [before: number, after: number];
}

/** Shares over the trials. */
export interface Calibration {
  /** Intervals that hold the true change. */
  coverage: number;
  /** P-values below 5 % and 1 %: the size of the test when rho does not change, else its power. */
  below_05: number;
  below_01: number;
}

/** Measures the interval and the p-value of a change of correlation in a world whose change is known. */
export async function calibratePair(
  world: PairWorld,
  trials: number,
  replicates: number,
  seed: number,
): Promise<Calibration> {
  const rng = pcg64(seed);
  const change = world.rho[1] - world.rho[0];
  const counts = { coverage: 0, below_05: 0, below_01: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const [before, after] = [0, 1].map((p) => arPair(world.n[p], world.phi, world.rho[p], rng));
    const [{ interval, p_value }] = (await pairChanges(before, after, async () => {}, replicates)).pairs;
    if (interval === null || p_value === null) throw new Error("a calibrated pair has an interval");
    if (interval[0] <= change && change <= interval[1]) counts.coverage++;
    if (p_value < 0.05) counts.below_05++;
    if (p_value < 0.01) counts.below_01++;
  }
  return { coverage: counts.coverage / trials, below_05: counts.below_05 / trials, below_01: counts.below_01 / trials };
}

const BURN_IN = 50;

function arPair(n: number, phi: number, rho: number, rng: Rng): Float64Array[] {
  const pair = [new Float64Array(n), new Float64Array(n)];
  let [x, y] = [0, 0];
  for (let i = -BURN_IN; i < n; i++) {
    const e = standardNormal(rng);
    x = phi * x + e;
    y = phi * y + rho * e + Math.sqrt(1 - rho * rho) * standardNormal(rng);
    if (i >= 0) [pair[0][i], pair[1][i]] = [x, y];
  }
  return pair;
}
