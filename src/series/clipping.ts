import { refusal } from "../contract/outcome.ts";
import type { RowQuality } from "./row-quality.ts";
import type { Series } from "./series.ts";
import { type TagMeta, tagOf } from "./tag-meta.ts";

/** Rows at one end of the instrument's range. */
export interface RailCount {
  /** GOOD rows whose value is at the rail. */
  n_good: number;
  /** Rows of any quality at the rail, or whose code says that it was passed. */
  n_all: number;
}

/** What the ends of the instrument's range hide. */
export interface Clipping {
  n_rows: number;
  /** Rows that censor: GOOD at a rail, digital state 257, quality OVER RANGE or UNDER RANGE. */
  n_clipped: number;
  /** n_clipped / n_rows; null when the range is not declared or there is no row. */
  clipped_fraction: number | null;
  low: RailCount;
  high: RailCount;
  /** Null when nothing censors and the range is not declared, so that nobody can say. */
  censored: boolean | null;
  range_known: boolean;
  /** Rows with |value| above the largest 32-bit float, 3.4028234663852886e38. */
  beyond_float32_count: number;
}

const FLOAT32_MAX = 3.4028234663852886e38;

/**
 * Counts rows at the rails `eng_range_zero` and zero + span, within 1e-9 of the span. A rail value that is not GOOD is
 * counted but does not censor; a digital state's value is no reading and is not looked at.
 */
export function clipping(series: Series, quality: RowQuality, meta: TagMeta): Clipping {
  const { eng_range_zero: zero, eng_range_span: span } = meta;
  const range_known = zero !== null && span !== null;
  const tolerance = range_known ? 1e-9 * span : 0;
  const floor = range_known ? zero + tolerance : Number.NEGATIVE_INFINITY;
  const ceiling = range_known ? zero + span - tolerance : Number.POSITIVE_INFINITY;
  const low = { n_good: 0, n_all: 0 };
  const high = { n_good: 0, n_all: 0 };
  const fate = Uint8Array.from(quality.codes, (code) =>
    code.over === "low" ? 1 : code.over === "high" ? 2 : code.state !== null ? 3 : 0,
  );
  let beyond_float32_count = 0;
  let said = 0;
  for (let i = 0; i < series.v.length; i++) {
    const x = series.v[i];
    const code = fate[series.q[i]];
    if (code === 0 && (x > FLOAT32_MAX || x < -FLOAT32_MAX)) beyond_float32_count++;
    const atLow = code === 1 || (code === 0 && range_known && x <= floor);
    const atHigh = code === 2 || (code === 0 && range_known && x >= ceiling);
    if (!atLow && !atHigh) continue;
    const rail = atHigh ? high : low;
    rail.n_all++;
    if (code !== 0) said++;
    else if (quality.valid[i] === 1) rail.n_good++;
  }
  const n_rows = series.v.length;
  const n_clipped = low.n_good + high.n_good + said;
  return {
    n_rows,
    n_clipped,
    clipped_fraction: range_known && n_rows > 0 ? n_clipped / n_rows : null,
    low,
    high,
    censored: n_clipped > 0 ? true : range_known ? false : null,
    range_known,
    beyond_float32_count,
  };
}

/**
 * Refuses InsufficientQuality when a window that is to serve as a baseline holds more clipped rows than `tolerance`, a
 * fraction of its rows, allows: its spread and center would be the instrument's and not the process's.
 */
export function refuseCensoredBaseline(meta: TagMeta, clip: Clipping, tolerance = 0): void {
  if (clip.n_clipped === 0 || clip.n_clipped / clip.n_rows <= tolerance) return;
  const tag = tagOf(meta);
  const fraction = clip.clipped_fraction === null ? "null (eng range unknown)" : clip.clipped_fraction.toFixed(3);
  throw refusal(
    "InsufficientQuality",
    `tag ${tag}: window is censored (clipped fraction ${fraction}); a clipped window may never serve as a baseline`,
    {
      check: "baseline_not_censored",
      observed: clip.n_clipped / clip.n_rows,
      required: tolerance,
      remedy: "choose a baseline without samples at the rails, or state --clip-tolerance",
      tag,
      n_clipped: clip.n_clipped,
      n_rows: clip.n_rows,
      low: clip.low,
      high: clip.high,
    },
  );
}
