import type { Window } from "../../contract/window.ts";
import { MAD_TO_SIGMA, mad } from "../../numerics/mad.ts";
import { median } from "../../numerics/median.ts";
import { type Clipping, clipping } from "../../series/clipping.ts";
import { findGaps, type Gaps } from "../../series/gaps.ts";
import { intervalStatistics } from "../../series/intervals.ts";
import { rowQuality } from "../../series/row-quality.ts";
import type { Series } from "../../series/series.ts";
import { movement } from "../../series/statistics.ts";
import { type Severity, type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { type ValidColumns, validColumns } from "../../series/valid.ts";
import { refuseHuge } from "../control/magnitude.ts";

/** One tag in one of the two periods. */
export interface Period {
  window: Window;
  n_rows: number;
  counts: Record<Severity, number>;
  clip: Clipping;
  /** GOOD numbers in time order; none for a tag of states. */
  good: ValidColumns;
  gaps: Gaps;
  /** From the last change of value to the last GOOD sample; null below two of them. */
  stall_s: number | null;
  /** Median and 1.4826·MAD of the GOOD numbers; null without any. */
  center: number | null;
  scale: number | null;
}

/** Reads a period's rows down to what the comparison needs of them. Refuses InsufficientQuality for values too large to compute with. */
export async function periodOf(
  rows: Series,
  meta: TagMeta,
  window: Window,
  tick: () => Promise<void>,
): Promise<Period> {
  const quality = rowQuality(rows, meta);
  const numeric = meta.role !== "MODE";
  const good = numeric
    ? validColumns(rows, quality.valid, quality.n_valid)
    : { t: new Float64Array(0), v: new Float64Array(0) };
  refuseHuge(good.v, tagOf(meta));
  const any = good.v.length > 0;
  await tick();
  return {
    window,
    n_rows: rows.t.length,
    counts: quality.counts,
    clip: clipping(rows, quality, meta),
    good,
    gaps: findGaps(rows.t, window, intervalStatistics(rows.t), { stepped: false, sample_rate_s: meta.sample_rate_s }),
    stall_s: numeric ? movement(rows, quality.valid).stall_s : null,
    center: any ? median(good.v) : null,
    scale: any ? MAD_TO_SIGMA * mad(good.v) : null,
  };
}
