import { BadCall } from "../contract/outcome.ts";
import type { LiftCall } from "./lift-call.ts";
import { isResampling, type Method, type Metric } from "./options.ts";

const METHODS: Record<Metric, readonly Method[]> = {
  proportion: ["welch", "normal", "newcombe", "miettinen_nurminen", "bootstrap", "bca", "permutation"],
  mean: ["welch", "normal", "bootstrap", "bca", "permutation"],
  ratio: ["welch", "normal", "bootstrap", "bca"],
  quantile: ["normal", "bootstrap"],
};

/** The metric and method of a call; choices that do not go together are a BadCall, whatever the data. */
export function settledCall(call: LiftCall): { metric: Metric; method: Method } {
  const metric = settledMetric(call);
  const method = call.method ?? (metric === "quantile" ? "normal" : "welch");
  if (!METHODS[metric].includes(method)) {
    throw new BadCall(`method: ${method} does not go with metric ${metric}, which takes ${METHODS[metric].join(", ")}`);
  }
  checkAdjustment(call, metric, method);
  checkSummary(call, method);
  checkSequential(call, method);
  if (isResampling(method) && call.replicates < Math.ceil(2 / call.alpha)) {
    throw new BadCall(
      `replicates: ${call.replicates} are too few for alpha ${call.alpha}; at least ${Math.ceil(2 / call.alpha)}`,
    );
  }
  if (call.cap !== undefined && call.cap_quantile !== undefined)
    throw new BadCall("cap and cap_quantile: state one of them");
  if (call.prior_sd !== undefined && call.bayes === "none")
    throw new BadCall("prior_sd: goes with --bayes absolute or relative");
  return { metric, method };
}

function settledMetric({ metric, successes, means, quantile, denominator, denominators }: LiftCall): Metric {
  const implied = successes ? "proportion" : means ? "mean" : undefined;
  if (implied && metric && metric !== implied)
    throw new BadCall(`metric: ${metric} cannot be read off ${implied === "mean" ? "means" : "successes"}`);
  const settled = metric ?? implied;
  if (!settled) throw new BadCall("metric: state what the outcome is: proportion, mean, ratio or quantile");
  if ((settled === "quantile") !== (quantile !== undefined))
    throw new BadCall("quantile: goes with --metric quantile, and only with it");
  if ((settled === "ratio") !== (denominator !== undefined || denominators !== undefined)) {
    throw new BadCall("denominator: goes with --metric ratio, and only with it");
  }
  return settled;
}

function checkAdjustment(call: LiftCall, metric: Metric, method: Method): void {
  const { adjust, covariate, covariates, stratum, data_dir } = call;
  const has = covariate !== undefined || covariates !== undefined || data_dir !== undefined;
  if (adjust === "none") {
    const named = covariate !== undefined || covariates !== undefined;
    if (named) throw new BadCall("covariate: named and not used; add --adjust cuped, ancova or lin");
  } else {
    if (!has) throw new BadCall(`adjust: ${adjust} needs a covariate; name its column with --covariate`);
    if (metric !== "mean" && metric !== "proportion") throw new BadCall(`adjust: not offered for metric ${metric}`);
    if (stratum !== undefined) throw new BadCall("stratum: not offered together with --adjust");
    if (method === "permutation" || method === "newcombe" || method === "miettinen_nurminen") {
      throw new BadCall(`adjust: does not go with method ${method}`);
    }
  }
  if (stratum === undefined) return;
  if (metric !== "mean" && metric !== "proportion") throw new BadCall(`stratum: not offered for metric ${metric}`);
  if (method !== "welch" && method !== "normal") throw new BadCall(`stratum: does not go with method ${method}`);
}

/** Most units of an arm that are resampled one by one: 80 MB. */
const MOST_RESAMPLED = 10_000_000;

function checkSummary(
  { means, successes, n = {}, adjust, stratum, cap, cap_quantile }: LiftCall,
  method: Method,
): void {
  if (!means && !successes) return;
  const form = means ? "means" : "successes";
  if (adjust !== "none" || stratum !== undefined)
    throw new BadCall(`${form}: an adjustment needs the units, not a summary`);
  if (cap !== undefined || cap_quantile !== undefined)
    throw new BadCall(`${form}: a cap needs the units, not a summary`);
  if (means && method !== "welch" && method !== "normal")
    throw new BadCall(`method: ${method} needs the units, not means`);
  if (isResampling(method) && Object.values(n).some((size) => size > MOST_RESAMPLED))
    throw new BadCall(`method: ${method} draws unit by unit, at most ${MOST_RESAMPLED} in an arm; use welch`);
}

function checkSequential({ sequential, information, tau, bayes }: LiftCall, method: Method): void {
  if ((sequential === "group_sequential") !== (information !== undefined)) {
    throw new BadCall(
      "information: goes with --sequential group_sequential, and only with it: the fractions of the looks so far, this one last",
    );
  }
  if (information?.some((t, i) => !(t > (i === 0 ? 0 : information[i - 1])))) {
    throw new BadCall(`information: fractions must rise from above 0, got ${information.join(", ")}`);
  }
  if (tau !== undefined && sequential !== "always_valid") throw new BadCall("tau: goes with --sequential always_valid");
  if (sequential === "none") return;
  if (method !== "welch" && method !== "normal")
    throw new BadCall(`sequential: rests on the standard error; use method welch or normal, not ${method}`);
  if (bayes !== "none") throw new BadCall("bayes: not offered together with --sequential");
}
