import { formatInstant } from "../../contract/instant.ts";
import { windowFields } from "../../contract/window.ts";
import type { SamplingContract } from "../../series/sampling.ts";
import { tagOf } from "../../series/tag-meta.ts";
import { fitBaseline, limitsOf, SIGMA_NAMES, type SigmaMethod } from "./baseline.ts";
import { checkBaseline, nominalShare } from "./baseline-check.ts";
import { baselineFields, looksAhead } from "./baseline-fields.ts";
import {
  baselineValues,
  type MonitoredValues,
  monitoredValues,
  refuseStates,
  type WindowedRows,
} from "./chart-data.ts";
import type { Keep, Signals } from "./signals.ts";
import { findStretches } from "./stretches.ts";

/** What every screen is asked. */
export interface ScreenRequest {
  baseline: WindowedRows;
  window: WindowedRows;
  k: number;
  clip_tolerance: number;
  contract: SamplingContract;
  keep: Keep;
}

const CAVEATS = {
  mad: "provisional: one baseline for every regime in the window",
  "moving-range": "provisional: the moving-range scale holds the motion of the process as well as noise",
} as const;

/**
 * Screens a window against center ± k·scale of a separate baseline: which GOOD samples lie strictly outside. `tick` is
 * awaited between the passes over the rows.
 */
export async function screen(request: ScreenRequest, method: SigmaMethod, tick: () => Promise<void>) {
  const { meta, window } = request.baseline;
  refuseStates(meta, "a screen");
  const tag = tagOf(meta);
  const baseline = baselineValues(request.baseline, request.clip_tolerance);
  await tick();
  const { center, scale } = fitBaseline(baseline.v, method, { tag, window });
  await tick();
  const limits = limitsOf({ center, scale }, request.k);
  const monitored = monitoredValues(request.window, request.contract.stepped);
  await tick();
  const found = findStretches(outside(monitored.v, limits), monitored.breaks, EVERY, request.keep);
  return {
    tag,
    mode: null,
    contract: request.contract,
    baseline: baselineFields(baseline, request.clip_tolerance),
    look_ahead: looksAhead(window, monitored.window),
    window: windowFields(monitored.window),
    method: SIGMA_NAMES[method],
    k: request.k,
    center,
    scale,
    limits,
    caveat: CAVEATS[method],
    baseline_check: checkBaseline(baseline.v, limits, nominalShare(request.k)),
    regimes: null,
    regimes_dropped: 0,
    regimes_refused: null,
    regimes_refused_dropped: 0,
    alignment: null,
    n_samples: monitored.n_samples,
    n_screened: monitored.v.length,
    n_unscreened: 0,
    ...flagFields(found, monitored),
  };
}

/** Every sample in a state counts, and neighbours in one state are one run. */
export const EVERY = { length: 1, each: true, steps: false } as const;

/** The flagged samples and their runs. */
export function flagFields(found: Signals, { t }: MonitoredValues) {
  return {
    n_flagged: found.n_hits,
    flagged: found.hits.map((i) => formatInstant(t[i])),
    flagged_dropped: found.n_hits - found.hits.length,
    runs: found.runs.map(({ from, to }) => ({
      start: formatInstant(t[from]),
      end: formatInstant(t[to]),
      n: to - from + 1,
    })),
    runs_dropped: found.n_runs - found.runs.length,
  };
}

function outside(values: Float64Array, [lower, upper]: readonly [number, number]): Int8Array {
  const states = new Int8Array(values.length);
  for (let i = 0; i < values.length; i++) states[i] = values[i] > upper || values[i] < lower ? 1 : 0;
  return states;
}
