import { refusal } from "../../contract/outcome.ts";
import type { Window } from "../../contract/window.ts";
import { tagOf } from "../../series/tag-meta.ts";
import { type Aligned, alignTags } from "../multivariate/align.ts";
import type { ComparedTag } from "./tag-row.ts";

/** The usable tags of both periods on one grid each, in the same order. */
export interface BothAligned {
  tags: string[];
  before: Aligned;
  after: Aligned;
}

/** Tags with more than one GOOD number in both periods. Refuses MspcAlignmentError when fewer than two have. */
export function usableTags(tags: readonly ComparedTag[], offered: number): ComparedTag[] {
  const usable = tags.filter(({ before, after }) => before.good.v.length > 1 && after.good.v.length > 1);
  if (usable.length >= 2) return usable;
  throw refusal(
    "MspcAlignmentError",
    `${usable.length} of ${offered} tags carry GOOD numeric rows in both periods; a grid needs two`,
    { check: "usable_tags", observed: usable.length, required: 2, remedy: "choose periods with GOOD rows of two tags" },
  );
}

/** Aligns both periods at a rate; see `alignTags` for what it refuses. */
export function alignBoth(
  usable: readonly ComparedTag[],
  { before, after }: { before: Window; after: Window },
  { rate_s, min_coverage }: { rate_s: number; min_coverage: number },
): BothAligned {
  const samples = (which: "before" | "after") => usable.map((tag) => ({ tag: tagOf(tag.meta), ...tag[which].good }));
  const first = alignTags(samples("before"), { window: before, rate_s, min_coverage, which: "before" });
  const second = alignTags(samples("after"), { window: after, rate_s, min_coverage, which: "after" });
  return { tags: first.tags, before: first, after: second };
}
