import { satterthwaite } from "./inference.ts";
import type { Moments } from "./moments.ts";

/** What is estimated in one arm (a mean, ratio, quantile or adjusted mean) and the variance of that estimate. */
export interface Center {
  value: number;
  variance: number;
}

/** Two arms ready to be compared: every estimator ends here, and every lift is computed from here. */
export interface Contrast {
  control: Center;
  treatment: Center;
  /** Between the two centers; 0 unless both use a mean over all units. */
  covariance: number;
  /** Of the variance of the difference; Infinity for the normal. */
  df: number;
}

/** How the critical value is chosen. */
export type Reference = "t" | "normal";

/** Means of two independent arms: variances s²/n, Welch's degrees of freedom or the normal. */
export function meansContrast(control: Moments, treatment: Moments, reference: Reference): Contrast {
  const parts = [control, treatment].map(({ n, variance }) => ({ variance: variance / n, df: n - 1 }));
  return {
    control: { value: control.mean, variance: parts[0].variance },
    treatment: { value: treatment.mean, variance: parts[1].variance },
    covariance: 0,
    df: reference === "t" ? satterthwaite(parts) : Number.POSITIVE_INFINITY,
  };
}

/** Variance of treatment − control. */
export function differenceVariance({ control, treatment, covariance }: Contrast): number {
  return control.variance + treatment.variance - 2 * covariance;
}
