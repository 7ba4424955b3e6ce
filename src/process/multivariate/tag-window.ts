import type { Window } from "../../contract/window.ts";
import { clipping, refuseCensoredBaseline } from "../../series/clipping.ts";
import { findGaps, type Gaps } from "../../series/gaps.ts";
import { intervalStatistics } from "../../series/intervals.ts";
import { type RowQuality, rowQuality } from "../../series/row-quality.ts";
import type { Series } from "../../series/series.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { validColumns } from "../../series/valid.ts";
import { refuseHuge } from "../control/magnitude.ts";
import type { TagSamples } from "./align.ts";

/** One tag in one window: its GOOD samples and its gaps. */
export interface TagWindow extends TagSamples {
  gaps: Gaps;
}

/** Reads rows down to what an alignment needs of them. Refuses InsufficientQuality for a value too large to compute with. */
export function tagWindow(rows: Series, meta: TagMeta, window: Window): TagWindow {
  return reduced(rows, rowQuality(rows, meta), meta, window);
}

/** The same for a baseline. Refuses InsufficientQuality when more of its rows than `clip_tolerance` are clipped. */
export function baselineTag(rows: Series, meta: TagMeta, window: Window, clip_tolerance: number): TagWindow {
  const quality = rowQuality(rows, meta);
  refuseCensoredBaseline(meta, clipping(rows, quality, meta), clip_tolerance);
  return reduced(rows, quality, meta, window);
}

function reduced(rows: Series, { valid, n_valid }: RowQuality, meta: TagMeta, window: Window): TagWindow {
  const gaps = findGaps(rows.t, window, intervalStatistics(rows.t), {
    stepped: false,
    sample_rate_s: meta.sample_rate_s,
  });
  const good = validColumns(rows, valid, n_valid);
  refuseHuge(good.v, tagOf(meta));
  return { tag: tagOf(meta), ...good, gaps };
}
