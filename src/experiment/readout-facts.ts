import { showNumber } from "../contract/text.ts";
import type { LiftFields } from "./lift-text.ts";
import { ends, percent, points, pText, type Show, signed, trimmed } from "./lift-words.ts";
import { hasP } from "./p-value.ts";

/** One thing that is known, with the words a readout uses for it. */
export interface Fact {
  /** What it is about: `experiment`, `metric`, `arm NAME`, `lift NAME against CONTROL`, `split`, `warning 1`… */
  subject: string;
  name: string;
  value: number | string | boolean;
  text: string;
}

/** What is known of the experiment beside its result; empty when only a result is. */
export type Background = Partial<
  Record<"hypothesis" | "population" | "audience" | "status" | "conclusion", string | null>
>;

/** Every fact that a readout may state, in the order in which it states them. */
export function readoutFacts(result: LiftFields, background: Background): Fact[] {
  return [
    ...Object.entries(background).flatMap(([name, text]) => (text ? [fact("experiment", name, text, text)] : [])),
    ...(result.origin === undefined ? [] : [fact("metric", "origin", result.origin, result.origin)]),
    fact("metric", "definition", result.metric.definition, result.metric.definition),
    ...treatedFacts(result),
    ...result.arms.flatMap((arm) => armFacts(arm, result.metric.type)),
    ...result.comparisons.flatMap((comparison) => liftFacts(comparison, result)),
    ...splitFacts(result),
    ...result.warnings.map(({ message }, i) => fact(`warning ${i + 1}`, "message", message, message)),
  ];
}

/** What was done to the outcomes before they were compared, so that the arms' own values do not give the lift. */
function treatedFacts({ method, winsorised }: LiftFields): Fact[] {
  const { adjust, covariate, stratum } = method;
  const by = adjust === "cuped" ? "CUPED" : adjust === "lin" ? "Lin's regression" : "ANCOVA";
  const adjusted = adjust === "none" ? null : `by ${by} on ${covariate ?? "a covariate"}`;
  return [
    ...(adjusted === null ? [] : [fact("metric", "adjusted", adjusted, adjusted)]),
    ...(stratum === undefined ? [] : [fact("metric", "stratum", stratum, stratum)]),
    ...(winsorised ? [fact("metric", "cap", winsorised.cap, showNumber(winsorised.cap))] : []),
  ];
}

function armFacts(arm: LiftFields["arms"][number], metric: string): Fact[] {
  const subject = `arm ${arm.arm}`;
  const share = metric === "proportion";
  const successes = "successes" in arm && arm.successes !== undefined ? arm.successes : null;
  return [
    fact(subject, "units", arm.n, String(arm.n)),
    ...(successes === null ? [] : [fact(subject, "successes", successes, String(successes))]),
    fact(subject, metric, arm.value, share ? `${(100 * arm.value).toFixed(2)}%` : showNumber(arm.value)),
    ...(arm.n_missing > 0 ? [fact(subject, "missing", arm.n_missing, String(arm.n_missing))] : []),
  ];
}

function liftFacts(
  { arm, control, absolute, relative, relative_reason, multiplicity, sequential }: LiftFields["comparisons"][number],
  result: LiftFields,
): Fact[] {
  const subject = `lift ${arm} against ${control}`;
  const show: Show = result.metric.type === "proportion" ? points : signed;
  const level = percentOf(1 - result.method.alpha);
  return [
    fact(subject, "lift", absolute.estimate, show(absolute.estimate)),
    fact(subject, "level", 1 - result.method.alpha, level),
    fact(subject, "interval", `${absolute.low} to ${absolute.high}`, ends(absolute, show)),
    fact(subject, "interval_method", absolute.interval_method, absolute.interval_method),
    fact(
      subject,
      "leaves_out_zero",
      absolute.low > 0 || absolute.high < 0,
      absolute.low > 0 || absolute.high < 0 ? "yes" : "no",
    ),
    ...lookFacts(subject, sequential),
    ...(hasP(absolute) ? [fact(subject, "p_value", absolute.p_value ?? "below 1e-300", pText(absolute.p_value))] : []),
    fact(subject, "test", absolute.test, absolute.test),
    ...(relative
      ? [
          fact(subject, "relative", relative.estimate, percent(relative.estimate)),
          fact(subject, "relative_interval", `${relative.low} to ${relative.high}`, ends(relative, percent)),
          fact(subject, "relative_method", relative.interval_method, relative.interval_method),
        ]
      : [fact(subject, "no_relative", relative_reason ?? "", relative_reason ?? "")]),
    ...(multiplicity?.p_adjusted == null || !result.multiplicity
      ? []
      : [
          fact(subject, "p_adjusted", multiplicity.p_adjusted, pText(multiplicity.p_adjusted)),
          fact(subject, "correction", result.multiplicity.correction, result.multiplicity.correction),
        ]),
  ];
}

/** Of a group-sequential look: which one it is and whether its bound was crossed. */
function lookFacts(subject: string, sequential: LiftFields["comparisons"][number]["sequential"]): Fact[] {
  if (!sequential || !("look" in sequential)) return [];
  const { look, information_fraction, crossed } = sequential;
  return [
    fact(subject, "look", look, String(look)),
    fact(subject, "information", information_fraction, percentOf(Number(information_fraction))),
    fact(subject, "bound_crossed", crossed, crossed ? "yes" : "no"),
  ];
}

const percentOf = (share: number) => `${trimmed(100 * share)}%`;

function splitFacts({ srm }: LiftFields): Fact[] {
  if (!srm) return [fact("split", "checked", false, "no")];
  return [
    fact("split", "checked", true, "yes"),
    fact("split", "mismatch", srm.mismatch, srm.mismatch ? "yes" : "no"),
    fact("split", "p_value", srm.p_value ?? "below 1e-300", pText(srm.p_value)),
    fact("split", "alpha", srm.alpha, trimmed(srm.alpha)),
  ];
}

function fact(subject: string, name: string, value: Fact["value"], text: string): Fact {
  return { subject, name, value, text };
}
