import { refusal } from "../../contract/outcome.ts";
import { windowFields } from "../../contract/window.ts";
import { rowQuality } from "../../series/row-quality.ts";
import { tagOf } from "../../series/tag-meta.ts";
import { baselineFields, looksAhead } from "./baseline-fields.ts";
import {
  baselineValues,
  type MonitoredValues,
  monitoredValues,
  refuseStates,
  type WindowedRows,
} from "./chart-data.ts";
import { fitRegimes, type RegimeBaseline, type Regimes } from "./regimes.ts";
import { EVERY, flagFields, type ScreenRequest } from "./screen.ts";
import { joinStates, type ModeSamples, modeSamples, requireStates, type StateJoin } from "./state-join.ts";
import { findStretches } from "./stretches.ts";

/** The MODE archive over the same two windows. */
export interface ModeRows {
  /** As the caller typed it. */
  ref: string;
  baseline: WindowedRows;
  window: WindowedRows;
}

/**
 * Screens each sample against the median/MAD baseline of the regime it is in. Regimes without a baseline are listed with
 * the reason, and their samples are counted as unscreened. Refuses only when nothing of the window could be screened.
 * `tick` is awaited between the passes over the rows.
 */
export async function screenRegimes(request: ScreenRequest, mode: ModeRows, tick: () => Promise<void>) {
  const { meta, window } = request.baseline;
  refuseStates(meta, "a screen");
  const tag = tagOf(meta);
  const baseline = baselineValues(request.baseline, request.clip_tolerance);
  await tick();
  const monitored = monitoredValues(request.window, request.contract.stepped);
  await tick();
  const [before, now] = [samplesOf(mode.baseline), samplesOf(mode.window)];
  const alignment = {
    baseline: requireStates(request.baseline.rows.t, before, tag, "baseline"),
    window: requireStates(request.window.rows.t, now, tag, "window"),
  };
  await tick();
  const inWindow = joinStates(monitored.t, now);
  const regimes = fitRegimes(baseline, joinStates(baseline.t, before), inWindow, tag, request.k);
  const states = judge(monitored, inWindow, regimes.fitted);
  const n_screened = regimes.fitted.reduce((sum, { n_screened }) => sum + n_screened, 0);
  if (n_screened === 0 && monitored.v.length > 0) throw nothingScreened(tag, monitored.v.length, regimes);
  return {
    tag,
    mode: mode.ref,
    contract: request.contract,
    baseline: baselineFields(baseline, request.clip_tolerance),
    look_ahead: looksAhead(window, monitored.window),
    window: windowFields(monitored.window),
    method: "REGIME_MAD" as const,
    k: request.k,
    center: null,
    scale: null,
    limits: null,
    caveat: null,
    baseline_check: null,
    ...regimeLists(regimes, request.keep.runs),
    alignment,
    n_samples: monitored.n_samples,
    n_screened,
    n_unscreened: monitored.v.length - n_screened,
    ...flagFields(findStretches(states, monitored.breaks, EVERY, request.keep), monitored),
  };
}

function samplesOf({ meta, rows }: WindowedRows): ModeSamples {
  return modeSamples(rows, rowQuality(rows, meta), tagOf(meta));
}

/** 1 + the regime's number where a sample lies outside its regime's limits, else 0; counts into the regimes. */
function judge({ v }: MonitoredValues, { state, labels }: StateJoin, fitted: RegimeBaseline[]): Int32Array {
  const regimeOf = labels.map((label) => fitted.findIndex(({ regime }) => regime === label));
  const states = new Int32Array(v.length);
  for (let i = 0; i < v.length; i++) {
    const at = state[i] < 0 ? -1 : regimeOf[state[i]];
    if (at < 0) continue;
    const regime = fitted[at];
    regime.n_screened++;
    if (v[i] <= regime.limits[1] && v[i] >= regime.limits[0]) continue;
    regime.n_flagged++;
    states[i] = 1 + at;
  }
  return states;
}

function regimeLists({ fitted, refused }: Regimes, most: number) {
  return {
    regimes: fitted.slice(0, most).map(regimeFields),
    regimes_dropped: Math.max(0, fitted.length - most),
    regimes_refused: refused.slice(0, most),
    regimes_refused_dropped: Math.max(0, refused.length - most),
  };
}

function regimeFields({ check, ...regime }: RegimeBaseline) {
  const { regime: label, center, scale, limits, n_good, n_screened, n_flagged } = regime;
  const method = "per-regime median/MAD";
  return { regime: label, center, scale, limits, n_good, method, n_screened, n_flagged, baseline_check: check };
}

/** Refused regimes that a refusal lists. */
const SHOWN = 20;

/** The refusal of the regime that most of the window is in, with the others in its details. */
function nothingScreened(tag: string, n: number, { refused }: Regimes) {
  const sorted = [...refused].sort((a, b) => b.n_window - a.n_window);
  const [worst] = sorted;
  return refusal(
    worst?.error_type ?? "InsufficientQuality",
    worst?.cause ?? `${tag}: none of the ${n} GOOD window samples has a sample of the MODE tag at the same instant`,
    {
      check: "samples_screened",
      observed: 0,
      required: 1,
      remedy: "state a baseline that visits the window's regimes",
      tag,
      n_window: n,
      regimes_refused: sorted.slice(0, SHOWN),
      regimes_refused_dropped: Math.max(0, sorted.length - SHOWN),
    },
  );
}
