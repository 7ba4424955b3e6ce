import type { Contrast, Reference } from "./contrast.ts";
import { satterthwaite } from "./inference.ts";
import type { JointMoments } from "./moments.ts";

/** A ratio of totals Σy/Σx over the units of one arm. */
export interface Ratio {
  value: number;
  /** (s_y² − 2R s_xy + R² s_x²)/(n x̄²): the delta method with the randomised unit as the sample (Deng et al. 2018). */
  variance: number;
}

/** The ratio of totals and its variance; a denominator that sums to 0 gives NaN. */
export function ratioOf({ n, y, x, covariance }: JointMoments): Ratio {
  const value = y.mean / x.mean;
  const square = y.variance - 2 * value * covariance + value * value * x.variance;
  return { value, variance: Math.max(0, square) / (n * x.mean * x.mean) };
}

/** Two ratios compared. */
export function ratioContrast(control: JointMoments, treatment: JointMoments, reference: Reference): Contrast {
  const [c, t] = [ratioOf(control), ratioOf(treatment)];
  const parts = [
    { variance: c.variance, df: control.n - 1 },
    { variance: t.variance, df: treatment.n - 1 },
  ];
  const df = reference === "t" ? satterthwaite(parts) : Number.POSITIVE_INFINITY;
  return { control: c, treatment: t, covariance: 0, df };
}
