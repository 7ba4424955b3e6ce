import { type Chart, RULE_SETS, type Rule, type RuleSet } from "./rules.ts";
import type { Keep, Signals } from "./signals.ts";

/** One rule's signals on a stretch of observations. */
export interface RuleFinding extends Signals {
  rule: Rule;
}

/**
 * Holds GOOD values in time order against a chart by each rule of a set; every rule is listed, quiet or not. `breaks`
 * is 1 at values that follow a data-loss gap: no pattern reaches across one.
 */
export function applyRules(
  values: Float64Array,
  breaks: Uint8Array,
  chart: Chart,
  set: RuleSet,
  keep: Keep,
): RuleFinding[] {
  const states = new Int8Array(values.length);
  return RULE_SETS[set].map((rule) => {
    rule.classify(values, chart, states);
    return { rule, ...rule.find(states, breaks, keep) };
  });
}
