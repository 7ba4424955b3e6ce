import { fill, parts, plural, section, showNumber } from "../contract/text.ts";
import type { Comparison, CovariateFacts, EffectFacts, RelativeFacts } from "./compare.ts";
import { type BarScale, barScale, intervalBar } from "./interval-bar.ts";
import type { answerLift } from "./lift-answer.ts";

/** The fields of an answer that the text shows. */
export type LiftFields = Awaited<ReturnType<typeof answerLift>> & { origin?: string };

type ArmRow = LiftFields["arms"][number];

/** An answer as lines for a person: the lift with its interval drawn, the arms, the checks, the warnings. */
export function liftText(f: LiftFields): string[] {
  const shown = f.method.sequential === "none" ? "" : `   ${f.method.sequential.replaceAll("_", " ")}`;
  const level = `${trimmed(100 * (1 - f.method.alpha))}%`;
  const scale = barScale(f.comparisons.map(({ absolute }) => absolute));
  const pair = f.comparisons.length === 1 ? `${f.comparisons[0].arm} against ` : "";
  return [
    `${pair}${f.comparisons[0].control}   ${f.metric.definition}${shown}`,
    ...(f.origin === undefined ? [] : [`data      ${f.origin}`]),
    ...f.comparisons.flatMap((facts) => comparisonLines(facts, f, level, scale)),
    ...section("Arms", armLines(f)),
    ...section("Checks", checkLines(f)),
    ...f.warnings.flatMap(({ code, message }, i) => [
      ...(i === 0 ? [""] : []),
      ...wide("warning", `${code}: ${message}`),
    ]),
  ];
}

function comparisonLines(facts: Comparison, f: LiftFields, level: string, scale: BarScale): string[] {
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
    ...(facts.covariate ? covariateLines(facts.covariate) : []),
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
  const interval =
    m.low === null || m.high === null
      ? `no interval: ${m.level_reason}`
      : `${interval_method} ${ends({ low: m.low, high: m.high }, show)} (together ${level})`;
  return wide("several", parts(p, interval));
}

function sequentialLines({ sequential: s }: Comparison): string[] {
  if (!s) return [];
  const known = Object.entries(s).map(
    ([key, value]) => `${key.replaceAll("_", " ")} ${typeof value === "number" ? showNumber(value) : value}`,
  );
  return wide("looks", parts(...known));
}

function covariateLines(c: CovariateFacts): string[] {
  return [
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
  const z =
    p.pooled_z === undefined ? null : `pooled z ${showNumber(p.pooled_z)}, p ${pText(p.pooled_p_value ?? null)}`;
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

function armLines(f: LiftFields): string[] {
  const width = Math.max(4, ...f.arms.map(({ arm }) => Math.min(40, arm.length)));
  const row = (arm: string, cells: string[]) =>
    `${arm.padEnd(width)}  ${cells.map((cell) => cell.padStart(11)).join("  ")}`;
  const third = f.metric.type === "proportion" ? "successes" : f.metric.type === "ratio" ? "denominator" : "sd";
  const cell = (arm: ArmRow) => {
    if ("successes" in arm) return String(arm.successes);
    if ("denominator" in arm) return showNumber(arm.denominator);
    return "variance" in arm && arm.variance !== undefined ? showNumber(Math.sqrt(arm.variance)) : "n/a";
  };
  return [
    row("arm", ["units", f.metric.type, third, "missing"]),
    ...f.arms.map((arm) => row(arm.arm, [String(arm.n), showNumber(arm.value), cell(arm), String(arm.n_missing)])),
    ...f.excluded_arms.map(({ arm, n }) => `${arm.padEnd(width)}  ${plural(n, "unit")}, not analysed`),
  ];
}

function checkLines(f: LiftFields): string[] {
  const { units, srm, winsorised } = f;
  const split = srm
    ? `${srm.mismatch ? "MISMATCH" : "no mismatch"}   p ${pText(srm.p_value)}, alpha ${srm.alpha}${srm.despite_srm ? "   lift shown despite it" : ""}`
    : "not checked: no weights stated";
  return [
    ...(units
      ? wide(
          "units",
          parts(
            `${plural(units.n_rows_where, "row")} of ${units.source}`,
            plural(units.n_units, "unit"),
            units.per_unit && `${units.per_unit} per unit`,
          ),
        )
      : []),
    ...wide("split", split),
    ...(winsorised
      ? wide("cap", `${showNumber(winsorised.cap)}, reached by ${(100 * winsorised.share_capped).toFixed(2)}% of units`)
      : []),
  ];
}

type Show = (value: number) => string;

/** `95% [2.39, 6.26] points`. */
function span(interval: { low: number; high: number }, show: Show, level: string): string {
  return `${level} ${ends(interval, show)}`;
}

/** `+2.39 to +6.26 points`: the unit stands once. */
function ends({ low, high }: { low: number; high: number }, show: Show): string {
  return `${show(low).replace(/ points$/, "")} to ${show(high)}`;
}

function testWords({ test, df, p_value }: EffectFacts): string {
  return p_value === null && !test
    ? ""
    : `p ${pText(p_value)}   ${test}${df === undefined ? "" : `, df ${showNumber(df)}`}`;
}

function pText(p: number | null): string {
  if (p === null) return "n/a";
  return p >= 0.0001 ? p.toFixed(4) : p.toExponential(1);
}

function points(value: number): string {
  return `${value > 0 ? "+" : ""}${(100 * value).toFixed(2)} points`;
}

function percent(value: number): string {
  return `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}%`;
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${showNumber(value)}`;
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(4)));
}

/** A labelled text of up to 100 columns a line. */
function wide(label: string, text: string): string[] {
  return fill(`${label.padEnd(8)}  ${text}`.split(/ (?=\S)/), 100, " ".repeat(10));
}
