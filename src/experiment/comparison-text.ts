import { parts, showNumber } from "../contract/text.ts";
import type { Comparison, CovariateFacts, RelativeFacts } from "./comparison.ts";
import { type BarScale, intervalBar } from "./interval-bar.ts";
import type { LiftFields } from "./lift-text.ts";
import { ends, percent, points, pText, type Show, signed, span, testWords, trimmed, wide } from "./lift-words.ts";

/** One comparison: its lift with the interval drawn, the relative lift, and whatever else was asked. */
export function comparisonLines(facts: Comparison, f: LiftFields, level: string, scale: BarScale): string[] {
  const { absolute, relative } = facts;
  const show = f.metric.type === "proportion" ? points : signed;
  return [
    "",
    ...wide("lift", `${parts(show(absolute.estimate), span(absolute, show, level), testWords(absolute))}`),
    `          ${intervalBar(absolute, scale)}`,
    ...(relative ? relativeLines(relative, level) : wide("relative", `none: ${facts.relative_reason}`)),
    ...multiplicityLines(facts, f, show, level),
    ...sequentialLines(facts),
    ...(facts.unadjusted
      ? wide(
          "raw",
          parts(show(facts.unadjusted.estimate), span(facts.unadjusted, show, level), "without the adjustment"),
        )
      : []),
    ...(facts.covariate ? covariateLines(facts.covariate, show, level) : []),
    ...proportionLines(facts, level),
    ...bayesLines(facts, level),
  ].map((line, i) =>
    i === 1 && f.comparisons.length > 1 ? line.replace(/^lift {6}/, `${facts.arm.padEnd(8).slice(0, 40)}  `) : line,
  );
}

function relativeLines(relative: RelativeFacts, level: string): string[] {
  const delta = relative.delta && `delta method ${ends(relative.delta, percent)}`;
  return wide(
    "relative",
    parts(percent(relative.estimate), span(relative, percent, level), relative.interval_method, delta ?? null),
  );
}

function multiplicityLines({ multiplicity: m }: Comparison, f: LiftFields, show: Show, level: string): string[] {
  if (!m || !f.multiplicity) return [];
  const { correction, interval_method, n_comparisons } = f.multiplicity;
  const p = `${correction} p ${pText(m.p_adjusted)} of ${n_comparisons}`;
  const reach =
    interval_method === "fcr" ? `false coverage rate ${trimmed(100 * f.method.alpha)}%` : `together ${level}`;
  const interval =
    m.low === null || m.high === null
      ? `no interval: ${m.level_reason}`
      : `${interval_method} ${ends({ low: m.low, high: m.high }, show)} (${reach})`;
  return wide("several", parts(p, interval));
}

function sequentialLines({ sequential: s }: Comparison): string[] {
  if (!s) return [];
  const known = Object.entries(s).map(
    ([key, value]) => `${key.replaceAll("_", " ")} ${typeof value === "number" ? showNumber(value) : value}`,
  );
  return wide("looks", parts(...known));
}

function covariateLines(c: CovariateFacts, show: Show, level: string): string[] {
  return [
    ...(c.population
      ? wide("people", parts(span(c.population, show, level), "as an estimate for the population"))
      : []),
    ...wide(
      "theta",
      parts(
        `${showNumber(c.theta_within)} within arms`,
        `${showNumber(c.theta_all_units)} over all units`,
        `variance kept ${(100 * c.variance_kept).toFixed(1)}%`,
      ),
    ),
    ...wide("balance", parts(`covariate differs by ${signed(c.balance.difference)}`, `p ${pText(c.balance.p_value)}`)),
  ];
}

function proportionLines({ proportion: p }: Comparison, level: string): string[] {
  if (!p) return [];
  const z = `pooled z ${showNumber(p.pooled_z)}, p ${pText(p.pooled_p_value)}`;
  return wide(
    "score",
    parts(
      `${level} Miettinen-Nurminen ${ends(p.miettinen_nurminen, points)}`,
      `Newcombe ${ends(p.newcombe, points)}`,
      z,
    ),
  );
}

function bayesLines({ bayes: b }: Comparison, level: string): string[] {
  if (!b) return [];
  const show = b.scale === "relative" ? percent : signed;
  const prior =
    b.prior_sd === null ? "flat prior" : `prior N(${showNumber(b.prior_mean)}, sd ${showNumber(b.prior_sd)})`;
  return wide(
    "bayes",
    parts(
      `${b.scale} ${show(b.mean)}`,
      span(b, show, level),
      `chance to win ${(100 * b.chance_to_win).toFixed(1)}%`,
      prior,
    ),
  );
}
