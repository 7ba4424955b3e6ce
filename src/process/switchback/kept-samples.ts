import { formatInstant } from "../../contract/instant.ts";
import { refusal } from "../../contract/outcome.ts";
import type { ValidColumns } from "../../series/valid.ts";
import { completeRows, pick } from "../multivariate/grid.ts";
import { blockStart, type Schedule } from "./schedule.ts";

/** The samples that count, in time order. */
export interface KeptSamples {
  /** Microseconds. */
  t: Float64Array;
  y: Float64Array;
  /** The block of each sample, 0..K−1. */
  block: Uint16Array;
}

/** Keeps the samples inside a block at or after its washout's end; the instant that ends the schedule is outside. */
export function keptSamples(schedule: Schedule, { t, v }: ValidColumns): KeptSamples {
  const length = schedule.block_s * 1_000_000;
  const washout = schedule.washout_s * 1_000_000;
  const kept = { t: new Float64Array(t.length), y: new Float64Array(t.length), block: new Uint16Array(t.length) };
  let n = 0;
  for (let i = 0; i < t.length; i++) {
    const block = Math.floor((t[i] - schedule.start) / length);
    if (block < 0 || block >= schedule.blocks || t[i] - blockStart(schedule, block) < washout) continue;
    kept.t[n] = t[i];
    kept.y[n] = v[i];
    kept.block[n++] = block;
  }
  return { t: kept.t.slice(0, n), y: kept.y.slice(0, n), block: kept.block.slice(0, n) };
}

/** The kept samples at whose very instant every covariate has a value, and those values. */
export interface JoinedSamples {
  kept: KeptSamples;
  /** One column per covariate, as long as `kept`. */
  covariates: Float64Array[];
  /** Samples left out because a covariate has no value at their instant. */
  n_unmatched: number;
}

/** Joins covariates on the exact timestamp; samples that lack any covariate are dropped. All inputs are in time order. */
export function joinCovariates(kept: KeptSamples, covariates: readonly ValidColumns[]): JoinedSamples {
  const found = covariates.map((columns) => lookUp(kept.t, columns));
  const whole = completeRows(found, kept.t.length);
  return {
    kept: {
      t: pick(kept.t, whole),
      y: pick(kept.y, whole),
      block: Uint16Array.from(whole, (i) => kept.block[i]),
    },
    covariates: found.map((column) => pick(column, whole)),
    n_unmatched: kept.t.length - whole.length,
  };
}

function lookUp(times: Float64Array, { t, v }: ValidColumns): Float64Array {
  const found = new Float64Array(times.length).fill(Number.NaN);
  for (let i = 0, j = 0; i < times.length; i++) {
    while (j < t.length && t[j] < times[i]) j++;
    if (j < t.length && t[j] === times[i]) found[i] = v[j];
  }
  return found;
}

/** Refuses SchemaError when a covariate has two GOOD values at one instant: which of them the target saw is unknown. */
export function requireDistinctTimes(tag: string, { t }: ValidColumns): void {
  let repeated = 0;
  let first = -1;
  for (let i = 1; i < t.length; i++) {
    if (t[i] !== t[i - 1]) continue;
    repeated++;
    if (first < 0) first = i;
  }
  if (repeated === 0) return;
  const remedy = "remove the duplicates from the archive, or leave the covariate out";
  const at = formatInstant(t[first]);
  throw refusal(
    "SchemaError",
    `${tag}: ${repeated} GOOD values of this covariate share a timestamp with another (the first at ${at}); ${remedy}`,
    { check: "distinct_covariate_times", observed: repeated, required: 0, remedy, tag, first: at },
  );
}
