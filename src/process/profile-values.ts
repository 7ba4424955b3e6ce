import { formatInstant } from "../contract/instant.ts";
import { orReason } from "../contract/outcome.ts";
import { countModeStates, countStates } from "../series/row-quality.ts";
import type { ConstantRun } from "../series/statistics.ts";
import type { Passes, ProfileRequest } from "./profile.ts";

const TIMELESS = "no GOOD value stands for any time";
const LARGE = "values too large for double precision";

/** The `values` block of a profile: statistics of the valid rows, each null with its reason where it does not exist. */
export function valueFields(request: ProfileRequest, passes: Passes) {
  const { rows, meta, basis, max_codes } = request;
  const { quality, weighted, moves, intervals } = passes;
  const state_valued = meta.role === "MODE";
  const states = state_valued ? countModeStates(rows, quality.valid) : countStates(rows);
  const why = absent(state_valued, quality.n_valid);
  const spreadless = state_valued || quality.n_valid < 2 ? why : LARGE;
  const stat = passes.statistics;
  const mean = basis === "TIME_WEIGHTED" ? weighted.mean : stat.mean;
  const timed = basis === "TIME_WEIGHTED" && !state_valued;
  return {
    n_good: quality.n_valid,
    n_samples: rows.t.length,
    n_non_finite: quality.n_non_finite,
    state_valued,
    state_counts: states.slice(0, max_codes),
    state_counts_dropped: Math.max(0, states.length - max_codes),
    ...orReason("min", stat.min, why),
    ...orReason("p05", stat.p05, why),
    ...orReason("median", stat.median, why),
    ...orReason("p95", stat.p95, why),
    ...orReason("max", stat.max, why),
    ...orReason(
      "mean",
      state_valued ? null : mean,
      state_valued || quality.n_valid === 0
        ? why
        : basis === "TIME_WEIGHTED" && weighted.weighted_s === 0
          ? TIMELESS
          : LARGE,
    ),
    mean_basis: basis,
    ...orReason(
      "mean_weighted_s",
      timed ? weighted.weighted_s : null,
      state_valued ? why : "event-weighted: samples count, not seconds",
    ),
    ...orReason("std", stat.std, spreadless),
    ...orReason("mad", stat.mad, spreadless),
    ...orReason("distinct", state_valued ? states.length : stat.distinct, why),
    ...orReason("stall_s", moves.stall_s, why),
    ...orReason(
      "changes_per_hour",
      moves.changes_per_hour,
      quality.n_valid > 1 && !state_valued ? "the GOOD values span no time" : why,
    ),
    ...orReason("constant_run", moves.constant_run === null ? null : runFields(moves.constant_run), why),
    ...orReason("interval_median_s", intervals.median_s, "fewer than two rows"),
    ...orReason("interval_p05_s", intervals.p05_s, "fewer than two rows"),
    ...orReason("interval_p95_s", intervals.p95_s, "fewer than two rows"),
    declared_rate_s: meta.sample_rate_s,
    interval_differs_from_declared: differs(meta.sample_rate_s, intervals.median_s),
  };
}

function absent(state_valued: boolean, n_valid: number): string {
  if (state_valued) return "state-valued tag (role MODE)";
  return n_valid === 0 ? "no GOOD finite value" : "one GOOD value, and two are needed";
}

function runFields(run: ConstantRun) {
  return {
    start: formatInstant(run.start),
    end: formatInstant(run.end),
    duration_s: (run.end - run.start) / 1e6,
    samples: run.samples,
  };
}

/** The median interval is outside half to twice the declared one. */
function differs(declared: number | null, median: number | null): boolean {
  return declared !== null && median !== null && !(declared / 2 <= median && median <= 2 * declared);
}
