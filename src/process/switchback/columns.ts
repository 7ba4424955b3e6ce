import { orReason, refusal } from "../../contract/outcome.ts";
import { clipping } from "../../series/clipping.ts";
import { rowQuality } from "../../series/row-quality.ts";
import type { Series } from "../../series/series.ts";
import type { TagMeta } from "../../series/tag-meta.ts";
import { unitFields } from "../../series/units.ts";
import { type ValidColumns, validColumns } from "../../series/valid.ts";
import { refuseHuge } from "../control/magnitude.ts";

/** One tag's rows over the schedule. */
export interface TrialRows {
  tag: string;
  meta: TagMeta;
  rows: Series;
}

/**
 * The rows that count, and how many do. Refuses StateValuedTag for a tag of role MODE, InsufficientQuality for values too
 * large to compute with.
 */
export function numericColumns({ tag, meta, rows }: TrialRows) {
  if (meta.role === "MODE") throw stateValued(tag);
  const quality = rowQuality(rows, meta);
  const clip = clipping(rows, quality, meta);
  const n = rows.t.length;
  const columns: ValidColumns = validColumns(rows, quality.valid, quality.n_valid);
  refuseHuge(columns.v, tag);
  return {
    columns,
    quality: {
      n_samples: n,
      n_good: quality.n_valid,
      ...orReason("good_fraction", n > 0 ? quality.n_valid / n : null, "no rows"),
      range_known: clip.range_known,
      ...orReason("censored", clip.censored, "the instrument's range is not declared"),
      n_clipped: clip.n_clipped,
      ...orReason(
        "clipped_fraction",
        clip.clipped_fraction,
        clip.range_known ? "no rows" : "the instrument's range is not declared",
      ),
    },
  };
}

function stateValued(tag: string) {
  const remedy = "name a tag that measures a number";
  return refusal("StateValuedTag", `${tag}: the tag holds states (role MODE), which have no mean; ${remedy}`, {
    check: "numeric_tag",
    observed: "MODE",
    required: "PV, SP or OP",
    remedy,
    tag,
  });
}

/** The unit's name, or its spelling when the table does not know it. */
export function unitOf(meta: TagMeta): string | null {
  const { canonical, raw } = unitFields(meta.unit_raw);
  return canonical ?? raw;
}
