import type { Series } from "./series.ts";

/** What is odd about the timestamps of some rows. */
export interface TimestampAudit {
  audited: number;
  distinct: number;
  /** Distinct stamps that occur more than once; each is either identical or conflicting. */
  duplicates: number;
  /** Every row of the stamp holds the same value. */
  duplicates_identical: number;
  /** The rows of the stamp hold different values; all of them stay in the statistics. */
  duplicates_conflicting: number;
  /** Rows whose stamp is before the previous row's. */
  non_monotonic: number;
  /** Neighbouring nanosecond stamps that differ and fall on one microsecond. */
  sub_microsecond_collisions: number;
}

/** Audits rows in file order; nothing is dropped or moved. Repeated stamps are found where they are neighbours. */
export function auditTimestamps(series: Series): TimestampAudit {
  const { t } = series;
  const n = t.length;
  let distinct = n === 0 ? 0 : 1;
  let non_monotonic = 0;
  let duplicates = 0;
  let conflicting = 0;
  for (let i = 1; i < n; ) {
    if (t[i] !== t[i - 1]) {
      if (t[i] < t[i - 1]) non_monotonic++;
      distinct++;
      i++;
      continue;
    }
    let differs = false;
    for (; i < n && t[i] === t[i - 1]; i++) differs ||= !sameCell(series, i - 1, i);
    duplicates++;
    if (differs) conflicting++;
  }
  return {
    audited: n,
    distinct,
    duplicates,
    duplicates_identical: duplicates - conflicting,
    duplicates_conflicting: conflicting,
    non_monotonic,
    sub_microsecond_collisions: series.subMicrosecondCollisions,
  };
}

/** Two empty cells are the same, and so are two cells with the same text. */
function sameCell({ v, states }: Series, i: number, j: number): boolean {
  if (states !== null && states.code[i] !== states.code[j]) return false;
  return v[i] === v[j] || (Number.isNaN(v[i]) && Number.isNaN(v[j]));
}
