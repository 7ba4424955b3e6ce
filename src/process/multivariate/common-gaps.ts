import { formatInstant } from "../../contract/instant.ts";
import type { Gaps } from "../../series/gaps.ts";

/** A gap that several tags have at once: the link failed, not the instruments. */
export interface CommonGap {
  start: string;
  end: string;
  duration_s: number;
  class: "comm_outage_multitag";
  n_tags: number;
}

interface Group {
  start: number;
  end: number;
  tolerance: number;
  tags: Set<number>;
}

/**
 * Gaps that at least two tags share: both ends within the larger of their gap thresholds. Each is told by the bounds of
 * its earliest tag, longest first. One element of `perTag` a tag.
 */
export function commonGaps(perTag: readonly Gaps[]): CommonGap[] {
  const all = perTag.flatMap(({ start, end, threshold_s }, tag) =>
    start.map((from, i) => ({ start: from, end: end[i], tolerance: threshold_s * 1e6, tag })),
  );
  all.sort((a, b) => a.start - b.start || a.end - b.end);
  const groups: Group[] = [];
  let open: Group[] = [];
  for (const gap of all) {
    open = open.filter((group) => gap.start - group.start <= Math.max(group.tolerance, gap.tolerance));
    const same = open.find((group) => Math.abs(group.end - gap.end) <= Math.max(group.tolerance, gap.tolerance));
    if (same) same.tags.add(gap.tag);
    else {
      const group = { ...gap, tags: new Set([gap.tag]) };
      open.push(group);
      groups.push(group);
    }
  }
  return groups
    .filter(({ tags }) => tags.size > 1)
    .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
    .map(({ start, end, tags }) => ({
      start: formatInstant(start),
      end: formatInstant(end),
      duration_s: (end - start) / 1e6,
      class: "comm_outage_multitag",
      n_tags: tags.size,
    }));
}
