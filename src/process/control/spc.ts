import { formatInstant } from "../../contract/instant.ts";
import { windowFields } from "../../contract/window.ts";
import type { SamplingContract } from "../../series/sampling.ts";
import { tagOf } from "../../series/tag-meta.ts";
import { applyRules, type RuleFinding } from "./apply-rules.ts";
import { fitBaseline, limitsOf, meanMovingRange, SIGMA_NAMES, type SigmaMethod } from "./baseline.ts";
import { checkBaseline, nominalShare } from "./baseline-check.ts";
import { baselineFields, looksAhead } from "./baseline-fields.ts";
import {
  baselineValues,
  type MonitoredValues,
  monitoredValues,
  refuseStates,
  type WindowedRows,
} from "./chart-data.ts";
import { controlConstants } from "./control-constants.ts";
import { dealRuns } from "./deal-runs.ts";
import type { Chart, RuleSet } from "./rules.ts";
import type { Keep } from "./signals.ts";

/** What an individuals chart is asked. */
export interface SpcRequest {
  baseline: WindowedRows;
  window: WindowedRows;
  sigma: SigmaMethod;
  rules: RuleSet;
  clip_tolerance: number;
  contract: SamplingContract;
  /** `runs` is the total over all rules. */
  keep: Keep;
}

/**
 * Charts a window's GOOD samples one by one against center ± 3 sigma of a separate baseline, by a set of run rules.
 * `tick` is awaited between the passes over the rows.
 */
export async function spc(request: SpcRequest, tick: () => Promise<void>) {
  const { meta, window } = request.baseline;
  refuseStates(meta, "a control chart");
  const tag = tagOf(meta);
  const baseline = baselineValues(request.baseline, request.clip_tolerance);
  await tick();
  const { center, scale: sigma } = fitBaseline(baseline.v, request.sigma, { tag, window });
  await tick();
  const [lcl, ucl] = limitsOf({ center, scale: sigma }, 3);
  const chart = { center, sigma, lcl, ucl };
  const monitored = monitoredValues(request.window, request.contract.stepped);
  await tick();
  const findings = applyRules(monitored.v, monitored.breaks, chart, request.rules, request.keep);
  return {
    tag,
    contract: request.contract,
    baseline: baselineFields(baseline, request.clip_tolerance),
    look_ahead: looksAhead(window, monitored.window),
    window: windowFields(monitored.window),
    limits: {
      ...chart,
      basis: "individuals 3-sigma",
      sigma_method: SIGMA_NAMES[request.sigma],
      ...divisorOf(request.sigma),
    },
    moving_range: request.sigma === "moving-range" ? rangeChart(baseline.v, monitored) : null,
    baseline_check: checkBaseline(baseline.v, [lcl, ucl], nominalShare(3)),
    rule_set: request.rules,
    n_samples: monitored.n_samples,
    n_monitored: monitored.v.length,
    n_hits: findings.reduce((sum, { n_hits }) => sum + n_hits, 0),
    ...ruleFields(findings, monitored, chart, request.keep.runs),
  };
}

/** What the median absolute deviation or the mean moving range is multiplied or divided by. */
function divisorOf(sigma: SigmaMethod) {
  return sigma === "mad"
    ? { sigma_formula: "1.4826 * median |x - median|" }
    : { sigma_formula: `mean |x[i] - x[i-1]| / ${controlConstants(2).d2}` };
}

/** The chart of moving ranges that goes with one of individuals: its upper limit is D4 of n = 2 times the mean range. */
function rangeChart(baseline: Float64Array, { v, breaks }: MonitoredValues) {
  const mean = meanMovingRange(baseline);
  const ucl = controlConstants(2).D4 * mean;
  let n = 0;
  let n_beyond = 0;
  for (let i = 1; i < v.length; i++) {
    if (breaks[i] === 1) continue;
    n++;
    if (Math.abs(v[i] - v[i - 1]) > ucl) n_beyond++;
  }
  return { mean, ucl, n, n_beyond };
}

function ruleFields(findings: RuleFinding[], { t, v }: MonitoredValues, chart: Chart, cap: number) {
  const shares = dealRuns(
    findings.map(({ n_runs }) => n_runs),
    cap,
  );
  return {
    rules: findings.map(({ rule, n_hits, hits, n_runs }, r) => ({
      rule: rule.name,
      n: n_hits,
      hits: hits.map((i) => ({ timestamp: formatInstant(t[i]), detail: rule.detail(v, i, chart) })),
      hits_dropped: n_hits - hits.length,
      n_runs,
      runs_dropped: n_runs - shares[r],
    })),
    runs: findings.flatMap(({ rule, runs }, r) =>
      runs.slice(0, shares[r]).map(({ from, to }) => ({
        rule: rule.name,
        start: formatInstant(t[from]),
        end: formatInstant(t[to]),
        n: to - from + 1,
      })),
    ),
  };
}
