import { BadCall, orReason } from "../contract/outcome.ts";
import { chiSquareSf } from "../numerics/chi-square.ts";
import { logGamma } from "../numerics/log-gamma.ts";
import { normalQuantile } from "../numerics/normal.ts";
import { allocate } from "./allocation.ts";
import { countOutcomes, exactMultinomialP } from "./exact-multinomial.ts";
import { shownP } from "./p-value.ts";
import { wilson } from "./proportions.ts";
import { type ActiveArm, MOST_OUTCOMES, refuseMissing, refuseUnknown, SMALL_CELL, tooSmall } from "./srm-refusals.ts";

/** What is asked: units counted per arm, the weights they were meant to follow, and arms to leave aside. */
export interface SplitQuestion {
  counts: Record<string, number>;
  weights: Record<string, number>;
  exclude: string[];
  alpha: number;
  /** Weight of the sequential test's prior, in units: larger looks for smaller deviations. */
  prior_units: number;
}

/** Level of the intervals of shares and ratios. */
const INTERVAL_ALPHA = 0.05;
const DETECTION_POWER = 0.8;

/**
 * Sample ratio check: do the counts follow the intended split? Pearson's chi-square (upper tail by the incomplete
 * gamma), or the exact multinomial test when an expected count is below 5; degrees of freedom over the analysed arms;
 * beside it a sequential test that stays valid however often it is looked at. Refuses MissingArm, UnknownArm, and
 * SmallCells when neither test is possible. BadCall when fewer than two arms with a weight are left.
 */
export function checkSplit({ counts, weights, exclude, alpha, prior_units }: SplitQuestion) {
  const { analysed, excluded } = setAside(counts, weights, exclude);
  const { arms, shares } = allocate(analysed, "weights");
  refuseUnknown(
    counts,
    analysed,
    excluded.map(({ arm }) => arm),
  );
  const active = arms
    .map((arm, i) => ({ arm, share: shares[i], n: counts[arm] ?? 0 }))
    .filter(({ share }) => share > 0);
  if (active.length < 2) throw new BadCall("weights: fewer than two arms with a share are left to compare");
  refuseMissing(active);
  const n_units = active.reduce((sum, { n }) => sum + n, 0);
  const test = splitTest(active, n_units);
  return {
    mismatch: (test.p_value ?? 0) < alpha,
    n_units,
    arms: active.map((arm) => armRow(arm, analysed[arm.arm], n_units)),
    excluded,
    ...test,
    alpha,
    ratios: ratios(active),
    interval_method: "wilson_95" as const,
    ...detectable(active, n_units, alpha),
    sequential: sequentialTest(active, prior_units, alpha),
  };
}

/** Σ (n − expected)²/expected over arms whose shares sum to 1 and are positive. */
export function chiSquareOfSplit(
  counts: number[],
  shares: number[],
): { chi_square: number; df: number; p_value: number } {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const chi_square = counts.reduce((sum, count, i) => sum + (count - n * shares[i]) ** 2 / (n * shares[i]), 0);
  const df = counts.length - 1;
  return { chi_square, df, p_value: chiSquareSf(chi_square, df) };
}

/**
 * Dirichlet–multinomial Bayes factor against the split (Lindon & Malek 2020): ln BF = lnΓ(A) − lnΓ(A+n) +
 * Σ[lnΓ(aᵢ+nᵢ) − lnΓ(aᵢ)] − Σ nᵢ ln wᵢ with aᵢ = k·wᵢ. min(1, 1/BF) is valid at any time of looking.
 */
export function logBayesFactor(counts: number[], shares: number[], k: number): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce(
    (sum, count, i) => sum + logGamma(k * shares[i] + count) - logGamma(k * shares[i]) - count * Math.log(shares[i]),
    logGamma(k) - logGamma(k + n),
  );
}

function splitTest(active: ActiveArm[], n: number) {
  const [counts, shares] = [active.map((arm) => arm.n), active.map(({ share }) => share)];
  const smallest = Math.min(...shares) * n;
  const { chi_square, df, p_value } = chiSquareOfSplit(counts, shares);
  if (smallest >= SMALL_CELL) return { test: "pearson_chi_square" as const, chi_square, df, ...shownP(p_value) };
  const outcomes = countOutcomes(n, active.length);
  if (outcomes > MOST_OUTCOMES) throw tooSmall(active, n, smallest, outcomes);
  return { test: "exact_multinomial" as const, chi_square, df, ...shownP(exactMultinomialP(counts, shares)) };
}

function armRow({ arm, share, n }: ActiveArm, weight: number, n_units: number) {
  const { low, high } = wilson({ k: n, n: n_units }, INTERVAL_ALPHA);
  const observed_share = n / n_units;
  return {
    arm,
    n,
    weight,
    intended_share: share,
    expected_n: share * n_units,
    observed_share,
    share_low: low,
    share_high: high,
    deviation: observed_share - share,
  };
}

/** Each arm's units per unit of the first arm, with the interval that Wilson's for its share among the two gives. */
function ratios([reference, ...others]: ActiveArm[]) {
  return others.map(({ arm, share, n }) => {
    const { low, high } = wilson({ k: n, n: n + reference.n }, INTERVAL_ALPHA);
    return {
      arm,
      reference: reference.arm,
      ratio: n / reference.n,
      low: low / (1 - low),
      high: high / (1 - high),
      intended_ratio: share / reference.share,
    };
  });
}

/** How far the smallest arm's share would have to be off for this many units to show it four times in five. */
function detectable(active: ActiveArm[], n: number, alpha: number) {
  const { arm, share } = active.reduce((least, other) => (other.share < least.share ? other : least));
  const reach = (normalQuantile(DETECTION_POWER) - normalQuantile(alpha / 2)) * Math.sqrt((share * (1 - share)) / n);
  const possible = share + reach <= 1 ? { arm, share: reach, power: DETECTION_POWER } : null;
  return orReason(
    "detectable_deviation",
    possible,
    `with ${n} units no deviation is found with power ${DETECTION_POWER}`,
  );
}

function sequentialTest(active: ActiveArm[], prior_units: number, alpha: number) {
  const ln_bayes_factor = logBayesFactor(
    active.map(({ n }) => n),
    active.map(({ share }) => share),
    prior_units,
  );
  const p_value = Math.min(1, Math.exp(-ln_bayes_factor));
  return { prior_units, ln_bayes_factor, ...shownP(p_value), mismatch: p_value < alpha };
}

function setAside(counts: Record<string, number>, weights: Record<string, number>, exclude: string[]) {
  for (const arm of exclude) {
    if (Object.hasOwn(weights, arm) || Object.hasOwn(counts, arm)) continue;
    throw new BadCall(`exclude: there is no arm '${arm}'; arms are ${Object.keys(weights).join(", ")}`);
  }
  const excluded = [...new Set(exclude)]
    .sort()
    .map((arm) => ({ arm, n: counts[arm] ?? 0, weight: weights[arm] ?? null }));
  const analysed = Object.fromEntries(Object.entries(weights).filter(([arm]) => !exclude.includes(arm)));
  return { analysed, excluded };
}
