import { orReason } from "../../contract/outcome.ts";
import { type Window, windowFields } from "../../contract/window.ts";
import type { BaselineValues } from "./chart-data.ts";

/** The baseline as answers show it. `clip_tolerance` is the share of clipped rows that the caller allowed. */
export function baselineFields({ window, t, n_samples, clip }: BaselineValues, clip_tolerance: number) {
  return {
    ...windowFields(window),
    n_good: t.length,
    n_samples,
    ...orReason("censored", clip.censored, "no engineering range is declared and no code says over or under range"),
    range_known: clip.range_known,
    n_clipped: clip.n_clipped,
    clip_tolerance,
  };
}

/** True when the baseline lies after the window it judges: its limits know the future. */
export function looksAhead(baseline: Window, window: Window): boolean {
  return baseline.start >= window.end;
}
