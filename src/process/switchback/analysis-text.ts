import { fill, labelled, parts, section, showNumber } from "../../contract/text.ts";
import { folded } from "../control/chart-text.ts";
import type { AnalysisFields } from "./analysis.ts";
import { planLines, showP } from "./plan-text.ts";

type Effect = AnalysisFields["direct"];

/** An analysis as lines for a person. */
export function analysisText(f: AnalysisFields): string[] {
  const { adjusted } = f;
  const n = adjusted?.covariates.length ?? 0;
  return [
    headline(f.tag, f.direct),
    "",
    ...planLines(f.plan),
    labelled(
      "units",
      f.units.resolved
        ? `${f.units.raw} -> ${f.units.canonical}`
        : f.units.raw === null
          ? "none declared"
          : `'${f.units.raw}' unresolved; see liquet units`,
    ),
    labelled(
      "quality",
      parts(`GOOD ${f.quality.n_good}/${f.quality.n_samples}`, `censored ${censored(f.quality.censored)}`),
    ),
    ...(f.unused.length > 0 ? [labelled("unused", f.unused.join(", "))] : []),
    ...section("Difference in means  (B - A over the kept samples)", effectLines(f.direct)),
    ...(adjusted === null
      ? []
      : section(`Adjusted  (OLS on ${n} covariate${n === 1 ? "" : "s"})`, effectLines(adjusted))),
    ...section("Covariates  (each tested as if it were the target)", checkLines(f)),
    ...section("Assumptions", fill(f.assumptions.split(" "), 76)),
  ];
}

function headline(tag: string, direct: Effect): string {
  if (direct.estimate === null || direct.p_value === null) return `${tag}   no estimate (${direct.reason})`;
  return parts(tag, `B - A ${withUnit(direct.estimate, direct.unit)}`, `p ${showP(direct.p_value)}`);
}

function effectLines(effect: Effect): string[] {
  const { estimate, p_value, interval, fewest_per_block: low, most_per_block: high } = effect;
  const kept = labelled("kept", parts(`A ${effect.n_kept_a}`, `B ${effect.n_kept_b}`, `per block ${low} to ${high}`));
  if (estimate === null || p_value === null) return [...folded("refused", `${effect.reason}: ${effect.detail}`), kept];
  const bounds = interval
    ? `[${bound(interval.lo)}, ${bound(interval.hi)}]`
    : "no shift of B is compatible with the reference set";
  return [
    labelled("estimate", parts(withUnit(estimate, effect.unit), `p ${showP(p_value)}`)),
    labelled("95%", bounds),
    kept,
  ];
}

function checkLines(f: AnalysisFields): string[] {
  const width = Math.max(0, ...f.covariate_checks.map(({ tag }) => tag.length));
  return f.covariate_checks.flatMap(({ tag, estimate, unit, p_value, moves_with_setting, reason }) => {
    const name = tag.padEnd(width);
    if (estimate === null || p_value === null) return [parts(name, `NOT ASSESSED (${reason})`)];
    const line = parts(name, `B - A ${withUnit(estimate, unit)}`, `p ${showP(p_value)}`);
    const warning = "WARNING moves with the setting: adjusting for it may take part of the effect away";
    return moves_with_setting ? [line, `  ${warning}`] : [line];
  });
}

function withUnit(value: number, unit: string | null): string {
  const sign = value > 0 ? "+" : "";
  return `${sign}${showNumber(value)}${unit === null ? "" : ` ${unit}`}`;
}

function bound(value: number | null): string {
  return value === null ? "unbounded" : showNumber(value);
}

function censored(value: boolean | null): string {
  return value === null ? "unknown" : value ? "yes" : "no";
}
