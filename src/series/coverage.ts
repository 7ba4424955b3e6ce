import type { Window } from "../contract/window.ts";
import { type Gaps, losesData } from "./gaps.ts";

/** How much of a window its rows stand for. */
export interface Coverage {
  /** Share of the window outside data-loss gaps; null when the window has no length. */
  coverage: number | null;
  n_gaps: number;
  n_data_loss_gaps: number;
  /** Of any class; null when there is no gap. */
  longest_gap_s: number | null;
}

/** (span − Σ data-loss gaps) / span, held to [0, 1]. Quality plays no part: see `goodSeconds`. */
export function coverageOf(gaps: Gaps, window: Window): Coverage {
  const span = window.end - window.start;
  let lost = 0;
  let n_data_loss_gaps = 0;
  let longest = 0;
  for (let i = 0; i < gaps.kind.length; i++) {
    const length = gaps.end[i] - gaps.start[i];
    if (length > longest) longest = length;
    if (!losesData(gaps.kind[i])) continue;
    lost += length;
    n_data_loss_gaps++;
  }
  return {
    coverage: span > 0 ? Math.min(1, Math.max(0, (span - lost) / span)) : null,
    n_gaps: gaps.kind.length,
    n_data_loss_gaps,
    longest_gap_s: gaps.kind.length > 0 ? longest / 1e6 : null,
  };
}

/** Index of the row before each data-loss gap, ascending; -1 for one at the window's start. */
export function rowsBeforeLoss(gaps: Gaps): number[] {
  return gaps.row.filter((_, i) => losesData(gaps.kind[i]));
}

/**
 * Marks the samples that follow a data-loss gap: 1 at k when such a gap lies between `t[k - 1]` and `t[k]`. Runs,
 * trends and moving ranges break there. `t` may be any subset of the rows the gaps were found in, in their order.
 */
export function followsLoss(t: Float64Array, gaps: Gaps): Uint8Array {
  const marks = new Uint8Array(t.length);
  let k = 1;
  for (let g = 0; g < gaps.row.length; g++) {
    if (gaps.row[g] < 0 || !losesData(gaps.kind[g])) continue;
    while (k < t.length && t[k] < gaps.end[g]) k++;
    if (k < t.length && t[k - 1] <= gaps.start[g]) marks[k] = 1;
  }
  return marks;
}

/** Seconds of the window that GOOD values cover: what carried weight in a time-weighted mean, plus a slack at the start. */
export function goodSeconds(weighted_s: number, gaps: Gaps, firstRowIsValid: boolean): number {
  return weighted_s + (firstRowIsValid ? gaps.edge_slack_start_s : 0);
}
