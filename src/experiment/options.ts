import type { Prior } from "./bayes.ts";
import type { Reference } from "./contrast.ts";
import type { Monitoring } from "./monitoring.ts";
import type { HeteroscedasticityForm } from "./regression.ts";

/** What the outcome is, as the caller declares it. */
export type Metric = "proportion" | "mean" | "ratio" | "quantile";
/** How the interval and the test are made. */
export type Method = "welch" | "normal" | "newcombe" | "miettinen_nurminen" | "bootstrap" | "bca" | "permutation";
/** How the covariate is used. */
export type Adjustment = "none" | "cuped" | "ancova" | "lin";

/** How two arms are to be compared. The caller has checked that the choices go together. */
export interface CompareOptions {
  metric: Metric;
  method: Method;
  adjust: Adjustment;
  hc: HeteroscedasticityForm;
  /** Of the quantile metric, in (0, 1). */
  quantile: number | null;
  alpha: number;
  replicates: number;
  seed: number;
  /** Names of the strata, by number. */
  strata: readonly string[];
  monitoring: Monitoring | null;
  bayes: { scale: "absolute" | "relative"; prior: Prior } | null;
}

/** Methods that draw random numbers. */
export function isResampling(method: Method): method is "bootstrap" | "bca" | "permutation" {
  return method === "bootstrap" || method === "bca" || method === "permutation";
}

/** Quantiles and the plain normal method use z; everything else Student's t. */
export function referenceOf({ method, metric }: CompareOptions): Reference {
  return method === "normal" || metric === "quantile" ? "normal" : "t";
}
