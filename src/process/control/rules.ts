import { shortNumber } from "./short-number.ts";
import type { Keep, Signals } from "./signals.ts";
import { findClusters, findStretches } from "./stretches.ts";

/** An individuals chart: limits and zones that observations are held against. */
export interface Chart {
  center: number;
  sigma: number;
  lcl: number;
  ucl: number;
}

/** One run rule. A value exactly on the center or on a zone's border belongs to neither side of it. */
export interface Rule {
  name: string;
  /** Writes each sample's (or, for step rules, each step's) state: 0 for none, otherwise its side. */
  classify(values: Float64Array, chart: Chart, states: Int8Array): void;
  find(states: Int8Array, breaks: Uint8Array, keep: Keep): Signals;
  /** What the sample at a hit shows. */
  detail(values: Float64Array, at: number, chart: Chart): string;
}

export type RuleSet = "default" | "nelson" | "western-electric";

const BEYOND: Rule = {
  name: "BEYOND_3SIGMA",
  classify: (values, { lcl, ucl }, states) => sides(values, lcl, ucl, states, true),
  find: (states, breaks, keep) => findStretches(states, breaks, { length: 1, each: true, steps: false }, keep),
  detail: (values, at, { lcl, ucl }) =>
    `value ${shortNumber(values[at])} outside [${shortNumber(lcl)}, ${shortNumber(ucl)}]`,
};

const TREND: Rule = {
  name: "TREND_6",
  classify: (values, _chart, states) => steps(values, states, false),
  find: (states, breaks, keep) => findStretches(states, breaks, { length: 6, each: true, steps: true }, keep),
  detail: (values, at) => `6 or more in a row, ${values[at] > values[at - 1] ? "rising" : "falling"}`,
};

const ALTERNATING: Rule = {
  name: "ALTERNATING_14",
  classify: (values, _chart, states) => steps(values, states, true),
  find: (states, breaks, keep) => findStretches(states, breaks, { length: 14, each: true, steps: true }, keep),
  detail: () => "14 or more in a row, alternately up and down",
};

const WITHIN: Rule = {
  name: "RUN_15_WITHIN_1SIGMA",
  classify: (values, { center, sigma }, states) => zone(values, center, sigma, states, true),
  find: (states, breaks, keep) => findStretches(states, breaks, { length: 15, each: false, steps: false }, keep),
  detail: () => "15 in a row within 1 sigma of the center",
};

const OUTSIDE: Rule = {
  name: "RUN_8_OUTSIDE_1SIGMA",
  classify: (values, { center, sigma }, states) => zone(values, center, sigma, states, false),
  find: (states, breaks, keep) => findStretches(states, breaks, { length: 8, each: false, steps: false }, keep),
  detail: () => "8 in a row more than 1 sigma from the center",
};

function sameSide(length: number): Rule {
  return {
    name: `RUN_${length}_SAMESIDE`,
    classify: (values, { center }, states) => sides(values, center, center, states, false),
    find: (states, breaks, keep) => findStretches(states, breaks, { length, each: false, steps: false }, keep),
    detail: (values, at, { center }) => `${length} in a row ${values[at] > center ? "above" : "below"} the center`,
  };
}

function cluster(needed: number, span: number, sigmas: number): Rule {
  return {
    name: `${needed}_OF_${span}_BEYOND_${sigmas}SIGMA`,
    classify: (values, { center, sigma }, states) =>
      sides(values, center - sigmas * sigma, center + sigmas * sigma, states, false),
    find: (states, breaks, keep) => findClusters(states, breaks, { needed, span }, keep),
    detail: (values, at, { center }) =>
      `${needed} of ${span} more than ${sigmas} sigma ${values[at] > center ? "above" : "below"} the center`,
  };
}

/**
 * The rule sets. `default`: three rules. `nelson`: Nelson's eight (J. Quality Technology 16, 1984). `western-electric`:
 * the four of the Statistical Quality Control Handbook (1956), whose run is of 8 and not of 9.
 */
export const RULE_SETS: Record<RuleSet, readonly Rule[]> = {
  default: [BEYOND, sameSide(9), TREND],
  nelson: [BEYOND, sameSide(9), TREND, ALTERNATING, cluster(2, 3, 2), cluster(4, 5, 1), WITHIN, OUTSIDE],
  "western-electric": [BEYOND, cluster(2, 3, 2), cluster(4, 5, 1), sameSide(8)],
};

/** −1 below `low`, 1 above `high`, else 0; with `merge`, 1 for both (a run may then jump from one side to the other). */
function sides(values: Float64Array, low: number, high: number, states: Int8Array, merge: boolean): void {
  const below = merge ? 1 : -1;
  for (let i = 0; i < values.length; i++) states[i] = values[i] > high ? 1 : values[i] < low ? below : 0;
}

/** 1 where |x − center| is less than sigma (`inside`) or more than sigma. */
function zone(values: Float64Array, center: number, sigma: number, states: Int8Array, inside: boolean): void {
  for (let i = 0; i < values.length; i++) {
    const distance = Math.abs(values[i] - center);
    states[i] = (inside ? distance < sigma : distance > sigma) ? 1 : 0;
  }
}

/** Direction of the step to each sample; with `flip` every second one is reversed, so that a zigzag is one state. */
function steps(values: Float64Array, states: Int8Array, flip: boolean): void {
  states[0] = 0;
  for (let i = 1; i < values.length; i++) {
    const step = values[i] > values[i - 1] ? 1 : values[i] < values[i - 1] ? -1 : 0;
    states[i] = flip && (i & 1) === 1 ? -step : step;
  }
}
