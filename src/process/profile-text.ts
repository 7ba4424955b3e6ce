import {
  fill,
  labelled,
  more,
  partLines,
  parts,
  section,
  showDuration,
  showFixed,
  showInstant,
  showNumber,
  showSeconds,
  showSpan,
} from "../contract/text.ts";
import { flatlineLines } from "./flatline-text.ts";
import type { profile } from "./profile.ts";

/** The fields of a profile's answer. */
export type ProfileFields = Awaited<ReturnType<typeof profile>>;

const STATES_SHOWN = 8;
const HEADLINE = { "NOT ASSESSED": "NOT ASSESSED", "FLATLINE SUSPECTED": "SUSPECTED", "no flatline": "none" };

/** A profile as lines for a person: a headline, what was asked, then one section a block. */
export function profileText(f: ProfileFields): string[] {
  return [
    `${f.tag}  ${f.name}`.trimEnd(),
    ...partLines([
      `coverage ${showFixed(f.coverage.coverage, 3)}`,
      `GOOD ${f.values.n_good}/${f.values.n_samples}`,
      `censored ${verdict(f.range.censored)}`,
      `gaps ${f.coverage.n_gaps}`,
      f.flatline && `flatline ${HEADLINE[f.flatline.verdict]}`,
    ]),
    "",
    labelled("window", `${showSpan(f.window.start, f.window.end)}  (${showDuration(f.window.duration_s)})`),
    labelled("contract", contractLine(f)),
    ...unitLines(f),
    ...section("Coverage", coverageLines(f)),
    ...section("Quality", qualityLines(f)),
    ...section("Range", rangeLines(f)),
    ...section("Timestamps", timestampLines(f)),
    ...valueSection(f),
    ...(f.flatline ? section("Flatline", flatlineLines(f.flatline)) : []),
  ];
}

function verdict(censored: boolean | null): string {
  return censored === null ? "unknown" : censored ? "yes" : "no";
}

function contractLine({ contract: c }: ProfileFields): string {
  const stepped = `stepped ${c.stepped ? "yes" : "no"}`;
  return [c.calculation_basis, c.retrieval_mode, c.aggregate_type, stepped, `digest ${c.digest.slice(0, 12)}`].join(
    "  ",
  );
}

function unitLines({ units: u }: ProfileFields): string[] {
  if (!u.resolved)
    return [labelled("units", u.raw === null ? "none declared" : `'${u.raw}' unresolved; see liquet units`)];
  const lines = [labelled("units", `${u.raw} -> ${u.canonical}`)];
  if (u.reference_condition)
    lines.push(labelled("", "counts gas at a standard state that the unit alone does not fix"));
  return lines;
}

function coverageLines({ coverage: c }: ProfileFields): string[] {
  const slack = `edge slack ${showDuration(c.edge_slack_s)} (start ${showDuration(c.edge_slack_start_s)}, end ${showDuration(c.edge_slack_end_s)})`;
  const coverage = [`coverage ${showFixed(c.coverage, 3)}`, `GOOD time ${showFixed(c.good_coverage, 3)}`];
  const counts = [
    `valid ${showFixed(c.valid_fraction, 3)}`,
    `gaps ${c.n_gaps}`,
    `data-loss gaps ${c.n_data_loss_gaps}`,
  ];
  return [
    ...partLines([...coverage, ...counts], 77),
    parts(
      `threshold ${showSeconds(c.gap_threshold_s)} (${c.gap_threshold_basis.replaceAll("_", " ")})`,
      c.longest_gap_s !== null && `longest ${showDuration(c.longest_gap_s)}`,
    ),
    ...(c.edge_slack_s > 0 ? [slack] : []),
    ...c.gaps.flatMap((gap) =>
      partLines([showSpan(gap.start, gap.end), showDuration(gap.duration_s), `${gap.class} (${gap.rule})`], 77, "  "),
    ),
    ...more(c.gaps_dropped, "gap"),
  ];
}

function qualityLines({ quality: q }: ProfileFields): string[] {
  const { GOOD, UNCERTAIN, BAD } = q.counts;
  const unmapped = q.unmapped_codes.map((code) => code ?? "(empty)").join(", ");
  const lines = [parts(`GOOD ${GOOD}`, `UNCERTAIN ${UNCERTAIN}`, `BAD ${BAD}`)];
  if (q.assumed_at_ingest) lines.push("ASSUMED at ingest, not read from the source");
  if (unmapped)
    lines.push(...wrap(`unmapped codes, treated UNCERTAIN: ${unmapped}`), ...more(q.unmapped_codes_dropped, "code"));
  if (q.unmapped_look_like_opc_da) {
    lines.push(
      ...wrap(
        "the codes look like OPC DA (192 good, 0 bad), which is never guessed: declare them in quality_codes; undeclared, 0 reads as OPC UA Good",
      ),
    );
  }
  return lines;
}

function rangeLines({ range: r }: ProfileFields): string[] {
  const clipped = r.clipped_fraction === null ? `null (${r.clipped_fraction_reason})` : r.clipped_fraction.toFixed(4);
  const lines = [parts(`clipped ${clipped}`, `censored ${verdict(r.censored)}`)];
  if (r.low.n_all + r.high.n_all > 0) {
    lines.push(
      `at low end ${r.low.n_good} GOOD of ${r.low.n_all}   at high end ${r.high.n_good} GOOD of ${r.high.n_all}`,
    );
  }
  if (r.beyond_float32_count > 0) lines.push(`beyond 32-bit float ${r.beyond_float32_count}`);
  return lines;
}

function timestampLines({ timestamps: t }: ProfileFields): string[] {
  const kinds = ` (${t.duplicates_identical} identical, ${t.duplicates_conflicting} conflicting)`;
  const lines = [
    parts(
      `audited ${t.audited}`,
      `duplicates ${t.duplicates}${t.duplicates > 0 ? kinds : ""}`,
      `non-monotonic ${t.non_monotonic}`,
    ),
  ];
  if (t.sub_microsecond_collisions > 0)
    lines.push(`nanosecond stamps that share a microsecond ${t.sub_microsecond_collisions}`);
  for (const change of t.dst_transitions) {
    const offsets = `${showOffset(change.offset_before_s)} -> ${showOffset(change.offset_after_s)}`;
    lines.push(`DST (${change.tz}) ${showInstant(change.instant)}  ${offsets}`);
  }
  return [...lines, ...more(t.dst_transitions_dropped, "clock change")];
}

/** `+1h`, `-3.5h`. */
function showOffset(seconds: number): string {
  return `${seconds < 0 ? "-" : "+"}${Number((Math.abs(seconds) / 3600).toFixed(2))}h`;
}

function valueSection({ values: v }: ProfileFields): string[] {
  const interval = intervalLine(v);
  const infinite = v.n_non_finite > 0 ? [`not finite, never counted ${v.n_non_finite}`] : [];
  const states = stateLines(v);
  if (v.state_valued) return section(`Values  states  GOOD n=${v.n_good}`, [...states, ...infinite, interval]);
  if (v.n_good === 0) return section("Values  none GOOD", [...states, ...infinite, interval]);
  return section(`Values  GOOD n=${v.n_good}`, [
    parts(
      `min ${showNumber(v.min)}`,
      `p05 ${showNumber(v.p05)}`,
      `median ${showNumber(v.median)}`,
      `p95 ${showNumber(v.p95)}`,
      `max ${showNumber(v.max)}`,
    ),
    parts(`mean ${meanText(v)}`, `std ${showNumber(v.std)}`, `mad ${showNumber(v.mad)}`),
    parts(`distinct ${v.distinct}`, `stall ${showSeconds(v.stall_s)}`, `changes/h ${showNumber(v.changes_per_hour)}`),
    ...runLines(v),
    ...states,
    ...infinite,
    interval,
  ]);
}

type Values = ProfileFields["values"];

function meanText(v: Values): string {
  if (v.mean === null) return `none (${v.mean_reason})`;
  if (v.mean_basis === "EVENT_WEIGHTED") return `${showNumber(v.mean)} (event-weighted)`;
  return `${showNumber(v.mean)} (time-weighted over ${showDuration(v.mean_weighted_s)})`;
}

function runLines({ constant_run: run }: Values): string[] {
  if (run === null) return [];
  const [span, size] = [showSpan(run.start, run.end), parts(showDuration(run.duration_s), `n=${run.samples}`)];
  const line = parts(`constant run ${span}`, size);
  return line.length <= 76 ? [line] : [`constant run ${size}`, `  ${span}`];
}

function stateLines(v: Values): string[] {
  const shown = v.state_counts.slice(0, STATES_SHOWN);
  const rest = v.state_counts.length - shown.length + v.state_counts_dropped;
  if (shown.length === 0) return [];
  const words = shown.map(({ state, n }) => `${state} ${n}`).join("   ");
  return [...wrap(`${v.state_valued ? "" : "text  "}${words}`), ...more(rest, "state")];
}

function intervalLine(v: Values): string {
  const declared =
    v.declared_rate_s === null
      ? ""
      : `declared ${showSeconds(v.declared_rate_s)}${v.interval_differs_from_declared ? " (differs from declared)" : ""}`;
  const spread = `(p05 ${showSeconds(v.interval_p05_s)}, p95 ${showSeconds(v.interval_p95_s)})`;
  return parts(`interval ${showSeconds(v.interval_median_s)} ${spread}`, declared);
}

function wrap(text: string): string[] {
  return fill(text.split(" "), 76, "  ");
}
