import assert from "node:assert/strict";
import { test } from "node:test";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { applyRules } from "../../../src/process/control/apply-rules.ts";
import { RULE_SETS, type Rule, type RuleSet } from "../../../src/process/control/rules.ts";
import oracle from "../../oracles/control-charts.json" with { type: "json" };

const ALL = { hits: Number.POSITIVE_INFINITY, runs: Number.POSITIVE_INFINITY };
const chart = (sigma: number) => ({ center: 0, sigma, lcl: -3 * sigma, ucl: 3 * sigma });
const rulesByName = new Map(Object.values(RULE_SETS).flatMap((rules) => rules.map((rule) => [rule.name, rule])));
const runRule = (name: string, values: number[], breaks: number[] = []) => {
  const rule = rulesByName.get(name) as Rule;
  const x = Float64Array.from(values);
  const states = new Int8Array(x.length);
  rule.classify(x, chart(2), states);
  const marks = new Uint8Array(x.length);
  for (const at of breaks) marks[at] = 1;
  return rule.find(states, marks, ALL);
};

test("every rule finds the hits and the extents of its definition, across breaks, ties and values on the lines", () => {
  for (const { kind, values, breaks, found } of oracle.rule_cases) {
    for (const [name, { hits, runs }] of Object.entries(found)) {
      const ours = runRule(name, values, breaks);
      assert.deepEqual(ours.hits, hits, `${name} on ${kind}`);
      assert.deepEqual(
        ours.runs.map(({ from, to }) => [from, to]),
        runs,
        `${name} on ${kind}`,
      );
    }
  }
});

test("a set lists its rules even when they are quiet", () => {
  const names = (set: RuleSet) =>
    applyRules(new Float64Array(0), new Uint8Array(0), chart(1), set, ALL).map(({ rule }) => rule.name);
  assert.deepEqual(names("default"), ["BEYOND_3SIGMA", "RUN_9_SAMESIDE", "TREND_6"]);
  assert.equal(names("nelson").length, 8);
  assert.deepEqual(names("nelson").slice(0, 3), names("default"));
  assert.deepEqual(names("western-electric"), [
    "BEYOND_3SIGMA",
    "2_OF_3_BEYOND_2SIGMA",
    "4_OF_5_BEYOND_1SIGMA",
    "RUN_8_SAMESIDE",
  ]);
});

test("a run of 200 is told from a run of 9 by its extent, though each signals once", () => {
  const long = runRule("RUN_9_SAMESIDE", Array(200).fill(1));
  assert.deepEqual([long.n_hits, long.runs], [1, [{ from: 0, to: 199 }]]);
});

test("a run and a trend that cross a data-loss gap are two halves, and neither half is a pattern", () => {
  // The reference joins the samples on both sides of an outage and reports both.
  assert.equal(runRule("RUN_9_SAMESIDE", Array(10).fill(1), [5]).n_hits, 0);
  assert.equal(runRule("TREND_6", [1, 2, 3, 4, 5, 6, 7, 8], [4]).n_hits, 0);
});

test("what is not kept is still counted", () => {
  const found = applyRules(new Float64Array(50).fill(9), new Uint8Array(50), chart(2), "default", {
    hits: 2,
    runs: 0,
  })[0];
  assert.deepEqual([found.n_hits, found.hits, found.n_runs, found.runs], [50, [0, 1], 1, []]);
});

const CHARTS = 3000;

/** Mean number of independent normal samples to the first signal of any of the rules: charts one after the other on one series. */
function meanRunLength(rules: readonly Rule[], series: Float64Array): number {
  let at = 0;
  for (let c = 0; c < CHARTS; c++) {
    for (let length = 1024; ; length *= 2) {
      if (at + length > series.length) throw new Error("the series is too short");
      const first = firstSignal(rules, series.subarray(at, at + length));
      if (first === null) continue;
      at += first + 1;
      break;
    }
  }
  return at / CHARTS;
}

function firstSignal(rules: readonly Rule[], x: Float64Array): number | null {
  const states = new Int8Array(x.length);
  const hits = rules.flatMap((rule) => {
    rule.classify(x, chart(1), states);
    return rule.find(states, new Uint8Array(x.length), { hits: 1, runs: 0 }).hits;
  });
  return hits.length === 0 ? null : Math.min(...hits);
}

test("in-control run lengths are the published ones", () => {
  const rng = pcg64(7);
  const series = Float64Array.from({ length: 2_500_000 }, () => standardNormal(rng));
  const named = (...names: string[]) => names.map((name) => rulesByName.get(name) as Rule);
  // Champ & Woodall, Technometrics 29 (1987), table 1: rules C1, C12, C14, C1234. A run of nine: 2^9 - 1. The trend: exact, by
  // dynamic programming over the rank of the last sample (control-charts.py).
  const published: [readonly Rule[], number][] = [
    [named("BEYOND_3SIGMA"), 370.4],
    [named("BEYOND_3SIGMA", "2_OF_3_BEYOND_2SIGMA"), 225.44],
    [named("BEYOND_3SIGMA", "RUN_8_SAMESIDE"), 152.73],
    [RULE_SETS["western-electric"], 91.75],
    [named("RUN_9_SAMESIDE"), 511],
    [named("TREND_6"), oracle.trend_6_mean_run_length],
  ];
  for (const [rules, expected] of published) {
    const found = meanRunLength(rules, series);
    // A run length's standard deviation is about its mean: four standard errors.
    assert.ok(
      Math.abs(found / expected - 1) < 4 / Math.sqrt(CHARTS),
      `${rules.map(({ name }) => name)}: ${found}, not ${expected}`,
    );
  }
});
