import type { Fact } from "./readout-facts.ts";

type Known = (name: string) => string | undefined;

/**
 * The readout as paragraphs. It is made of facts alone: no digit stands in the template, so every number in the text is
 * a fact's.
 */
export function readoutText(facts: readonly Fact[]): string {
  const subjects = [...new Set(facts.map(({ subject }) => subject))];
  const about = (subject: string): Known => {
    const known = new Map(facts.filter((fact) => fact.subject === subject).map(({ name, text }) => [name, text]));
    return (name) => known.get(name);
  };
  const paragraphs = [
    experimentSentence(about("experiment")),
    `${metricSentence(about("metric"))} ${subjects
      .filter(isArm)
      .map((subject) => armSentence(subject, about(subject)))
      .join(" ")}`,
    ...subjects.filter(isComparison).map((subject) => liftSentences(subject, about(subject))),
    splitSentence(about("split")),
    ...subjects.filter(isWarning).map((subject) => `Note: ${about(subject)("message")}.`),
  ];
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}

const isArm = (subject: string) => subject.startsWith("arm ");
const isWarning = (subject: string) => subject.startsWith("warning ");
const isComparison = (subject: string) => subject.startsWith("lift ");

function experimentSentence(known: Known): string {
  const parts = [
    sentence("Hypothesis", known("hypothesis")),
    sentence("Population", known("population")),
    sentence("Status", known("status")),
    sentence("Conclusion on record", known("conclusion")),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function sentence(label: string, text: string | undefined, between = ": "): string {
  return text === undefined ? "" : `${label}${between}${text.replace(/\.$/, "")}.`;
}

function metricSentence(known: Known): string {
  return [
    sentence("Measured", known("definition")),
    known("cap") === undefined ? "" : `Outcomes above ${known("cap")} are taken as ${known("cap")}.`,
    sentence("Compared within strata of", known("stratum")),
    sentence("The lift is adjusted", known("adjusted"), " "),
    sentence("Data", known("origin")),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function armSentence(subject: string, known: Known): string {
  const arm = subject.slice("arm ".length);
  const value = known("proportion") ?? known("mean") ?? known("ratio") ?? known("quantile");
  const count =
    known("successes") === undefined ? `${known("units")} units` : `${known("successes")} of ${known("units")} units`;
  const missing = known("missing") === undefined ? "" : `, ${known("missing")} more without an outcome`;
  return `${arm}: ${count}, ${value}${missing}.`;
}

function liftSentences(subject: string, known: Known): string {
  const test = known("p_value") === undefined ? known("test") : `${known("test")}, p ${known("p_value")}`;
  const lift = `${subject.slice("lift ".length)}: a lift of ${known("lift")}, ${known("level")} interval ${known("interval")} (${test}).`;
  const relative =
    known("relative") === undefined
      ? `No relative lift: ${known("no_relative")}.`
      : `Relative to the control ${known("relative")}, interval ${known("relative_interval")} (${known("relative_method")}).`;
  const reading =
    known("leaves_out_zero") === "yes"
      ? "The interval does not include zero."
      : "The interval includes zero: the data do not tell the arms apart, which does not show that they are equal.";
  const several =
    known("p_adjusted") === undefined
      ? ""
      : ` Corrected for several comparisons (${known("correction")}), p is ${known("p_adjusted")}.`;
  return `${lift} ${relative} ${reading}${lookSentence(known)}${several}`;
}

function lookSentence(known: Known): string {
  if (known("look") === undefined) return "";
  const crossed = known("bound_crossed") === "yes" ? "was crossed" : "was not crossed";
  return ` Look ${known("look")}, at ${known("information")} of the planned information: its bound ${crossed}.`;
}

function splitSentence(known: Known): string {
  if (known("checked") !== "yes") return "The split of units between the arms was not checked.";
  const numbers = `p ${known("p_value")} at level ${known("alpha")}`;
  return known("mismatch") === "yes"
    ? `The split of units between the arms is not the one designed (${numbers}), so the lift above cannot be trusted.`
    : `Nothing speaks against the intended split of units between the arms (${numbers}).`;
}
