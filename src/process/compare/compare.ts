import { Refusal, refusal } from "../../contract/outcome.ts";
import { type Window, windowFields } from "../../contract/window.ts";
import { commonGaps } from "../multivariate/common-gaps.ts";
import { sampleRate } from "../multivariate/sample-rate.ts";
import { alignBoth, type BothAligned, usableTags } from "./both-aligned.ts";
import { JOINT_COVERAGE, jointTable } from "./joint-table.ts";
import { PAIRS_COVERAGE, pairsTable } from "./pairs-table.ts";
import { type ComparedTag, type RefusedTag, refusedRow, sortRows, type TagRow, tagRow } from "./tag-row.ts";

/** What a comparison of two periods is asked. */
export interface CompareRequest {
  before: Window;
  after: Window;
  tags: ComparedTag[];
  refused: RefusedTag[];
  /** Step of the grid in seconds; the declared rate when left out. */
  rate_s: number | undefined;
  /** Rows of a table to list. */
  top: number;
}

/** Where a long comparison yields and reports. */
export interface Watcher {
  tick(): Promise<void>;
  progress(done: number, total: number, label: string): void;
}

/** What changed between two periods: tag by tag, pair by pair, and all together. Refuses when no archive was readable. */
export async function compare(request: CompareRequest, watcher: Watcher) {
  requireReadable(request);
  requireRows(request);
  const { tags, top } = request;
  const rows = sortRows([...request.refused.map(refusedRow), ...(await tagRows(tags, watcher))]);
  const rate = await attempt(async () => rateOf(request));
  const pairs = await attempt(async () => {
    const aligned = alignAt(request, PAIRS_COVERAGE);
    return { aligned, table: await pairsTable(aligned, top, watchPairs(watcher)) };
  });
  const joint = await attempt(async () => {
    const offered = { window: request.before, offered: rows.length };
    return jointTable(alignAt(request, JOINT_COVERAGE), offered, watcher.tick);
  });
  return {
    before: windowFields(request.before),
    after: windowFields(request.after),
    source_id: commonSource(tags),
    grid: {
      rate_s: rate.value?.rate_s ?? null,
      rate_source: rate.value?.rate_source ?? null,
      coverage_before: pairs.value?.aligned.before.coverage ?? null,
      coverage_after: pairs.value?.aligned.after.coverage ?? null,
    },
    ...gapFields(request),
    n_tags: rows.length,
    n_refused: request.refused.length,
    tags: rows.slice(0, top),
    tags_dropped: Math.max(0, rows.length - top),
    ...(pairs.value?.table ?? NO_PAIRS),
    pairs_reason: pairs.reason,
    joint: joint.value,
    joint_reason: joint.reason,
    refused_tables: refusedTables({ pairs: pairs.reason, joint: joint.reason }),
  };
}

/** A table, or why there is none. */
type Attempt<T> = { value: T; reason: null } | { value: null; reason: string };

async function attempt<T>(make: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await make(), reason: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { value: null, reason: `${error.name}: ${error.message}` };
  }
}

const NO_PAIRS = {
  pairs: null,
  pairs_dropped: 0,
  pairs_total: null,
  pairs_undefined: null,
  pairs_without_interval: null,
  pairs_clearing: null,
  pairs_clearing_adjusted: null,
  expected_false_clears: null,
  pairs_method: null,
};

function refusedTables(reasons: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(reasons).filter((entry): entry is [string, string] => entry[1] !== null));
}

async function tagRows(tags: ComparedTag[], watcher: Watcher): Promise<TagRow[]> {
  const rows: TagRow[] = [];
  for (const tag of tags) {
    rows.push(await tagRow(tag, watcher.tick));
    watcher.progress(rows.length, tags.length, "tags");
  }
  return rows;
}

function usableOf({ tags, refused }: CompareRequest): ComparedTag[] {
  return usableTags(tags, tags.length + refused.length);
}

function rateOf(request: CompareRequest) {
  return sampleRate(
    usableOf(request).map(({ meta }) => meta),
    request.rate_s,
  );
}

function alignAt(request: CompareRequest, min_coverage: number): BothAligned {
  return alignBoth(usableOf(request), request, { rate_s: rateOf(request).rate_s, min_coverage });
}

/** Reports whole percents. */
function watchPairs({ tick, progress }: Watcher) {
  let last = -1;
  return async (share: number) => {
    const percent = Math.floor(100 * share);
    if (percent > last) progress(percent, 100, "pairs");
    last = Math.max(last, percent);
    await tick();
  };
}

function gapFields({ tags, top }: CompareRequest) {
  const gaps = (["before", "after"] as const).flatMap((period) => commonGaps(tags.map((tag) => tag[period].gaps)));
  return { common_gaps: gaps.slice(0, top), common_gaps_dropped: Math.max(0, gaps.length - top) };
}

function commonSource(tags: ComparedTag[]): string | null {
  const sources = new Set(tags.map(({ meta }) => meta.identity.source_id));
  return sources.size === 1 ? [...sources][0] : null;
}

/** Archives that a refusal lists. */
const LISTED = 20;

function requireReadable({ tags, refused }: CompareRequest): void {
  if (tags.length > 0) return;
  const [first] = refused;
  throw refusal(
    "InsufficientQuality",
    `${refused.length} archive${refused.length === 1 ? "" : "s"}, none readable over both periods; ${first.tag} raised ${first.refusal.name}: ${first.refusal.message}`,
    {
      check: "archives_readable",
      observed: 0,
      required: 1,
      remedy: "correct the archives, or choose other periods",
      refused: refused
        .slice(0, LISTED)
        .map(({ tag, refusal: { name, message } }) => ({ tag, error_type: name, cause: message })),
      refused_dropped: Math.max(0, refused.length - LISTED),
    },
  );
}

/** A period in which no tag has a row is no period of these archives. */
function requireRows({ tags, before, after }: CompareRequest): void {
  for (const [which, window] of [
    ["before", before],
    ["after", after],
  ] as const) {
    if (tags.some((tag) => tag[which].n_rows > 0)) continue;
    const { start, end } = windowFields(window);
    throw refusal(
      "EmptyWindow",
      `0 rows of ${tags.length} tags in --${which} ${start}/${end}; choose one that meets the archives`,
      {
        check: "window_has_rows",
        observed: 0,
        required: 1,
        remedy: `choose a --${which} that meets the archives`,
        window: { start, end },
      },
    );
  }
}
