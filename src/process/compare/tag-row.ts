import { formatInstant } from "../../contract/instant.ts";
import { orReason, Refusal } from "../../contract/outcome.ts";
import { quantile } from "../../numerics/quantile.ts";
import { refuseCensoredBaseline } from "../../series/clipping.ts";
import { type TagMeta, tagOf } from "../../series/tag-meta.ts";
import { fitBaseline, limitsOf } from "../control/baseline.ts";
import { LEAST_SPREAD } from "../control/magnitude.ts";
import { type SegmentOutcome, segmentBothPeriods } from "./changed-at.ts";
import type { Period } from "./period.ts";

/** A tag that was read over both periods. */
export interface ComparedTag {
  meta: TagMeta;
  before: Period;
  after: Period;
}

/** An archive that could not be read over both periods. */
export interface RefusedTag {
  tag: string;
  refusal: Refusal;
}

/** What became of one tag: a row of the tags table. */
export type TagRow = Awaited<ReturnType<typeof tagRow>>;

/** Share of GOOD rows that must be lost before the quality column names it. */
const QUALITY_LOSS = 0.05;
/** Half-width of the screen by the period before. */
const K = 3;
const STATES = "the tag holds states (role MODE)";

/** Compares one tag's two periods. */
export async function tagRow({ meta, before, after }: ComparedTag, tick: () => Promise<void>) {
  const states = meta.role === "MODE";
  const missing = states
    ? STATES
    : before.center === null
      ? "no GOOD rows before"
      : after.center === null
        ? "no GOOD rows after"
        : null;
  const comparable = missing === null && before.scale! >= LEAST_SPREAD;
  const reason = missing ?? "no spread before";
  const spread = comparable && after.good.v.length > 1;
  const flagged = states ? { fraction: null, reason: STATES } : flaggedFraction(meta, before, after);
  const change: SegmentOutcome = states
    ? { at: null, seam: null, reason: STATES }
    : await segmentBothPeriods(meta, before, after, tick);
  return {
    tag: tagOf(meta),
    quality: qualityOf(before, after),
    refused: false,
    ...orReason("n_good_before", states ? null : before.good.v.length, STATES),
    ...orReason("n_good_after", states ? null : after.good.v.length, STATES),
    ...orReason("level_shift_sigma", comparable ? (after.center! - before.center!) / before.scale! : null, reason),
    ...orReason(
      "spread_ratio",
      spread ? after.scale! / before.scale! : null,
      comparable ? "one GOOD row after" : reason,
    ),
    ...orReason("flagged_fraction", flagged.fraction, flagged.reason),
    changed_at: change.at === null ? null : formatInstant(change.at),
    changed_at_reason: change.reason,
    at_seam: change.seam,
  };
}

/** The row of an archive that could not be read. */
export function refusedRow({ tag, refusal }: RefusedTag): TagRow {
  const reason = `${refusal.name}: ${refusal.message}`;
  return {
    tag,
    quality: `[${refusal.name}]`,
    refused: true,
    ...orReason("n_good_before", null as number | null, refusal.name),
    ...orReason("n_good_after", null as number | null, refusal.name),
    ...orReason("level_shift_sigma", null as number | null, reason),
    ...orReason("spread_ratio", null as number | null, refusal.name),
    ...orReason("flagged_fraction", null as number | null, refusal.name),
    changed_at: null,
    changed_at_reason: refusal.name,
    at_seam: null,
  };
}

/** What troubles first: quality that is not ok, then the largest shift (or flagged share), then by name. */
export function sortRows(rows: TagRow[]): TagRow[] {
  const size = (row: TagRow) => Math.abs(row.level_shift_sigma ?? row.flagged_fraction ?? 0);
  return [...rows].sort(
    (a, b) => Number(a.quality === "ok") - Number(b.quality === "ok") || size(b) - size(a) || (a.tag < b.tag ? -1 : 1),
  );
}

/** One word on the rows of the period after. */
function qualityOf(before: Period, after: Period): string {
  if (after.n_rows === 0) return "no rows";
  const share = ({ counts, n_rows }: Period) => (n_rows === 0 ? 1 : counts.GOOD / n_rows);
  if (share(after) < share(before) - QUALITY_LOSS) {
    const word = after.counts.BAD > 0 ? "BAD" : "UNCERTAIN";
    return `${word} ${Math.round((100 * after.counts[word]) / after.n_rows)}%`;
  }
  if (after.clip.censored === true) return "censored";
  return isFrozen(before, after) ? "frozen" : "ok";
}

/** True when the value has stood longer than the 99 % quantile of the times between changes before. */
function isFrozen({ good }: Period, { stall_s }: Period): boolean {
  const intervals = changeIntervals(good);
  return stall_s !== null && intervals.length > 0 && stall_s > quantile(intervals, 0.99);
}

/** Seconds between successive changes of value; the first sample is no change. */
function changeIntervals({ t, v }: Period["good"]): Float64Array {
  const intervals = new Float64Array(t.length);
  let n = 0;
  let last = Number.NaN;
  for (let i = 1; i < t.length; i++) {
    if (v[i] === v[i - 1]) continue;
    if (!Number.isNaN(last)) intervals[n++] = (t[i] - last) / 1e6;
    last = t[i];
  }
  return intervals.subarray(0, n);
}

/** Share of GOOD samples after that a screen fitted before (median ± 3·1.4826·MAD) flags. */
function flaggedFraction(meta: TagMeta, before: Period, after: Period): { fraction: number | null; reason: string } {
  if (after.good.v.length === 0) return { fraction: null, reason: "no GOOD rows after" };
  try {
    refuseCensoredBaseline(meta, before.clip);
    const fit = fitBaseline(before.good.v, "mad", { tag: tagOf(meta), window: before.window });
    const [lower, upper] = limitsOf(fit, K);
    const outside = after.good.v.reduce((n, x) => n + (x > upper || x < lower ? 1 : 0), 0);
    return { fraction: outside / after.good.v.length, reason: "" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = error.name === "ZeroSpreadBaseline" ? "no spread before" : `${error.name}: ${error.message}`;
    return { fraction: null, reason };
  }
}
