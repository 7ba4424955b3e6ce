import type { Window } from "../contract/window.ts";
import { selectInPlace } from "../numerics/select-in-place.ts";
import type { IntervalStatistics } from "./intervals.ts";

/** Why nothing was stored. Only `compression_steady` and `sparse_by_design` lose no data. */
export type GapClass = "scan_off" | "comm_outage_multitag" | "compression_steady" | "sparse_by_design" | "unknown";

/** Where the gap threshold comes from: 2.5 x one of two intervals, its floor of 60 s, or 3600 s when there is no interval. */
export type ThresholdBasis = "declared_rate" | "median_interval" | "minimum_60s" | "default_3600s";

/** Gaps of one window as columns, in time order: a wrong declared rate can make every interval one. */
export interface Gaps {
  threshold_s: number;
  threshold_basis: ThresholdBasis;
  /** Index of the row before the gap; -1 when it starts at the window's start. */
  row: number[];
  /** Microseconds since the epoch. */
  start: number[];
  end: number[];
  kind: GapClass[];
  /** Time between a bound of the window and the nearest row when it is no gap; counts as covered. */
  edge_slack_start_s: number;
  edge_slack_end_s: number;
}

/** What classifies a gap besides its length. */
export interface GapRules {
  stepped: boolean;
  /** Declared seconds between samples. */
  sample_rate_s: number | null;
  /** Spans in which the tag is known to have been off scan. */
  scan_off?: Window[];
  /** Gaps of other tags over the same window. */
  peers?: Gaps[];
}

/** How answers word the rule that gave each class. */
export const GAP_RULES: Record<GapClass, string> = {
  scan_off: "within stated scan-off periods",
  comm_outage_multitag: "a peer has the same gap",
  compression_steady: "stepped, gap <= 50 x median interval",
  sparse_by_design: "gap <= 3 x declared rate",
  unknown: "no rule matched",
};

/** True when values are missing in a gap of this class. */
export function losesData(kind: GapClass): boolean {
  return kind !== "compression_steady" && kind !== "sparse_by_design";
}

/** The length beyond which an interval is a gap: the declared rate decides when there is one. */
export function gapThreshold(
  sample_rate_s: number | null,
  median_s: number | null,
): { threshold_s: number; threshold_basis: ThresholdBasis } {
  if (sample_rate_s !== null) return { threshold_s: 2.5 * sample_rate_s, threshold_basis: "declared_rate" };
  if (median_s === null) return { threshold_s: 3600, threshold_basis: "default_3600s" };
  if (2.5 * median_s < 60) return { threshold_s: 60, threshold_basis: "minimum_60s" };
  return { threshold_s: 2.5 * median_s, threshold_basis: "median_interval" };
}

/**
 * Finds every interval longer than the threshold, and the edges of the window farther than that from the nearest row.
 * All rows count, whatever their quality. Without rows the whole window is one gap. `t` must not run backwards.
 */
export function findGaps(t: Float64Array, window: Window, intervals: IntervalStatistics, rules: GapRules): Gaps {
  const { positive_median_s: median_s } = intervals;
  const { threshold_s, threshold_basis } = gapThreshold(rules.sample_rate_s, median_s);
  const gaps: Gaps = {
    threshold_s,
    threshold_basis,
    row: [],
    start: [],
    end: [],
    kind: [],
    edge_slack_start_s: 0,
    edge_slack_end_s: 0,
  };
  const n = t.length;
  const longest_us = threshold_s * 1e6;
  const add = (row: number, start: number, end: number) => {
    const edge = row < 0 || row === n - 1;
    gaps.row.push(row);
    gaps.start.push(start);
    gaps.end.push(end);
    gaps.kind.push(classify(start, end, edge, median_s, rules, gaps));
  };
  if (n === 0) {
    add(-1, window.start, window.end);
    return gaps;
  }
  const [before, after] = [t[0] - window.start, window.end - t[n - 1]];
  if (before > longest_us) add(-1, window.start, t[0]);
  else gaps.edge_slack_start_s = Math.max(0, before) / 1e6;
  for (let i = 1; i < n; i++) if (t[i] - t[i - 1] > longest_us) add(i - 1, t[i - 1], t[i]);
  if (after > longest_us) add(n - 1, t[n - 1], window.end);
  else gaps.edge_slack_end_s = Math.max(0, after) / 1e6;
  return gaps;
}

function classify(
  start: number,
  end: number,
  edge: boolean,
  median_s: number | null,
  rules: GapRules,
  gaps: Gaps,
): GapClass {
  const seconds = (end - start) / 1e6;
  if (rules.scan_off?.length && longestOutside(start, end, rules.scan_off) / 1e6 <= gaps.threshold_s) return "scan_off";
  if (rules.peers?.some((peer) => hasSameGap(peer, start, end, gaps.threshold_s))) return "comm_outage_multitag";
  // At an edge the next value is not known, so a held value is a guess and not compression.
  if (rules.stepped && !edge && median_s !== null && seconds <= 50 * median_s) return "compression_steady";
  if (rules.sample_rate_s !== null && seconds <= 3 * rules.sample_rate_s) return "sparse_by_design";
  return "unknown";
}

/** Longest stretch of [start, end] that no period covers, microseconds. */
function longestOutside(start: number, end: number, periods: Window[]): number {
  let at = start;
  let longest = 0;
  for (const period of [...periods].sort((a, b) => a.start - b.start)) {
    if (period.end <= at) continue;
    if (period.start >= end) break;
    longest = Math.max(longest, period.start - at);
    at = Math.min(end, period.end);
  }
  return Math.max(longest, end - at);
}

/** True when the peer has a gap whose two ends lie within a threshold of these. */
function hasSameGap(peer: Gaps, start: number, end: number, threshold_s: number): boolean {
  const tolerance = Math.max(threshold_s, peer.threshold_s) * 1e6;
  for (let i = firstAtOrAfter(peer.start, start - tolerance); i < peer.start.length; i++) {
    if (peer.start[i] > start + tolerance) return false;
    if (Math.abs(peer.end[i] - end) <= tolerance) return true;
  }
  return false;
}

function firstAtOrAfter(sorted: number[], x: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Positions of the `most` longest gaps (of equal ones the earliest), in time order. */
export function longestGaps(gaps: Gaps, most: number): number[] {
  const n = gaps.start.length;
  if (n <= most) return [...gaps.start.keys()];
  if (most === 0) return [];
  const length = Float64Array.from(gaps.start, (start, i) => gaps.end[i] - start);
  const shortest = selectInPlace(length.slice(), n - most);
  let ties = most;
  for (const x of length) if (x > shortest) ties--;
  const kept: number[] = [];
  for (let i = 0; i < n; i++) if (length[i] > shortest || (length[i] === shortest && ties-- > 0)) kept.push(i);
  return kept;
}
