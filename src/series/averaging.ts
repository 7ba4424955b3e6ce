import type { Window } from "../contract/window.ts";
import { rowsBeforeLoss } from "./coverage.ts";
import type { Gaps } from "./gaps.ts";

/** A mean and the seconds that carried weight in it. */
export interface TimeWeightedMean {
  /** Null when no time carried weight, or a double cannot hold the sum. */
  mean: number | null;
  weighted_s: number;
}

/**
 * Time-weighted mean over the window: Σ vᵢ·wᵢ / Σ wᵢ, wᵢ the time from row i to the next row, and to the window's end
 * for the last one. A row that is not valid and an interval that is a data-loss gap get no weight. Stepped: vᵢ is the
 * row's value. Otherwise vᵢ is the trapezoid's (vᵢ + vᵢ₊₁)/2 when the next row is valid, and the row's value held when
 * it is not (OPC UA Part 13 falls back to the same hold when an interpolation bound is not Good).
 */
export function timeWeightedMean(
  { t, v }: { t: Float64Array; v: Float64Array },
  valid: Uint8Array,
  gaps: Gaps,
  window: Window,
  stepped: boolean,
): TimeWeightedMean {
  const loss = rowsBeforeLoss(gaps);
  const n = t.length;
  // Sums are taken about the first valid value, so that a constant has exactly itself as its mean.
  const origin = n > 0 ? v[Math.max(0, valid.indexOf(1))] : 0;
  let next = loss[0] === -1 ? 1 : 0;
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < n; i++) {
    if (loss[next] === i) {
      next++;
      continue;
    }
    if (valid[i] === 0) continue;
    const last = i === n - 1;
    const span = (last ? window.end : t[i + 1]) - t[i];
    const level = stepped || last || valid[i + 1] === 0 ? v[i] - origin : (v[i] - origin + (v[i + 1] - origin)) / 2;
    sum += level * span;
    weight += span;
  }
  const mean = origin + sum / weight;
  return { mean: Number.isFinite(mean) ? mean : null, weighted_s: weight / 1e6 };
}
