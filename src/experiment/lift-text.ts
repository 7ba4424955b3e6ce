import { parts, plural, section, showNumber } from "../contract/text.ts";
import { comparisonLines } from "./comparison-text.ts";
import { barScale } from "./interval-bar.ts";
import type { answerLift } from "./lift-answer.ts";
import { pText, trimmed, wide } from "./lift-words.ts";

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
