import { formatInstant } from "../contract/instant.ts";
import { orReason, type Refusal, refusal } from "../contract/outcome.ts";
import { windowFields } from "../contract/window.ts";
import { extent } from "../numerics/extent.ts";
import { MAD_TO_SIGMA, mad } from "../numerics/mad.ts";
import { median } from "../numerics/median.ts";
import { pelt, type Segmentation } from "../numerics/pelt.ts";
import { clipping } from "../series/clipping.ts";
import { followsLoss } from "../series/coverage.ts";
import { findGaps } from "../series/gaps.ts";
import { intervalStatistics } from "../series/intervals.ts";
import { rowQuality } from "../series/row-quality.ts";
import type { SamplingContract } from "../series/sampling.ts";
import { tagOf } from "../series/tag-meta.ts";
import { type ValidColumns, validColumns } from "../series/valid.ts";
import { refuseStates, type WindowedRows } from "./control/chart-data.ts";

/** What a segmentation is asked. */
export interface SegmentRequest extends WindowedRows {
  contract: SamplingContract;
  /** In squared scaled units; null for 3·ln n, which fits scaled values only. */
  penalty: number | null;
  min_size: number;
  scale: "mad" | "none";
  /** Most breakpoints and segments to list. */
  max_rows: number;
}

const METHODS = { mad: "PELT L2 on MAD-scaled values", none: "PELT L2 on unscaled values" } as const;

/** A share of the penalty that rounding may hide before no segmentation can be called the cheapest. */
const RESOLVED = 1e-6;

/**
 * Cuts a window's GOOD values, in order and whatever the time between them, into stretches of one level: the exact
 * minimum of Σ(z − segment mean)² + penalty × breakpoints, z = (x − median)/(1.4826·MAD) or x itself. `starts` are the
 * microseconds of each new segment's first row. Refuses StateValuedTag, InsufficientQuality below 2·min_size values or
 * where rounding would decide, NoSpread when the MAD to scale by is 0.
 */
export async function segment(request: SegmentRequest, tick: () => Promise<void>) {
  const { meta, window, rows, min_size } = request;
  refuseStates(meta, "a segmentation");
  const quality = rowQuality(rows, meta);
  const good = validColumns(rows, quality.valid, quality.n_valid);
  const tag = tagOf(meta);
  const { scale, penalty, found } = await cutLevels(good.v, request, tag, tick);
  const clip = clipping(rows, quality, meta);
  const gaps = findGaps(rows.t, window, intervalStatistics(rows.t), {
    stepped: request.contract.stepped,
    sample_rate_s: meta.sample_rate_s,
  });
  const fields = {
    tag,
    window: windowFields(window),
    contract: request.contract,
    ...orReason("censored", clip.censored, "no engineering range is declared and no code says over or under range"),
    range_known: clip.range_known,
    usable: good.v.length,
    n_samples: rows.t.length,
    method: METHODS[request.scale],
    scale_method: request.scale,
    scale,
    penalty,
    penalty_is_default: request.penalty === null,
    min_size,
    cost: found.cost,
    objective: found.objective,
    ...breakpointFields(found, good, followsLoss(good.t, gaps), request.max_rows),
    ...segmentFields(found, good, request.max_rows),
  };
  return { fields, starts: found.starts.map((i) => good.t[i]) };
}

/** How values are cut into levels; the defaults of `segment` and what `compare` takes. */
export interface CutOptions {
  penalty: number | null;
  min_size: number;
  scale: "mad" | "none";
}

/** Scale, penalty and optimum of the cut of values in time order. Refuses as `segment` does, in the name of `tag`. */
export async function cutLevels(
  values: Float64Array,
  options: CutOptions,
  tag: string,
  tick: () => Promise<void>,
): Promise<{ scale: number; penalty: number; found: Segmentation }> {
  const { min_size } = options;
  const n = values.length;
  if (n < 2 * min_size) throw tooFew(tag, n, min_size);
  await tick();
  const scale = options.scale === "mad" ? MAD_TO_SIGMA * mad(values) : 1;
  if (scale === 0) throw noSpread(tag, values);
  await tick();
  const penalty = options.penalty ?? 3 * Math.log(n);
  const found = await pelt(scaled(values, options.scale, scale), { penalty, min_size }, tick);
  if (!(found.resolution <= RESOLVED * penalty)) throw unresolved(tag, values, penalty);
  return { scale, penalty, found };
}

function scaled(values: Float64Array, method: "mad" | "none", scale: number): Float64Array {
  if (method === "none") return values;
  const center = median(values);
  return values.map((x) => (x - center) / scale);
}

function breakpointFields({ starts }: Segmentation, { t }: ValidColumns, afterGap: Uint8Array, most: number) {
  const atGap = starts.filter((i) => afterGap[i] === 1);
  return {
    n_breakpoints: starts.length,
    breakpoints: starts.slice(0, most).map((i) => formatInstant(t[i])),
    breakpoints_dropped: Math.max(0, starts.length - most),
    n_breakpoints_at_gap: atGap.length,
    breakpoints_at_gap: atGap.slice(0, most).map((i) => formatInstant(t[i])),
  };
}

function segmentFields({ starts }: Segmentation, { t, v }: ValidColumns, most: number) {
  const bounds = [0, ...starts, v.length];
  const segments = bounds.slice(0, Math.min(most, starts.length + 1)).map((from, k) => {
    const values = v.subarray(from, bounds[k + 1]);
    return {
      index: k + 1,
      start: formatInstant(t[from]),
      end: formatInstant(t[bounds[k + 1] - 1]),
      n: values.length,
      median: median(values),
      mad: mad(values),
    };
  });
  return { n_segments: starts.length + 1, segments, segments_dropped: starts.length + 1 - segments.length };
}

function tooFew(tag: string, n: number, min_size: number): Refusal {
  return refusal(
    "InsufficientQuality",
    `${tag}: ${n} usable samples; ${2 * min_size} required for two segments of min-size ${min_size}, so state a longer window or a smaller --min-size`,
    {
      check: "usable_samples",
      observed: n,
      required: 2 * min_size,
      remedy: "state a longer window or a smaller min_size",
      tag,
    },
  );
}

function noSpread(tag: string, values: Float64Array): Refusal {
  const level = median(values);
  const same = values.reduce((count, x) => count + Number(x === level), 0);
  return refusal(
    "NoSpread",
    `${tag}: no spread to segment by: the MAD of ${values.length} usable samples is 0 (${same} equal ${level}); choose a window where the tag moves, or --scale none with a --penalty`,
    {
      check: "spread_to_scale_by",
      observed: 0,
      required: "> 0",
      remedy: "choose a window where the tag moves, or scale none with a penalty",
      tag,
      n_good: values.length,
      modal_value: level,
      modal_count: same,
    },
  );
}

function unresolved(tag: string, values: Float64Array, penalty: number): Refusal {
  const { min, max } = extent(values);
  return refusal(
    "InsufficientQuality",
    `${tag}: values from ${min} to ${max} swamp a penalty of ${penalty} in double precision, so no segmentation can be called the cheapest; mark the outlying samples BAD or raise --penalty`,
    {
      check: "penalty_resolved",
      observed: [min, max],
      required: "a range that leaves the penalty a millionth part's resolution",
      remedy: "mark the outlying samples BAD or raise the penalty",
      tag,
    },
  );
}
