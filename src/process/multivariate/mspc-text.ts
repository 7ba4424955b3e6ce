import {
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
import { checkLines, folded } from "../control/chart-text.ts";
import type { CommonGap } from "./common-gaps.ts";
import type { Contribution } from "./contributions.ts";
import type { mspc } from "./mspc.ts";

/** The fields of a multivariate chart's answer. */
export type MspcFields = Awaited<ReturnType<typeof mspc>>;

const SHOWN = 5;
const WIDTH = 79;

/** A multivariate chart as lines for a person. */
export function mspcText(f: MspcFields): string[] {
  const spe = f.n_spe_breaches === null ? "SPE NOT ASSESSED" : `SPE breaches ${f.n_spe_breaches}`;
  const counts = parts(`T2 breaches ${f.n_t2_breaches}`, spe, `of ${plural(f.window.rows, "row")}`);
  const whole = `${f.tags.join(", ")}  ${counts}`;
  const fits = whole.length <= WIDTH;
  return [
    fits ? whole : `${plural(f.tags.length, "tag")}  ${counts}`,
    "",
    ...(fits ? [] : folded("tags", f.tags.join(", "))),
    ...setting(f),
    ...section(`T2 breaches  ${f.n_t2_breaches}`, breachLines(f.t2_runs, f.t2_runs_dropped, f.t2_contributors)),
    ...(f.n_spe_breaches === null
      ? ["", ...folded("SPE", `NOT ASSESSED (${f.spe_not_assessed})`)]
      : section(
          `SPE breaches  ${f.n_spe_breaches}`,
          breachLines(f.spe_runs ?? [], f.spe_runs_dropped, f.spe_contributors),
        )),
  ];
}

function setting(f: MspcFields): string[] {
  const { components, n_columns, explained_variance, selection } = f.model;
  const explained = explained_variance.reduce((sum, share) => sum + share, 0);
  const kind =
    f.limits.method === "empirical" ? `empirical q${f.limits.quantile}` : `theoretical q${f.limits.quantile}`;
  return [
    labelled("baseline", windowLine(f.baseline)),
    ...(f.look_ahead ? [labelled("", "look-ahead: this baseline is later than the window it judges")] : []),
    labelled("window", windowLine(f.window)),
    ...gapLines(f.common_gaps, f.common_gaps_dropped),
    labelled(
      "model",
      parts(
        `rate ${f.rate_s} s (${f.rate_source})`,
        `components ${components} of ${n_columns}`,
        `explained ${showNumber(explained)}`,
      ),
    ),
    labelled("", selection === "stated" ? "components as stated" : `components by ${selection.replace("_", " ")}`),
    labelled("limits", parts(`T2 ${showNumber(f.limits.t2)}`, `SPE ${showNumber(f.limits.spe)}`, `(${kind})`)),
    ...checks(f),
  ];
}

function checks(f: MspcFields): string[] {
  if (f.baseline_check === null) return folded("check", `none: ${f.baseline_check_reason}`);
  const { t2, spe, held_out_blocks } = f.baseline_check;
  return [
    labelled("check", `baseline in ${held_out_blocks} blocks, each held out in turn`),
    ...checkLines(t2, "  T2"),
    ...(spe === null ? [] : checkLines(spe, "  SPE")),
  ];
}

function windowLine({ start, end, rows, coverage }: MspcFields["window"]): string {
  return parts(showSpan(start, end), plural(rows, "row"), `coverage ${coverage.toFixed(3)}`);
}

/** Gaps that several tags share, one a line. */
export function gapLines(gaps: CommonGap[], dropped: number): string[] {
  const lines = gaps.map(({ start, end, duration_s, n_tags }) =>
    parts(showSpan(start, end), showDuration(duration_s), `no data of ${plural(n_tags, "tag")}`),
  );
  return [...lines, ...more(dropped, "common gap")].map((line, i) => labelled(i === 0 ? "gaps" : "", line));
}

function breachLines(
  runs: NonNullable<MspcFields["spe_runs"]>,
  dropped: number,
  shares: Contribution[] | null | undefined,
): string[] {
  const lines = runs
    .slice(0, SHOWN)
    .map(({ start, end, n, contributors }) =>
      parts(n === 1 ? showInstant(start) : showSpan(start, end), n > 1 && plural(n, "row"), contributors.join(", ")),
    );
  const rest = runs.length - lines.length + dropped;
  const most = shares?.map(({ tag, share }) => `${tag} ${(100 * share).toFixed(0)}%`).join(", ");
  return [...(most ? [`contributors ${most}`] : []), ...lines, ...more(rest, "run")];
}
