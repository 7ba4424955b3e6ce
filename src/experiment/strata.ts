import type { Contrast, Reference } from "./contrast.ts";
import { satterthwaite } from "./inference.ts";
import type { Moments } from "./moments.ts";

/** Both arms inside one stratum. */
export interface StratumArms {
  control: Moments;
  treatment: Moments;
}

/**
 * Post-stratification: Σ w_s (ȳ_ts − ȳ_cs) with w_s the stratum's share of all units, variance
 * Σ w_s² (s²_ts/n_ts + s²_cs/n_cs). That the shares are estimated moves both arms' means together, so their
 * (co)variances gain Var_s/N for a relative lift; in the difference the part that stays is Var_s(ȳ_ts − ȳ_cs)/N,
 * which is left out, as the sample's own mix is the population of the answer.
 */
export function stratifiedContrast(strata: readonly StratumArms[], reference: Reference): Contrast {
  const total = strata.reduce((sum, { control, treatment }) => sum + control.n + treatment.n, 0);
  const parts: { variance: number; df: number }[] = [];
  const arm = (of: keyof StratumArms) => {
    let [value, variance] = [0, 0];
    for (const stratum of strata) {
      const weight = (stratum.control.n + stratum.treatment.n) / total;
      const { n, mean, variance: s2 } = stratum[of];
      const part = (weight * weight * s2) / n;
      parts.push({ variance: part, df: n - 1 });
      value += weight * mean;
      variance += part;
    }
    return { value, variance };
  };
  const [control, treatment] = [arm("control"), arm("treatment")];
  return { control, treatment, covariance: 0, df: reference === "t" ? satterthwaite(parts) : Number.POSITIVE_INFINITY };
}

/** Adds the variance of the estimated mix of strata to both adjusted means and their covariance. */
export function withEstimatedMix(contrast: Contrast, strata: readonly StratumArms[]): Contrast {
  const total = strata.reduce((sum, { control, treatment }) => sum + control.n + treatment.n, 0);
  const spread = (a: keyof StratumArms, b: keyof StratumArms) =>
    strata.reduce((sum, stratum) => {
      const weight = (stratum.control.n + stratum.treatment.n) / total;
      return sum + weight * (stratum[a].mean - contrast[a].value) * (stratum[b].mean - contrast[b].value);
    }, 0) / total;
  return {
    ...contrast,
    control: { ...contrast.control, variance: contrast.control.variance + spread("control", "control") },
    treatment: { ...contrast.treatment, variance: contrast.treatment.variance + spread("treatment", "treatment") },
    covariance: contrast.covariance + spread("control", "treatment"),
  };
}
