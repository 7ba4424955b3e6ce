import { sortedCopy } from "../numerics/sorted-copy.ts";
import { type ArmInput, outcomeMoments, type UnitsInput } from "./arm-input.ts";
import { withCovariate } from "./arms.ts";
import { type Contrast, meansContrast, type Reference } from "./contrast.ts";
import { cupedContrast, type Theta, thetas, withinR2 } from "./covariate.ts";
import { jointMomentsOf, momentsOf } from "./moments.ts";
import { type CompareOptions, referenceOf } from "./options.ts";
import { armQuantile, quantileContrast } from "./quantile-lift.ts";
import { ratioContrast } from "./ratio.ts";
import { type Adjusted, ancova, type CovariateArm, lin, withEstimatedCenter } from "./regression.ts";
import { type StratumArms, stratifiedContrast, withEstimatedMix } from "./strata.ts";

/** A pair of arms by the closed formulas. */
export interface Estimate {
  contrast: Contrast;
  /** The same centers with what must be added to their variances when their level counts. */
  forRelative: Contrast;
  /** What an adjustment started from; null when there is none. */
  unadjusted: Contrast | null;
  covariate: CovariateReport | null;
}

/** What the adjustment by a covariate did. */
export interface CovariateReport {
  theta: Theta;
  /** The comparison with θ over all units, for CUPED. */
  allUnits: Contrast | null;
  /** Slopes of ANCOVA (equal) and Lin. */
  slope: { control: number; treatment: number } | null;
  r2: number;
  /** The covariate compared between the arms. */
  balance: Contrast;
  n_without: { control: number; treatment: number };
}

/** Compares two arms as the options say; strata are used when the arms have them. */
export function estimatePair(control: ArmInput, treatment: ArmInput, options: CompareOptions): Estimate {
  const reference = referenceOf(options);
  if (control.kind === "summary" || treatment.kind === "summary") return means(control, treatment, reference);
  if (options.adjust !== "none") return adjusted(control, treatment, options, reference);
  if (control.stratum && treatment.stratum) {
    return stratified(control.y, treatment.y, [control.stratum, treatment.stratum], reference);
  }
  if (options.metric === "quantile") return plain(quantiles(control, treatment, options));
  if (options.metric === "ratio") return plain(ratios(control, treatment, reference));
  return means(control, treatment, reference);
}

function plain(contrast: Contrast): Estimate {
  return { contrast, forRelative: contrast, unadjusted: null, covariate: null };
}

function means(control: ArmInput, treatment: ArmInput, reference: Reference): Estimate {
  return plain(meansContrast(outcomeMoments(control), outcomeMoments(treatment), reference));
}

function quantiles(control: UnitsInput, treatment: UnitsInput, { quantile, alpha }: CompareOptions): Contrast {
  const [c, t] = [control, treatment].map(({ y }) => armQuantile(sortedCopy(y), quantile ?? 0.5, alpha));
  return quantileContrast(c, t);
}

function ratios(control: UnitsInput, treatment: UnitsInput, reference: Reference): Contrast {
  const [c, t] = [control, treatment].map(({ y, b }) => jointMomentsOf(y, b ?? []));
  return ratioContrast(c, t, reference);
}

function stratified(
  c: Float64Array,
  t: Float64Array,
  strata: [Int32Array, Int32Array],
  reference: Reference,
): Estimate {
  const groups = groupByStratum([c, t], strata);
  const contrast = stratifiedContrast(groups, reference);
  const unadjusted = meansContrast(momentsOf(c), momentsOf(t), reference);
  return { contrast, forRelative: withEstimatedMix(contrast, groups), unadjusted, covariate: null };
}

/** Moments of both arms in each stratum, in the order of the stratum numbers. */
export function groupByStratum(
  values: readonly [Float64Array, Float64Array],
  strata: readonly [Int32Array, Int32Array],
): (StratumArms & { stratum: number })[] {
  const members = new Map<number, [number[], number[]]>();
  for (const arm of [0, 1] as const) {
    for (let i = 0; i < values[arm].length; i++) {
      const key = strata[arm][i];
      const group = members.get(key) ?? [[], []];
      members.set(key, group);
      group[arm].push(values[arm][i]);
    }
  }
  const ordered = [...members].sort(([a], [b]) => a - b);
  return ordered.map(([stratum, [c, t]]) => ({ stratum, control: momentsOf(c), treatment: momentsOf(t) }));
}

function adjusted(control: UnitsInput, treatment: UnitsInput, options: CompareOptions, reference: Reference): Estimate {
  const [first, second] = [control, treatment].map((arm) => withCovariate(arm));
  const [c, t] = [first, second].map(({ y, x }): CovariateArm => ({ y, x, moments: jointMomentsOf(y, x) }));
  const theta = thetas(c.moments, t.moments);
  const report: CovariateReport = {
    theta,
    allUnits: null,
    slope: null,
    r2: withinR2(c.moments, t.moments),
    balance: meansContrast(c.moments.x, t.moments.x, "t"),
    n_without: { control: control.y.length - c.moments.n, treatment: treatment.y.length - t.moments.n },
  };
  const unadjusted = meansContrast(c.moments.y, t.moments.y, reference);
  if (options.adjust === "cuped") {
    const contrast = cupedContrast(c.moments, t.moments, theta.within, reference);
    const allUnits = cupedContrast(c.moments, t.moments, theta.all_units, reference);
    return { contrast, forRelative: contrast, unadjusted, covariate: { ...report, allUnits } };
  }
  const fit: Adjusted = (options.adjust === "lin" ? lin : ancova)(c, t, options.hc, reference);
  const forRelative = withEstimatedCenter(fit, c.moments, t.moments);
  return { contrast: fit.contrast, forRelative, unadjusted, covariate: { ...report, slope: fit.slope } };
}
