import { type Contrast, differenceVariance } from "./contrast.ts";
import { criticalValue, twoSidedP } from "./inference.ts";

/** An estimate with a Wald interval and the test of "no difference" that the interval inverts. */
export interface AbsoluteLift {
  /** treatment − control, in units of the outcome. */
  estimate: number;
  se: number;
  low: number;
  high: number;
  statistic: number;
  df: number;
  p_value: number;
}

/** The lift as a share of the control: (m_t − m_c)/|m_c|, so that its sign is that of the absolute lift. */
export interface RelativeLift {
  estimate: number;
  /** By the delta method. */
  se: number;
  delta: { low: number; high: number; p_value: number };
  fieller: { low: number; high: number };
  /** (critical value × SE of the control / control)²; Fieller's set is an interval only below 1. */
  g: number;
  df: number;
}

/** d ± c·SE with c from t or the normal. */
export function absoluteLift(contrast: Contrast, alpha: number): AbsoluteLift {
  const estimate = contrast.treatment.value - contrast.control.value;
  const se = Math.sqrt(differenceVariance(contrast));
  const half = criticalValue(alpha, contrast.df) * se;
  const statistic = estimate / se;
  const p_value = twoSidedP(statistic, contrast.df);
  return { estimate, se, low: estimate - half, high: estimate + half, statistic, df: contrast.df, p_value };
}

/** Below this a control is 0 for every purpose: the square of a ratio to it leaves the doubles. */
const TINY = 1e-100;

/** Fieller's g: how far the control is from being told from 0. Infinity when the control is 0. */
export function fiellerG({ control, df }: Contrast, alpha: number): number {
  const c = criticalValue(alpha, df);
  return Math.abs(control.value) < TINY
    ? Number.POSITIVE_INFINITY
    : (c * c * control.variance) / (control.value * control.value);
}

/**
 * Relative lift by the delta method, var R = v_t/m_c² + v_c m_t²/m_c⁴ − 2 cov m_t/m_c³, and by Fieller's theorem
 * (1954) with the covariance; null when g ≥ 1, where the control cannot be told from 0.
 */
export function relativeLift(contrast: Contrast, alpha: number): RelativeLift | null {
  const { control, treatment, covariance, df } = contrast;
  const g = fiellerG(contrast, alpha);
  if (!(g < 1)) return null;
  const ratio = treatment.value / control.value;
  const critical = criticalValue(alpha, df);
  const variance = treatment.variance - 2 * ratio * covariance + ratio * ratio * control.variance;
  const se = Math.sqrt(Math.max(0, variance)) / Math.abs(control.value);
  const sign = Math.sign(control.value);
  // Not -0, which a control below 0 would make of no lift.
  const estimate = sign * (ratio - 1) + 0;
  // A share of the control's variance that the treatment's shares; 0 when the control has none.
  const slope = control.variance === 0 ? 0 : covariance / control.variance;
  const inside = variance - g * (treatment.variance - slope * covariance);
  const half = (critical / Math.abs(control.value)) * Math.sqrt(Math.max(0, inside));
  const ends = [-1, 1].map((side) => sign * ((ratio - g * slope + side * half) / (1 - g) - 1));
  return {
    estimate,
    se,
    delta: { low: estimate - critical * se, high: estimate + critical * se, p_value: twoSidedP(estimate / se, df) },
    fieller: { low: Math.min(...ends), high: Math.max(...ends) },
    g,
    df,
  };
}
