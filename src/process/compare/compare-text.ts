import {
  fill,
  labelled,
  more,
  parts,
  plural,
  section,
  showDuration,
  showInstant,
  showNumber,
  showSpan,
} from "../../contract/text.ts";
import { BASELINE_FLOOR } from "../control/baseline.ts";
import { folded } from "../control/chart-text.ts";
import { gapLines } from "../multivariate/mspc-text.ts";
import type { compare } from "./compare.ts";

/** The fields of a comparison's answer. */
export type CompareFields = Awaited<ReturnType<typeof compare>>;

/** A comparison as lines for a person: what was asked, then the three tables. */
export function compareText(f: CompareFields): string[] {
  return [
    headline(f),
    "",
    ...Object.entries(f.refused_tables).flatMap(([table, reason]) => folded(table, `refused: ${reason}`)),
    labelled("before", `${showSpan(f.before.start, f.before.end)}  (${showDuration(f.before.duration_s)})`),
    labelled("after", `${showSpan(f.after.start, f.after.end)}  (${showDuration(f.after.duration_s)})`),
    ...gridLines(f),
    ...gapLines(f.common_gaps, f.common_gaps_dropped),
    ...section("Tags that changed", tagTable(f)),
    ...(f.pairs === null
      ? []
      : section("Pairs that decoupled  (Pearson on first differences, 95% block bootstrap)", pairTable(f))),
    ...(f.joint === null ? [] : section(jointHeader(f.joint), jointLines(f))),
  ];
}

function headline(f: CompareFields): string {
  const pairs = f.pairs === null ? "pairs refused" : `pairs ${f.pairs_clearing} of ${f.pairs_total} clearing`;
  const body = parts(plural(f.n_tags, "tag"), `refused ${f.n_refused}`, pairs, f.joint === null && "joint refused");
  return f.source_id === null ? body : `${f.source_id}  ${body}`;
}

function gridLines({ grid }: CompareFields): string[] {
  if (grid.rate_s === null) return [];
  const known = grid.coverage_before !== null && grid.coverage_after !== null;
  const coverage = known && `coverage ${grid.coverage_before!.toFixed(3)} -> ${grid.coverage_after!.toFixed(3)}`;
  return [labelled("grid", parts(`rate ${grid.rate_s} s (${grid.rate_source})`, coverage))];
}

/** Drops the source that all tags share: `FIC101.PV`. */
function shortName({ source_id }: CompareFields, tag: string): string {
  return source_id !== null && tag.startsWith(`${source_id}:`) ? tag.slice(source_id.length + 1) : tag;
}

function cut(text: string, width: number): string {
  return text.length <= width ? text.padEnd(width) : `${text.slice(0, width - 2)}..`;
}

function signed(value: number, decimals: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(decimals)}`;
}

function tagTable(f: CompareFields): string[] {
  const names = f.tags.map(({ tag }) => shortName(f, tag));
  const width = Math.min(16, Math.max(8, ...names.map((name) => name.length)));
  const row = (cells: string[]) =>
    [cut(cells[0], width), cut(cells[1], 8), cells[2].padStart(6), cells[3].padStart(7), cells[4].padStart(7), cells[5]]
      .join("  ")
      .trimEnd();
  return [
    row(["tag", "quality", "sigma", "spread", "flagged", "changed at"]),
    ...f.tags.map((tag, i) =>
      row([
        names[i],
        tag.quality,
        tag.level_shift_sigma === null ? "n/a" : signed(tag.level_shift_sigma, 1),
        tag.spread_ratio === null ? "n/a" : `x${tag.spread_ratio.toFixed(1)}`,
        tag.flagged_fraction === null ? "n/a" : `${Math.round(100 * tag.flagged_fraction)}%`,
        changedAt(tag),
      ]),
    ),
    ...more(f.tags_dropped, "tag"),
    ...fewSamples(f),
    ...(f.tags.some(({ at_seam }) => at_seam)
      ? ["* at the seam: the hole between the periods may be all there is to it"]
      : []),
  ];
}

/** Shifts and ratios of few samples say little: those tags are named with their counts. */
function fewSamples(f: CompareFields): string[] {
  const few = f.tags.flatMap(({ tag, n_good_before: before, n_good_after: after }) =>
    before === null || after === null || Math.min(before, after) >= BASELINE_FLOOR
      ? []
      : [`${shortName(f, tag)} ${before} -> ${after}`],
  );
  return few.length === 0 ? [] : fill([`fewer than ${BASELINE_FLOOR} GOOD samples:`, ...few.join(", ").split(" ")], 77);
}

function changedAt(tag: CompareFields["tags"][number]): string {
  if (tag.changed_at !== null) return `${showInstant(tag.changed_at)}${tag.at_seam ? " *" : ""}`;
  return tag.changed_at_reason === null ? "none" : "n/a";
}

function pairTable(f: CompareFields): string[] {
  const clearing = f.pairs!.filter(({ clears }) => clears);
  const names = clearing.map(({ left, right }) => `${shortName(f, left)} ~ ${shortName(f, right)}`);
  const width = Math.min(35, Math.max(8, ...names.map((name) => name.length)));
  const row = (cells: string[]) => [cut(cells[0], width), ...cells.slice(1).map((cell) => cell.padStart(6))].join("  ");
  const lines = clearing.map((pair, i) =>
    row([
      names[i],
      signed(pair.pearson_before, 2),
      signed(pair.pearson_after, 2),
      signed(pair.delta, 2),
      `[${pair.interval!.map((x) => signed(x, 2)).join(", ")}]`,
      showAdjusted(pair.p_adjusted),
    ]),
  );
  const rest = f.pairs_total! - lines.length;
  const hidden = f.pairs_clearing! - lines.length;
  return [
    ...(lines.length > 0 ? [row(["pair", "before", "after", "delta", "interval", "p adj"]), ...lines] : []),
    ...(rest > 0
      ? [`(+${rest} more ${rest === 1 ? "pair" : "pairs"}, ${hidden === 0 ? "none" : hidden} clearing the interval)`]
      : []),
    `${f.pairs_clearing_adjusted} clearing after adjustment; were nothing changed, ${Number(f.expected_false_clears!.toFixed(2))} would clear before it`,
    ...(f.pairs_undefined! > 0
      ? [`${plural(f.pairs_undefined!, "pair")} undefined: a tag does not vary in a period`]
      : []),
    ...withoutInterval(f),
  ];
}

/** Pairs without an interval, and why the first of them has none. */
function withoutInterval({ pairs, pairs_without_interval: n }: CompareFields): string[] {
  if (n === null || n === 0) return [];
  const reason = pairs?.find(({ interval }) => interval === null)?.interval_reason;
  return fill(`${plural(n, "pair")} without an interval${reason ? ` (${reason})` : ""}`.split(" "), 77);
}

function showAdjusted(p: number | null): string {
  if (p === null) return "n/a";
  return p < 0.0001 ? "<1e-4" : p.toPrecision(2);
}

function jointHeader(joint: NonNullable<CompareFields["joint"]>): string {
  return `Joint structure  (PCA fitted on before, ${joint.tags_aligned} of ${plural(joint.tags_offered, "tag")} aligned)`;
}

function jointLines(f: CompareFields): string[] {
  const joint = f.joint!;
  const spe = joint.spe_breaches === null ? "SPE NOT ASSESSED" : `SPE breaches ${joint.spe_breaches}`;
  const shares = joint.spe_contributors.map(({ tag, share }) => `${shortName(f, tag)} ${(100 * share).toFixed(0)}%`);
  return [
    parts(
      `components ${joint.components}`,
      `explained ${showNumber(joint.explained_before)} -> ${showNumber(joint.explained_after)}`,
    ),
    parts(plural(joint.rows, "row"), `T2 breaches ${joint.t2_breaches}`, spe),
    ...(joint.spe_not_assessed === null ? [] : folded("", joint.spe_not_assessed).map((line) => line.trimStart())),
    ...(shares.length > 0 ? [`SPE contributors ${shares.join(", ")}`] : []),
    ...(joint.spe_contributors_note === null ? [] : [`(${joint.spe_contributors_note})`]),
  ];
}
