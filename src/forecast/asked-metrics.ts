import { BadCall, refusal } from "../contract/outcome.ts";
import type { AskedMetric } from "./evaluate.ts";
import type { Metric, Score } from "./other-components.ts";
import { printSpec } from "./spec/print-spec.ts";
import { readSpec } from "./spec/resolve-spec.ts";

/** Metrics by their short names, names or specifications. BadCall for what is no metric, and for one asked twice. */
export async function askedMetrics(texts: string[]): Promise<AskedMetric[]> {
  const asked = await Promise.all(texts.flatMap((text) => splitOutside(text)).map(askedMetric));
  const twice = asked.find(({ key }, i) => asked.findIndex((other) => other.key === key) < i);
  if (twice) throw new BadCall(`metrics: ${twice.key} is asked for twice`);
  return asked;
}

async function askedMetric(text: string): Promise<AskedMetric> {
  const spec = await readSpec(text);
  if (spec.component.object_type !== "metric")
    throw new BadCall(
      `metrics: ${spec.component.name} is no metric; see 'liquet forecast query-registry --task metric'`,
    );
  const metric = spec.component as Metric;
  const printed = printSpec(spec);
  return { key: printed === `${metric.name}()` ? metric.short : printed, metric, params: spec.params };
}

/** `mae,mase` is two metrics; commas inside parentheses belong to a specification. */
function splitOutside(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")") depth--;
    if (text[i] !== "," || depth > 0) continue;
    found.push(text.slice(from, i));
    from = i + 1;
  }
  return [...found, text.slice(from)].map((part) => part.trim()).filter((part) => part !== "");
}

/** Scores by key; an undefined one is null with its reason beside it. */
export function scoresByKey(metrics: AskedMetric[], scores: Score[]): Record<string, number | string | null> {
  return Object.fromEntries(
    scores.flatMap((score, i): [string, number | string | null][] => {
      const { key } = metrics[i];
      return score.value === null
        ? [
            [key, null],
            [`${key}_reason`, score.reason],
          ]
        : [[key, score.value]];
    }),
  );
}

/** Refuses MetricUndefined when no metric that was asked for has a value. */
export function requireDefined(label: string, metrics: AskedMetric[], scores: Score[]): void {
  const [first] = scores;
  if (first === undefined || first.value !== null || scores.some(({ value }) => value !== null)) return;
  const remedy = "ask for a metric that is defined on these data, such as mae";
  throw refusal("MetricUndefined", `${label}: ${metrics[0].key} has no value: ${first.reason}; ${remedy}`, {
    check: "metric_defined",
    observed: metrics.map(({ key }) => key),
    required: "a value",
    remedy,
    ...first.details,
  });
}

/** 1 - score / baseline: the share of a baseline's loss that is saved. Null where either is undefined or the baseline's is 0. */
export function skillScores(
  metrics: AskedMetric[],
  own: Score[],
  baseline: Score[],
): Record<string, number | string | null> {
  return Object.fromEntries(
    metrics.flatMap(({ key, metric }, i): [string, number | string | null][] => {
      const [mine, theirs] = [own[i].value, baseline[i].value];
      if (metric.better !== "smaller") return [];
      if (mine !== null && theirs !== null && theirs !== 0) return [[key, 1 - mine / theirs]];
      return [
        [key, null],
        [`${key}_reason`, theirs === 0 ? "the baseline's is 0" : "not defined for both"],
      ];
    }),
  );
}
