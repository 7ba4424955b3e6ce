import type { Contrast, Reference } from "./contrast.ts";
import { satterthwaite } from "./inference.ts";
import { combine, type JointMoments } from "./moments.ts";

/** Two estimates of the slope of the outcome on the covariate. They differ when the arms differ. */
export interface Theta {
  /** Pooled within arms: ΣSxy/ΣSxx. The ANCOVA slope; what the estimate uses. */
  within: number;
  /** Over all units as one sample (as GrowthBook and the original CUPED). */
  all_units: number;
}

/** The two slopes for a pair of arms. Constant covariates give NaN. */
export function thetas(control: JointMoments, treatment: JointMoments): Theta {
  const arms = [control, treatment];
  const n = control.n + treatment.n;
  const mean = (of: "x" | "y") => (control.n * control[of].mean + treatment.n * treatment[of].mean) / n;
  const [mx, my] = [mean("x"), mean("y")];
  let [sxx, sxy, between, across] = [0, 0, 0, 0];
  for (const { n: size, x, y, covariance } of arms) {
    sxx += (size - 1) * x.variance;
    sxy += (size - 1) * covariance;
    between += size * (x.mean - mx) ** 2;
    across += size * (x.mean - mx) * (y.mean - my);
  }
  return { within: sxy / sxx, all_units: (sxy + across) / (sxx + between) };
}

/**
 * CUPED (Deng et al. 2013): y − θ(x − x̄), x̄ over both arms. The adjusted means share x̄, so they covary; the
 * covariance leaves the difference as it is and belongs in a relative lift.
 */
export function cupedContrast(
  control: JointMoments,
  treatment: JointMoments,
  theta: number,
  reference: Reference,
): Contrast {
  const n = control.n + treatment.n;
  const gap = treatment.x.mean - control.x.mean;
  // m_t = ȳ_t − θπ_c(x̄_t − x̄_c) and m_c = ȳ_c + θπ_t(x̄_t − x̄_c), π the shares of the units.
  const [toTreatment, toControl] = [(theta * control.n) / n, (theta * treatment.n) / n];
  const own = (arm: JointMoments, share: number) => combine(arm, share).variance / arm.n;
  const other = (arm: JointMoments, share: number) => (share * share * arm.x.variance) / arm.n;
  const shared = (arm: JointMoments, mine: number, others: number) =>
    (others * (arm.covariance - mine * arm.x.variance)) / arm.n;
  const adjusted = [control, treatment].map((arm) => ({
    variance: combine(arm, theta).variance / arm.n,
    df: arm.n - 1,
  }));
  return {
    control: {
      value: control.y.mean + toControl * gap,
      variance: own(control, toControl) + other(treatment, toControl),
    },
    treatment: {
      value: treatment.y.mean - toTreatment * gap,
      variance: own(treatment, toTreatment) + other(control, toTreatment),
    },
    covariance: shared(control, toControl, toTreatment) + shared(treatment, toTreatment, toControl),
    df: reference === "t" ? satterthwaite(adjusted) : Number.POSITIVE_INFINITY,
  };
}

/** Squared correlation of outcome and covariate within arms: the share of variance an adjustment can remove. */
export function withinR2(control: JointMoments, treatment: JointMoments): number {
  const sum = (of: (arm: JointMoments) => number) => (control.n - 1) * of(control) + (treatment.n - 1) * of(treatment);
  const sxy = sum((arm) => arm.covariance);
  return (sxy * sxy) / (sum((arm) => arm.x.variance) * sum((arm) => arm.y.variance));
}
