import { refusal } from "../contract/outcome.ts";

/** An arm with a positive intended share, and the units seen in it. */
export interface ActiveArm {
  arm: string;
  share: number;
  n: number;
}

/** Below this expected count chi-square is not trusted. */
export const SMALL_CELL = 5;
/** Above this many outcomes the exact test is not enumerated. */
export const MOST_OUTCOMES = 2_000_000;

/** Refuses UnknownArm when units lie in an arm without a weight. */
export function refuseUnknown(
  counts: Record<string, number>,
  weights: Record<string, number>,
  excluded: string[],
): void {
  const unknown = Object.keys(counts).filter(
    (arm) => !excluded.includes(arm) && counts[arm] > 0 && !(weights[arm] > 0),
  );
  if (unknown.length === 0) return;
  const shown = unknown.sort().map((arm) => `${arm} (${counts[arm]})`);
  throw refusal(
    "UnknownArm",
    `${shown.join(", ")}: units in an arm that the design gives no share; find out how they got there, or state the arm's weight, or exclude it`,
    {
      check: "arms_of_design",
      observed: Object.fromEntries(unknown.map((arm) => [arm, counts[arm]])),
      required: Object.keys(weights),
      remedy: "state the weight of every arm that units can be in, or exclude the arm",
    },
  );
}

/** Refuses MissingArm when an arm with a share has no units. */
export function refuseMissing(active: ActiveArm[]): void {
  const missing = active.filter(({ n }) => n === 0);
  if (missing.length === 0) return;
  const total = active.reduce((sum, { n }) => sum + n, 0);
  throw refusal(
    "MissingArm",
    `${missing.map(({ arm, share }) => `${arm} (intended share ${share})`).join(", ")}: no unit among ${total}; the arm was not served or not logged, so nothing can be compared`,
    {
      check: "units_in_every_arm",
      observed: Object.fromEntries(active.map(({ arm, n }) => [arm, n])),
      required: "at least 1 unit in each arm with a share",
      remedy: "find out why the arm has no units; exclude it only if it was never served",
    },
  );
}

/** The refusal SmallCells: neither chi-square nor enumeration will do. */
export function tooSmall(active: ActiveArm[], n: number, smallest: number, outcomes: number) {
  return refusal(
    "SmallCells",
    `${active.length} arms, ${n} units: the smallest expected count is ${Number(smallest.toPrecision(3))}, too few for chi-square, and the exact test would have to enumerate ${outcomes} outcomes; wait for more units, or exclude the arm`,
    {
      check: "expected_count",
      observed: { smallest_expected: smallest, outcomes },
      required: { smallest_expected: SMALL_CELL, outcomes: MOST_OUTCOMES },
      remedy: "wait for more units, or exclude the smallest arm",
    },
  );
}
