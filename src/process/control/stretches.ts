import { addHit, addRun, type Keep, noSignals, type Signals } from "./signals.ts";

/** When a stretch of samples in one state is a pattern. */
export interface StretchRule {
  /** Samples that complete it. */
  length: number;
  /** True: every sample from the completing one on is a hit; false: only the completing one. */
  each: boolean;
  /** True when `states[i]` describes the step from sample i − 1 to i, so that a stretch starts one sample earlier. */
  steps: boolean;
}

/**
 * Finds maximal stretches of one non-zero state. `breaks[i]` = 1 ends a stretch before sample i (nothing was observed
 * in between), and a step across a break is no step.
 */
export function findStretches(
  states: Int8Array | Int32Array,
  breaks: Uint8Array,
  rule: StretchRule,
  keep: Keep,
): Signals {
  const found = noSignals();
  const lead = rule.steps ? 1 : 0;
  let state = 0;
  let start = 0;
  for (let i = 0; i < states.length; i++) {
    const broken = breaks[i] === 1;
    const next = broken && rule.steps ? 0 : states[i];
    if (next !== state || broken) {
      if (state !== 0 && i - start >= rule.length) addRun(found, start, i - 1, keep);
      state = next;
      start = i - lead;
    }
    if (state === 0) continue;
    const length = i - start + 1;
    if (length === rule.length || (rule.each && length > rule.length)) addHit(found, i, keep);
  }
  if (state !== 0 && states.length - start >= rule.length) addRun(found, start, states.length - 1, keep);
  return found;
}

/**
 * Finds samples in a non-zero state that make `needed` of the last `span` samples be in it. A run reaches from the first
 * such sample of a pattern to its last; overlapping patterns of one state are one run. Nothing is counted across a break.
 */
export function findClusters(
  states: Int8Array,
  breaks: Uint8Array,
  { needed, span }: { needed: number; span: number },
  keep: Keep,
): Signals {
  const found = noSignals();
  let since = 0;
  let run: { state: number; from: number; to: number } | null = null;
  for (let i = 0; i < states.length; i++) {
    if (breaks[i] === 1) since = i;
    const state = states[i];
    if (state === 0) continue;
    const from = Math.max(since, i - span + 1);
    let first = i;
    let count = 0;
    for (let j = i; j >= from; j--) {
      if (states[j] !== state) continue;
      count++;
      first = j;
    }
    if (count < needed) continue;
    addHit(found, i, keep);
    if (run !== null && run.state === state && first <= run.to) run.to = i;
    else {
      if (run !== null) addRun(found, run.from, run.to, keep);
      run = { state, from: first, to: i };
    }
  }
  if (run !== null) addRun(found, run.from, run.to, keep);
  return found;
}
