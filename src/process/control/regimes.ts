import { Refusal, refusal } from "../../contract/outcome.ts";
import type { RefusalName } from "../../contract/refusals.ts";
import { MAD_TO_SIGMA, mad } from "../../numerics/mad.ts";
import { median } from "../../numerics/median.ts";
import { type Baseline, limitsOf, REGIME_FLOOR } from "./baseline.ts";
import { type BaselineCheck, checkBaseline, nominalShare } from "./baseline-check.ts";
import type { GoodValues } from "./chart-data.ts";
import type { StateJoin } from "./state-join.ts";
import { type BaselineSubject, zeroSpread } from "./zero-spread.ts";

/** A regime that has a baseline of its own. */
export interface RegimeBaseline extends Baseline {
  regime: string;
  limits: [lower: number, upper: number];
  check: BaselineCheck;
  n_screened: number;
  n_flagged: number;
}

/** A regime that nothing can be held against, and why. */
export interface RefusedRegime {
  regime: string;
  error_type: RefusalName;
  cause: string;
  n_baseline: number;
  /** GOOD samples of the window in this regime, which stay unscreened. */
  n_window: number;
}

/** Regimes by label, sorted. Those of the window alone are refused: they were never seen in the baseline. */
export interface Regimes {
  fitted: RegimeBaseline[];
  refused: RefusedRegime[];
}

/**
 * A median/MAD baseline for each regime of the baseline with at least `REGIME_FLOOR` GOOD samples and some spread.
 * A regime that cannot be fitted is listed with its refusal; whether that ends the screen is the caller's question.
 */
export function fitRegimes(
  baseline: GoodValues,
  inBaseline: StateJoin,
  inWindow: StateJoin,
  tag: string,
  k: number,
): Regimes {
  const samples = groupByState(baseline.v, inBaseline);
  const visits = countStates(inWindow);
  const found: Regimes = { fitted: [], refused: [] };
  for (const regime of [...new Set([...samples.keys(), ...visits.keys()])].sort()) {
    const values = samples.get(regime) ?? new Float64Array(0);
    try {
      found.fitted.push(fitRegime(values, { tag, window: baseline.window, regime }, k));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { name: error_type, message: cause } = error;
      found.refused.push({ regime, error_type, cause, n_baseline: values.length, n_window: visits.get(regime) ?? 0 });
    }
  }
  return found;
}

function fitRegime(values: Float64Array, subject: BaselineSubject & { regime: string }, k: number): RegimeBaseline {
  if (values.length < REGIME_FLOOR) throw tooSparse(values.length, subject);
  const scale = MAD_TO_SIGMA * mad(values);
  if (scale === 0) throw zeroSpread(values, "MAD", subject);
  const center = median(values);
  const limits = limitsOf({ center, scale }, k);
  const check = checkBaseline(values, limits, nominalShare(k));
  return { regime: subject.regime, center, scale, n_good: values.length, limits, check, n_screened: 0, n_flagged: 0 };
}

function tooSparse(n: number, { tag, regime }: BaselineSubject & { regime: string }) {
  const found = n === 0 ? "was never seen in the baseline" : `has ${n} GOOD baseline sample${n === 1 ? "" : "s"}`;
  return refusal(
    "RegimeTooSparse",
    `${tag}: regime '${regime}' ${found}; ${REGIME_FLOOR} required, so state a baseline that visits it longer`,
    {
      check: "regime_samples",
      observed: n,
      required: REGIME_FLOOR,
      remedy: "state a baseline that visits the regime longer",
      tag,
      regime,
    },
  );
}

function groupByState(values: Float64Array, { state, labels }: StateJoin): Map<string, Float64Array> {
  const counts = countStates({ state, labels });
  const groups = new Map([...counts].map(([label, n]) => [label, { into: new Float64Array(n), at: 0 }]));
  for (let i = 0; i < values.length; i++) {
    if (state[i] < 0) continue;
    const group = groups.get(labels[state[i]])!;
    group.into[group.at++] = values[i];
  }
  return new Map([...groups].map(([label, { into }]) => [label, into]));
}

function countStates({ state, labels }: StateJoin): Map<string, number> {
  const counts = new Uint32Array(labels.length);
  for (let i = 0; i < state.length; i++) if (state[i] >= 0) counts[state[i]]++;
  return new Map(
    [...labels.entries()].filter(([code]) => counts[code] > 0).map(([code, label]) => [label, counts[code]]),
  );
}
