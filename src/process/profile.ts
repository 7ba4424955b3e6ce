import { formatInstant } from "../contract/instant.ts";
import { orReason } from "../contract/outcome.ts";
import { type Window, windowFields } from "../contract/window.ts";
import { auditTimestamps } from "../series/audit.ts";
import { type TimeWeightedMean, timeWeightedMean } from "../series/averaging.ts";
import { type Clipping, clipping } from "../series/clipping.ts";
import type { ClockChange } from "../series/clock-changes.ts";
import { coverageOf, goodSeconds } from "../series/coverage.ts";
import { findGaps, GAP_RULES, type Gaps, longestGaps } from "../series/gaps.ts";
import { type IntervalStatistics, intervalStatistics } from "../series/intervals.ts";
import { type RowQuality, rowQuality } from "../series/row-quality.ts";
import { type CalculationBasis, samplingContract } from "../series/sampling.ts";
import type { Series } from "../series/series.ts";
import { movement, valueStatistics } from "../series/statistics.ts";
import { type TagMeta, tagOf } from "../series/tag-meta.ts";
import { unitFields } from "../series/units.ts";
import { validColumns } from "../series/valid.ts";
import { assessFlatline, flatlineReference, type Spread } from "./flatline.ts";
import { valueFields } from "./profile-values.ts";

/** What a profile looks at. */
export interface ProfileRequest {
  meta: TagMeta;
  rows: Series;
  window: Window;
  basis: CalculationBasis;
  stepped: boolean;
  scan_off: Window[];
  peers: Peer[];
  transitions: ClockChange[];
  /** Rows before the window, for the flatline verdict; null when none is asked for. */
  history: Series | null;
  /** Most gaps to list. */
  max_runs: number;
  /** Most codes, states and clock changes to list, each. */
  max_codes: number;
}

/** Another tag over the same window: when it lost data, and whether it moved. */
export interface Peer {
  gaps: Gaps;
  spread: Spread;
}

/** Reads a peer's rows down to what a profile needs of it. */
export function readPeer(rows: Series, meta: TagMeta, window: Window): Peer {
  const gaps = findGaps(rows.t, window, intervalStatistics(rows.t), {
    stepped: false,
    sample_rate_s: meta.sample_rate_s,
  });
  const { valid } = rowQuality(rows, meta);
  return { gaps, spread: meta.role === "MODE" ? { mean: null, std: null } : valueStatistics(rows.v, valid) };
}

/**
 * The profile of one window: what was sampled, what is missing, what the values are. `tick` is awaited between the
 * passes over the rows.
 */
export async function profile(request: ProfileRequest, tick: () => Promise<void>) {
  const { meta, rows, window, basis, stepped } = request;
  const quality = rowQuality(rows, meta);
  await tick();
  const intervals = intervalStatistics(rows.t);
  const gaps = findGaps(rows.t, window, intervals, {
    stepped,
    sample_rate_s: meta.sample_rate_s,
    scan_off: request.scan_off,
    peers: request.peers.map((peer) => peer.gaps),
  });
  await tick();
  const weighted = timeWeightedMean(rows, quality.valid, gaps, window, stepped);
  const clip = clipping(rows, quality, meta);
  await tick();
  const state_valued = meta.role === "MODE";
  // The rows of a MODE tag hold texts, whose numbers are NaN: no row of it counts as a number.
  const numeric = state_valued ? new Uint8Array(rows.t.length) : quality.valid;
  const statistics = valueStatistics(rows.v, numeric);
  await tick();
  const moves = movement(rows, numeric);
  return {
    tag: tagOf(meta),
    name: meta.name,
    window: windowFields(window),
    contract: samplingContract({ basis, stepped }, meta),
    units: unitFields(meta.unit_raw),
    coverage: coverageFields(request, quality, gaps, weighted),
    quality: qualityFields(meta, quality, request.max_codes),
    range: rangeFields(clip),
    timestamps: timestampFields(request),
    values: valueFields(request, { quality, statistics, weighted, moves, intervals }),
    flatline:
      request.history === null
        ? null
        : assessFlatline(
            {
              ...statistics,
              ...moves,
              ...clip,
              state_valued,
              n_valid: quality.n_valid,
              peers: request.peers.map((peer) => peer.spread),
            },
            earlier(request.history, meta, window),
          ),
  };
}

function earlier(history: Series, meta: TagMeta, window: Window) {
  const { valid, n_valid } = rowQuality(history, meta);
  const first = history.t.length > 0 ? history.t[0] : window.start;
  return flatlineReference(validColumns(history, valid, n_valid), first, window);
}

function coverageFields(
  { window, max_runs }: ProfileRequest,
  quality: RowQuality,
  gaps: Gaps,
  weighted: TimeWeightedMean,
) {
  const { coverage, n_gaps, n_data_loss_gaps, longest_gap_s } = coverageOf(gaps, window);
  const span_s = (window.end - window.start) / 1e6;
  const good_s = goodSeconds(weighted.weighted_s, gaps, quality.valid[0] === 1);
  const shown = longestGaps(gaps, max_runs);
  const { edge_slack_start_s, edge_slack_end_s } = gaps;
  return {
    ...orReason("coverage", coverage, "the window has no length"),
    ...orReason("good_coverage", span_s > 0 ? good_s / span_s : null, "the window has no length"),
    ...orReason("valid_fraction", quality.valid.length > 0 ? quality.n_valid / quality.valid.length : null, "no rows"),
    n_gaps,
    n_data_loss_gaps,
    ...orReason("longest_gap_s", longest_gap_s, "no gap"),
    gap_threshold_s: gaps.threshold_s,
    gap_threshold_basis: gaps.threshold_basis,
    edge_slack_s: edge_slack_start_s + edge_slack_end_s,
    edge_slack_start_s,
    edge_slack_end_s,
    gaps: shown.map((i) => ({
      start: formatInstant(gaps.start[i]),
      end: formatInstant(gaps.end[i]),
      duration_s: (gaps.end[i] - gaps.start[i]) / 1e6,
      class: gaps.kind[i],
      rule: GAP_RULES[gaps.kind[i]],
    })),
    gaps_dropped: n_gaps - shown.length,
  };
}

function qualityFields(meta: TagMeta, quality: RowQuality, max_codes: number) {
  const { counts, unmapped_codes, looks_like_opc_da } = quality;
  return {
    counts,
    assumed_at_ingest: meta.quality_assumed,
    unmapped_codes: unmapped_codes.slice(0, max_codes),
    unmapped_codes_dropped: Math.max(0, unmapped_codes.length - max_codes),
    unmapped_look_like_opc_da: looks_like_opc_da,
  };
}

function rangeFields({
  clipped_fraction,
  n_clipped,
  low,
  high,
  censored,
  range_known,
  beyond_float32_count,
}: Clipping) {
  return {
    ...orReason("clipped_fraction", clipped_fraction, "no range declared"),
    n_clipped,
    low,
    high,
    censored,
    range_known,
    beyond_float32_count,
  };
}

function timestampFields({ rows, transitions, max_codes }: ProfileRequest) {
  return {
    ...auditTimestamps(rows),
    dst_transitions: transitions.slice(0, max_codes).map(({ tz, at, before_s, after_s }) => ({
      tz,
      instant: formatInstant(at),
      offset_before_s: before_s,
      offset_after_s: after_s,
    })),
    dst_transitions_dropped: Math.max(0, transitions.length - max_codes),
  };
}

/** What the passes over the rows found, for the `values` block. */
export interface Passes {
  quality: RowQuality;
  statistics: ReturnType<typeof valueStatistics>;
  weighted: TimeWeightedMean;
  moves: ReturnType<typeof movement>;
  intervals: IntervalStatistics;
}
