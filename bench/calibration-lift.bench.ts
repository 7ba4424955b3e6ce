import type { CompareOptions } from "../src/experiment/options.ts";
import { calibrateLift, type Scenario, scenarios } from "../test/support/lift-calibration.ts";
import { type PlanAtLook, peekingError } from "../test/support/peeking.ts";

// Size and coverage of every method in worlds whose truth is known. Wanted: 5 % claims without an effect and 95 % of
// intervals that hold it; rates are shown with one Monte Carlo standard error.
const TRIALS = 4000;
const { normal, unequal, spend, rare, few, covariate, parallel, ratio, tail } = scenarios;
const runs: [Scenario, number, Partial<CompareOptions>[]][] = [
  [normal, 1, [{ method: "welch" }, { method: "normal" }, { method: "bootstrap" }, { method: "bca" }]],
  [unequal, 1, [{ method: "welch" }, { method: "normal" }, { method: "bca" }]],
  [spend, 0.2, [{ method: "welch" }, { method: "bootstrap" }, { method: "bca" }]],
  [
    rare,
    0.01,
    (["welch", "newcombe", "miettinen_nurminen", "bca"] as const).map((method) => ({ metric: "proportion", method })),
  ],
  [few, 0.5, [{ method: "welch" }, { method: "permutation" }, { method: "bca" }]],
  [covariate, 1, (["none", "cuped", "ancova", "lin"] as const).map((adjust) => ({ adjust }))],
  [parallel, 1, (["none", "cuped", "ancova", "lin"] as const).map((adjust) => ({ adjust }))],
  [ratio, 0.02, [{ metric: "ratio" }, { metric: "ratio", method: "bca" }]],
  [tail, 0.2, (["normal", "bootstrap"] as const).map((method) => ({ metric: "quantile", quantile: 0.9, method }))],
];
const rate = (p: number, n: number) => `${p.toFixed(4)} (${Math.sqrt((p * (1 - p)) / n).toFixed(4)})`;

for (const [scenario, effect, methods] of runs) {
  for (const options of methods) {
    const slow = options.method === "permutation" || options.method === "bca" || options.method === "bootstrap";
    const found = await calibrateLift(scenario, options, {
      trials: slow ? TRIALS / 4 : TRIALS,
      effect,
      seed: 20_261_130,
    });
    const name = `${scenario.name}: ${options.adjust ?? options.method ?? "welch"}`;
    const relative =
      found.relative_coverage === null ? "" : `   relative ${rate(found.relative_coverage, found.trials)}`;
    console.log(
      `${name.padEnd(60)} size ${rate(found.size, found.trials)}   coverage ${rate(found.coverage, found.trials)}${relative}${found.refused > 0 ? `   refused ${found.refused}` : ""}`,
    );
  }
}

const population = await calibrateLift(
  covariate,
  { adjust: "lin" },
  {
    ...{ trials: TRIALS, effect: 1, seed: 20_261_130 },
    interval: (facts) => facts.covariate?.population ?? facts.absolute,
  },
);
console.log(
  `${`${covariate.name}: lin, population`.padEnd(60)} size ${rate(population.size, TRIALS)}   coverage ${rate(population.coverage, TRIALS)}`,
);

const looks = { looks: 10, per_look: 50, trials: TRIALS, seed: 20_261_130 };
const fractions = (look: number) => Array.from({ length: look }, (_, i) => (i + 1) / 10);
const plans: [string, PlanAtLook][] = [
  ["a fixed-sample interval at each of 10 looks", () => null],
  ["always valid, tuned for 1000 units", () => ({ kind: "always_valid", tau2: null, tuned_for_units: 1000 })],
  [
    "group sequential, O'Brien-Fleming spending",
    (look) => ({ kind: "group_sequential", fractions: fractions(look), spending: { kind: "obrien_fleming" } }),
  ],
];
for (const [name, plan] of plans)
  console.log(`${name.padEnd(60)} error ${rate(peekingError(plan, looks), looks.trials)}`);
