import type { ArmInput } from "../../src/experiment/arm-input.ts";
import { compareArms } from "../../src/experiment/compare.ts";
import type { Comparison } from "../../src/experiment/comparison.ts";
import type { CompareOptions } from "../../src/experiment/options.ts";
import { pcg64, type Rng } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { uniform } from "../../src/numerics/uniform.ts";

/** One unit: outcome, and what goes with it. */
export interface SimulatedUnit {
  y: number;
  x?: number;
  b?: number;
}

/** A world whose truth is known. */
export interface Scenario {
  name: string;
  n: { control: number; treatment: number };
  draw(rng: Rng, treated: boolean, effect: number): SimulatedUnit;
  /** What `effect` makes of the difference, and of the lift relative to the control. */
  truth(effect: number): { absolute: number; relative: number | null };
}

/** How often a method was wrong or right. */
export interface Rates {
  /** Share of intervals that leave out 0 where there is no effect. */
  size: number;
  /** Share of intervals that hold the truth under the effect. */
  coverage: number;
  relative_coverage: number | null;
  /** Trials that were refused. */
  refused: number;
  trials: number;
}

export const OPTIONS: CompareOptions = {
  metric: "mean",
  method: "welch",
  adjust: "none",
  hc: "hc3",
  quantile: null,
  alpha: 0.05,
  replicates: 400,
  seed: 1,
  strata: [],
  monitoring: null,
  bayes: null,
};
const PACE = { tick: async () => {}, progress: () => {} };

/** One simulated pair of arms. */
export function drawArms(scenario: Scenario, rng: Rng, effect: number): [ArmInput, ArmInput] {
  const arm = (name: "control" | "treatment"): ArmInput => {
    const units = Array.from({ length: scenario.n[name] }, () => scenario.draw(rng, name === "treatment", effect));
    const column = (of: (unit: SimulatedUnit) => number | undefined) =>
      of(units[0]) === undefined ? null : Float64Array.from(units, (unit) => of(unit) ?? Number.NaN);
    const y = Float64Array.from(units, (unit) => unit.y);
    return {
      kind: "units",
      arm: name,
      y,
      x: column((unit) => unit.x),
      b: column((unit) => unit.b),
      stratum: null,
      n_missing: 0,
    };
  };
  return [arm("control"), arm("treatment")];
}

/** How many experiments, with which effect; `interval` picks the interval that is held to the truth. */
export interface CalibrationRun {
  trials: number;
  effect: number;
  seed: number;
  interval?(facts: Comparison): { low: number; high: number };
}

/** Runs a method on many simulated experiments, half without an effect and half with one. */
export async function calibrateLift(
  scenario: Scenario,
  options: Partial<CompareOptions>,
  { trials, effect, seed, interval = ({ absolute }) => absolute }: CalibrationRun,
): Promise<Rates> {
  const rng = pcg64(seed);
  const truth = scenario.truth(effect);
  let [rejected, covered, relative, refused, seen] = [0, 0, 0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const settings = { ...OPTIONS, ...options, seed: trial };
    try {
      const nothing = await compareArms(...drawArms(scenario, rng, 0), settings, PACE);
      const something = await compareArms(...drawArms(scenario, rng, effect), settings, PACE);
      const ratio = something.facts.relative;
      seen++;
      const [without, within] = [interval(nothing.facts), interval(something.facts)];
      if (without.low > 0 || without.high < 0) rejected++;
      if (within.low <= truth.absolute && truth.absolute <= within.high) covered++;
      if (truth.relative !== null && ratio && ratio.low <= truth.relative && truth.relative <= ratio.high) relative++;
    } catch (error) {
      if ((error as Error).name === "TypeError") throw error;
      refused++;
    }
  }
  const relative_coverage = truth.relative === null ? null : relative / seen;
  return { size: rejected / seen, coverage: covered / seen, relative_coverage, refused, trials: seen };
}

const exponential = (rng: Rng) => -Math.log1p(-uniform(rng));

/** Worlds in which lifts go wrong in practice. */
export const scenarios = {
  normal: {
    name: "normal, 40 and 40",
    n: { control: 40, treatment: 40 },
    draw: (rng, treated, effect) => ({ y: 10 + (treated ? effect : 0) + 2 * standardNormal(rng) }),
    truth: (effect) => ({ absolute: effect, relative: effect / 10 }),
  },
  unequal: {
    name: "unequal arms, the small one spread wide",
    n: { control: 30, treatment: 300 },
    draw: (rng, treated, effect) => ({ y: 20 + (treated ? effect : 0) + (treated ? 1 : 4) * standardNormal(rng) }),
    truth: (effect) => ({ absolute: effect, relative: effect / 20 }),
  },
  spend: {
    // One in four buys, for a gamma-like amount with a long tail: mean 0.25 × 2 × exp(0.32).
    name: "spend: mostly 0, a long tail",
    n: { control: 1000, treatment: 1000 },
    draw: (rng, treated, effect) => ({
      y: (uniform(rng) < 0.25 ? 2 * Math.exp(0.8 * standardNormal(rng)) : 0) * (treated ? 1 + effect : 1),
    }),
    truth: (effect) => ({ absolute: 0.5 * Math.exp(0.32) * effect, relative: effect }),
  },
  rare: {
    name: "rare conversions: 1 in 100 of 800",
    n: { control: 800, treatment: 800 },
    draw: (rng, treated, effect) => ({ y: uniform(rng) < 0.01 + (treated ? effect : 0) ? 1 : 0 }),
    truth: (effect) => ({ absolute: effect, relative: null }),
  },
  few: {
    name: "exponential, 12 and 12",
    n: { control: 12, treatment: 12 },
    draw: (rng, treated, effect) => ({ y: exponential(rng) + (treated ? effect : 0) }),
    truth: (effect) => ({ absolute: effect, relative: null }),
  },
  covariate: {
    // The slope differs by arm about the covariate's mean of 5, so the effect at the mean is `effect`.
    name: "a covariate with unequal slopes, 60 and 120",
    n: { control: 60, treatment: 120 },
    draw: (rng, treated, effect) => {
      const x = 5 + 2 * standardNormal(rng);
      return { x, y: 10 + (x - 5) + (treated ? effect + 0.8 * (x - 5) : 0) + standardNormal(rng) };
    },
    truth: (effect) => ({ absolute: effect, relative: effect / 10 }),
  },
  parallel: {
    name: "a covariate with one slope, 80 and 80",
    n: { control: 80, treatment: 80 },
    draw: (rng, treated, effect) => {
      const x = 5 + 2 * standardNormal(rng);
      return { x, y: 10 + 1.5 * (x - 5) + (treated ? effect : 0) + standardNormal(rng) };
    },
    truth: (effect) => ({ absolute: effect, relative: effect / 10 }),
  },
  ratio: {
    // Clicks per view; users differ in both. E clicks / E views = rate.
    name: "a ratio: clicks per view",
    n: { control: 300, treatment: 300 },
    draw: (rng, treated, effect) => {
      const b = 1 + Math.floor(6 * exponential(rng));
      const rate = (0.2 + (treated ? effect : 0)) * (0.5 + uniform(rng));
      return { y: b * rate, b };
    },
    truth: (effect) => ({ absolute: effect, relative: effect / 0.2 }),
  },
  tail: {
    name: "the 90 % quantile of an exponential",
    n: { control: 400, treatment: 400 },
    draw: (rng, treated, effect) => ({ y: exponential(rng) * (treated ? 1 + effect : 1) }),
    truth: (effect) => ({ absolute: Math.log(10) * effect, relative: effect }),
  },
} satisfies Record<string, Scenario>;
