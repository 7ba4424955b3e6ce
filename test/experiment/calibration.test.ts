import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "../../src/experiment/comparison.ts";
import type { CompareOptions } from "../../src/experiment/options.ts";
import { type CalibrationRun, calibrateLift, type Scenario, scenarios } from "../support/lift-calibration.ts";
import { peekingError } from "../support/peeking.ts";

// bench/calibration-lift.bench.ts has the same at full size. Here: few trials, and room for 4 Monte Carlo standard errors.
const SEED = 7;
const room = (p: number, n: number) => 4 * Math.sqrt((p * (1 - p)) / n);

interface Claim extends Pick<CalibrationRun, "interval"> {
  scenario: Scenario;
  options: Partial<CompareOptions>;
  effect: number;
  trials: number;
  /** How far size and coverage may lie beside 5 % and 95 %, as skewed or extreme outcomes make them; said in the title. */
  short?: number;
  note?: string;
}

const population = (facts: Comparison) => facts.covariate?.population ?? facts.absolute;
const { normal, unequal, spend, rare, few, covariate, parallel, ratio, tail } = scenarios;
const claims: Claim[] = [
  { scenario: normal, options: { method: "welch" }, effect: 1, trials: 1000 },
  { scenario: unequal, options: { method: "welch" }, effect: 1, trials: 800 },
  { scenario: spend, options: { method: "welch" }, effect: 0.2, trials: 300 },
  { scenario: spend, options: { method: "bca", replicates: 300 }, effect: 0.2, trials: 60, short: 0.01 },
  { scenario: rare, options: { metric: "proportion", method: "miettinen_nurminen" }, effect: 0.01, trials: 400 },
  { scenario: rare, options: { metric: "proportion", method: "newcombe" }, effect: 0.01, trials: 400 },
  { scenario: few, options: { method: "permutation", replicates: 300 }, effect: 0.5, trials: 300 },
  { scenario: parallel, options: { adjust: "cuped" }, effect: 1, trials: 600 },
  { scenario: parallel, options: { adjust: "ancova" }, effect: 1, trials: 600 },
  {
    scenario: covariate,
    options: { adjust: "lin" },
    effect: 1,
    trials: 600,
    interval: population,
    note: "as an estimate for the population",
  },
  { scenario: ratio, options: { metric: "ratio" }, effect: 0.02, trials: 400 },
  {
    scenario: tail,
    options: { metric: "quantile", quantile: 0.9, method: "normal" },
    effect: 0.2,
    trials: 300,
    short: 0.02,
  },
];

for (const { scenario, options, effect, trials, short = 0, note, interval } of claims) {
  const name = options.adjust ?? options.method ?? options.metric;
  const [size, coverage] = [0.05 + short, 0.95 - short].map((share) => `${Math.round(100 * share)} %`);
  test(`${scenario.name}, ${name}: size ${size}, coverage ${coverage}${note ? ` (${note})` : ""}`, async () => {
    const found = await calibrateLift(scenario, options, { trials, effect, seed: SEED, interval });
    assert.equal(found.refused, 0);
    assert.ok(found.size <= 0.05 + short + room(0.05, trials), `size ${found.size}`);
    assert.ok(found.coverage >= 0.95 - short - room(0.05, trials), `coverage ${found.coverage}`);
    if (found.relative_coverage === null) return;
    const relative = found.relative_coverage;
    assert.ok(relative >= 0.95 - short - room(0.05, trials), `relative coverage ${relative}`);
  });
}

const looks = { looks: 10, per_look: 20, trials: 600, seed: SEED };

test("ten looks with a fixed-sample interval go wrong 19 times in 100; always valid and group sequential at most 5", () => {
  const naive = peekingError(() => null, looks);
  // Armitage, McPherson & Rowe (1969): .1934 for ten looks at 1.96.
  assert.ok(Math.abs(naive - 0.1934) < room(0.1934, looks.trials) + 0.01, `${naive}`);
  const valid = peekingError(() => ({ kind: "always_valid", tau2: null, tuned_for_units: 400 }), looks);
  assert.ok(valid <= 0.05 + room(0.05, looks.trials), `${valid}`);
  const fractions = (look: number) => Array.from({ length: look }, (_, i) => (i + 1) / 10);
  const planned = peekingError(
    (look) => ({ kind: "group_sequential", fractions: fractions(look), spending: { kind: "obrien_fleming" } }),
    { ...looks, trials: 60 },
  );
  assert.ok(planned <= 0.05 + room(0.05, 60), `${planned}`);
});
