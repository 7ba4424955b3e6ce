import { refusal } from "../../contract/outcome.ts";
import type { Window } from "../../contract/window.ts";
import { type Clipping, clipping, refuseCensoredBaseline } from "../../series/clipping.ts";
import { followsLoss } from "../../series/coverage.ts";
import { findGaps } from "../../series/gaps.ts";
import { intervalStatistics } from "../../series/intervals.ts";
import { rowQuality } from "../../series/row-quality.ts";
import type { Series } from "../../series/series.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { type ValidColumns, validColumns } from "../../series/valid.ts";
import { refuseHuge } from "./magnitude.ts";

/** The rows of one tag in one window, as read. */
export interface WindowedRows {
  meta: TagMeta;
  window: Window;
  rows: Series;
}

/** A window's GOOD values in time order. */
export interface GoodValues extends ValidColumns {
  window: Window;
  n_samples: number;
}

/** GOOD values of a baseline, and what the instrument's range hides of it. */
export interface BaselineValues extends GoodValues {
  clip: Clipping;
}

/** GOOD values to be judged. */
export interface MonitoredValues extends GoodValues {
  /** 1 at a value that follows a data-loss gap. */
  breaks: Uint8Array;
}

/** Refuses StateValuedTag for a tag of role MODE: its values are labels. */
export function refuseStates(meta: TagMeta, question: string): void {
  if (meta.role !== "MODE") return;
  const tag = tagOf(meta);
  throw refusal(
    "StateValuedTag",
    `${tag}: holds states (role MODE), and ${question} needs numbers; name a numeric tag`,
    {
      check: "numeric_tag",
      observed: "MODE",
      required: "PV, SP, OP or no role",
      remedy: "name a numeric tag",
      tag,
    },
  );
}

/**
 * The GOOD values of a baseline. Refuses InsufficientQuality when more than `tolerance` of its rows are clipped or a value
 * is too large to compute with.
 */
export function baselineValues({ meta, window, rows }: WindowedRows, tolerance: number): BaselineValues {
  const quality = rowQuality(rows, meta);
  const clip = clipping(rows, quality, meta);
  refuseCensoredBaseline(meta, clip, tolerance);
  const good = validColumns(rows, quality.valid, quality.n_valid);
  refuseHuge(good.v, tagOf(meta));
  return { ...good, window, n_samples: rows.t.length, clip };
}

/**
 * The GOOD values of a window to be judged, and where data were lost between them. Refuses InsufficientQuality when one
 * is too large to compute with.
 */
export function monitoredValues({ meta, window, rows }: WindowedRows, stepped: boolean): MonitoredValues {
  const quality = rowQuality(rows, meta);
  const gaps = findGaps(rows.t, window, intervalStatistics(rows.t), { stepped, sample_rate_s: meta.sample_rate_s });
  const good = validColumns(rows, quality.valid, quality.n_valid);
  refuseHuge(good.v, tagOf(meta));
  return { ...good, window, n_samples: rows.t.length, breaks: followsLoss(good.t, gaps) };
}
