import { type Refusal, refusal } from "../contract/outcome.ts";

/** Fewer observations than a component needs. */
export function seriesTooShort(label: string, observed: number, required: number, what: string, way = ""): Refusal {
  const remedy = way === "" ? "give a longer history" : way;
  return refusal(
    "SeriesTooShort",
    `${label}: ${observed} ${observed === 1 ? "observation" : "observations"}, ${required} needed for ${what}; ${remedy}`,
    {
      check: "length",
      observed,
      required,
      remedy,
    },
  );
}

/** Too few residuals stand behind an interval for the coverage asked for. */
export function coverageNotAttainable(label: string, observed: number, required: number): Refusal {
  const remedy = "give a longer history, ask for a lower coverage, or ask for points alone (--mode point)";
  return refusal(
    "CoverageNotAttainable",
    `${label}: ${observed} ${observed === 1 ? "residual stands" : "residuals stand"} behind the interval, and ${required} ${required === 1 ? "is" : "are"} needed for the coverage asked for; ${remedy}`,
    { check: "residuals", observed, required, remedy },
  );
}

/** Values at or below zero where only positive ones make sense. */
export function nonPositiveValues(label: string, n: number, total: number, what: string, way: string): Refusal {
  return refusal(
    "NonPositiveValues",
    `${label}: ${n} of ${total} values are 0 or below, and ${what} needs positive ones; ${way}`,
    {
      check: "positive",
      observed: n,
      required: 0,
      remedy: way,
    },
  );
}
