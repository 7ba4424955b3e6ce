import { labelled, parts, plural, showNumber } from "../../contract/text.ts";
import { baselineLines, checkLines, labelledParts, runLines, windowLines } from "./chart-text.ts";
import type { spc } from "./spc.ts";

/** The fields of a chart's answer. */
export type SpcFields = Awaited<ReturnType<typeof spc>>;

/** A chart as lines for a person: a headline, the limits, then one section a rule. */
export function spcText(f: SpcFields): string[] {
  const { center, sigma, lcl, ucl, basis, sigma_method, sigma_formula } = f.limits;
  return [
    `${f.tag}  ${plural(f.n_hits, "rule hit")} in ${plural(f.n_monitored, "sample")}`,
    "",
    ...baselineLines(f),
    ...windowLines(f.window, f.n_monitored, f.n_samples),
    ...labelledParts(
      "limits",
      `center ${showNumber(center)}`,
      `sigma ${showNumber(sigma)}`,
      `lcl ${showNumber(lcl)}`,
      `ucl ${showNumber(ucl)}`,
    ),
    labelled("basis", parts(basis, `sigma ${sigma_method}: ${sigma_formula}`)),
    ...(f.moving_range === null ? [] : [labelled("ranges", rangeLine(f.moving_range))]),
    ...checkLines(f.baseline_check),
    ...f.rules.flatMap((rule) => {
      const runs = f.runs.filter((run) => run.rule === rule.rule);
      return ["", `${rule.rule}  ${rule.n}`, ...runLines(runs, rule.runs_dropped).map((line) => `  ${line}`)];
    }),
  ];
}

function rangeLine({ mean, ucl, n, n_beyond }: NonNullable<SpcFields["moving_range"]>): string {
  return parts(`mean ${showNumber(mean)}`, `ucl ${showNumber(ucl)}`, `beyond ${n_beyond} of ${n}`);
}
