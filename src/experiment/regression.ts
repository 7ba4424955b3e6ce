import type { Values } from "../numerics/values.ts";
import type { Contrast, Reference } from "./contrast.ts";
import type { JointMoments } from "./moments.ts";

/** Outcomes and covariates of one arm's units, with their moments. */
export interface CovariateArm {
  y: Values;
  x: Values;
  moments: JointMoments;
}

/** How residuals are inflated against leverage: divided by √(1 − h) (HC2) or 1 − h (HC3) (MacKinnon & White 1985). */
export type HeteroscedasticityForm = "hc2" | "hc3";

/** A regression-adjusted comparison at the covariate's mean over both arms. */
export interface Adjusted {
  contrast: Contrast;
  /** Slopes of the outcome on the covariate, by arm; equal under ANCOVA. */
  slope: { control: number; treatment: number };
}

/**
 * ANCOVA: y ~ 1 + t + x by least squares, one slope for both arms, and the sandwich variance of the adjusted means.
 * Closed form: each coefficient is a weighted sum of outcomes, so its variance is Σ(weight × residual)² inflated.
 */
export function ancova(
  control: CovariateArm,
  treatment: CovariateArm,
  form: HeteroscedasticityForm,
  reference: Reference,
): Adjusted {
  const [c, t] = [control.moments, treatment.moments];
  const sxx = (c.n - 1) * c.x.variance + (t.n - 1) * t.x.variance;
  const slope = ((c.n - 1) * c.covariance + (t.n - 1) * t.covariance) / sxx;
  const center = pooledMean(c, t);
  const toCenter = [(center - c.x.mean) / sxx, (center - t.x.mean) / sxx];
  let [vc, vt, both] = [0, 0, 0];
  for (const [own, arm] of [control, treatment].entries()) {
    const { n, x, y } = arm.moments;
    for (let i = 0; i < n; i++) {
      const d = arm.x[i] - x.mean;
      const e = scaledResidual(arm.y[i] - y.mean - slope * d, 1 / n + (d * d) / sxx, form);
      const [a, b] = [(own === 0 ? 1 / n : 0) + d * toCenter[0], (own === 1 ? 1 / n : 0) + d * toCenter[1]];
      vc += a * a * e * e;
      vt += b * b * e * e;
      both += a * b * e * e;
    }
  }
  const value = (arm: JointMoments) => arm.y.mean + slope * (center - arm.x.mean);
  return {
    contrast: {
      control: { value: value(c), variance: vc },
      treatment: { value: value(t), variance: vt },
      covariance: both,
      df: reference === "t" ? c.n + t.n - 3 : Number.POSITIVE_INFINITY,
    },
    slope: { control: slope, treatment: slope },
  };
}

/**
 * Lin (2013): y ~ 1 + t + (x − x̄) + t(x − x̄), a slope for each arm: two simple regressions read off at x̄. Never
 * asymptotically worse than no adjustment, and right under unequal slopes and unequal arms.
 */
export function lin(
  control: CovariateArm,
  treatment: CovariateArm,
  form: HeteroscedasticityForm,
  reference: Reference,
): Adjusted {
  const center = pooledMean(control.moments, treatment.moments);
  const [c, t] = [control, treatment].map((arm) => predictedAt(arm, center, form));
  return {
    contrast: {
      control: { value: c.value, variance: c.variance },
      treatment: { value: t.value, variance: t.variance },
      covariance: 0,
      df: reference === "t" ? control.moments.n + treatment.moments.n - 4 : Number.POSITIVE_INFINITY,
    },
    slope: { control: c.slope, treatment: t.slope },
  };
}

/**
 * Adds that x̄ itself is an estimate: each adjusted mean moves with it by its slope, so their (co)variances gain
 * β_a β_b s_x²/N. Needed where the means themselves count, as in a relative lift.
 */
export function withEstimatedCenter({ contrast, slope }: Adjusted, c: JointMoments, t: JointMoments): Contrast {
  const n = c.n + t.n;
  const gap = c.x.mean - t.x.mean;
  const square = (c.n - 1) * c.x.variance + (t.n - 1) * t.x.variance + ((c.n * t.n) / n) * gap * gap;
  const v = square / (n - 1) / n;
  return {
    ...contrast,
    control: { value: contrast.control.value, variance: contrast.control.variance + slope.control ** 2 * v },
    treatment: { value: contrast.treatment.value, variance: contrast.treatment.variance + slope.treatment ** 2 * v },
    covariance: contrast.covariance + slope.control * slope.treatment * v,
  };
}

function predictedAt({ y, x, moments }: CovariateArm, center: number, form: HeteroscedasticityForm) {
  const { n } = moments;
  const sxx = (n - 1) * moments.x.variance;
  const slope = moments.covariance / moments.x.variance;
  const toCenter = (center - moments.x.mean) / sxx;
  let variance = 0;
  for (let i = 0; i < n; i++) {
    const d = x[i] - moments.x.mean;
    const e = scaledResidual(y[i] - moments.y.mean - slope * d, 1 / n + (d * d) / sxx, form);
    variance += ((1 / n + d * toCenter) * e) ** 2;
  }
  return { value: moments.y.mean + slope * (center - moments.x.mean), variance, slope };
}

function pooledMean(c: JointMoments, t: JointMoments): number {
  return (c.n * c.x.mean + t.n * t.x.mean) / (c.n + t.n);
}

function scaledResidual(e: number, leverage: number, form: HeteroscedasticityForm): number {
  return e / (form === "hc3" ? 1 - leverage : Math.sqrt(1 - leverage));
}
