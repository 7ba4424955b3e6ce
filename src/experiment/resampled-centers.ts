import { mean } from "../numerics/mean.ts";
import { sortedCopy } from "../numerics/sorted-copy.ts";
import { type ArmInput, outcomes, type UnitsInput } from "./arm-input.ts";
import { withCovariate } from "./arms.ts";
import type { CompareOptions } from "./options.ts";
import { jointResampler, quantileResampler, type Resampler, sumResampler } from "./resample.ts";

/** What a bootstrap needs of a pair: how to draw each arm, and both centers from the sums that were drawn. */
export interface Resampling {
  control: Resampler;
  treatment: Resampler;
  centers: Centers;
  /** Rows of the sums, unit by unit, for the jackknife; null where it does not apply. */
  rows: { control: readonly Float64Array[]; treatment: readonly Float64Array[] } | null;
}

/** Control and treatment centers from the sums of the arms, n_c and n_t units in them. */
export type Centers = (c: Float64Array, t: Float64Array, nc: number, nt: number) => [number, number];

/** Chooses the sums by the metric and the adjustment. The slope is estimated anew in each resample. */
export function resamplingOf(control: ArmInput, treatment: ArmInput, options: CompareOptions): Resampling {
  if (options.metric === "quantile") return quantileResampling(control, treatment, options.quantile ?? 0.5);
  if (control.kind === "units" && treatment.kind === "units") {
    if (options.metric === "ratio") return joint(control, treatment, ({ y, b }) => [y, b ?? y], ratioCenters);
    if (options.adjust !== "none") {
      const centers = options.adjust === "lin" ? linCenters : cupedCenters;
      return joint(control, treatment, products(control), centers);
    }
  }
  const [c, t] = [outcomes(control), outcomes(treatment)];
  return {
    control: sumResampler(c),
    treatment: sumResampler(t),
    centers: (a, b, nc, nt) => [a[0] / nc, b[0] / nt],
    rows: { control: [c], treatment: [t] },
  };
}

function quantileResampling(control: ArmInput, treatment: ArmInput, p: number): Resampling {
  const [c, t] = [control, treatment].map((arm) => quantileResampler(sortedCopy(outcomes(arm)), p));
  return { control: c, treatment: t, centers: (a, b) => [a[0], b[0]], rows: null };
}

function joint(
  control: UnitsInput,
  treatment: UnitsInput,
  columns: (arm: UnitsInput) => Float64Array[],
  centers: Centers,
): Resampling {
  const rows = { control: columns(control), treatment: columns(treatment) };
  return { control: jointResampler(rows.control), treatment: jointResampler(rows.treatment), centers, rows };
}

const ratioCenters: Centers = (c, t) => [c[0] / c[1], t[0] / t[1]];

/** Columns y, x, xy, xx with x about the control's mean: the sums then lose nothing to a distant zero. */
function products(control: UnitsInput): (arm: UnitsInput) => Float64Array[] {
  const origin = mean(withCovariate(control).x);
  return (arm) => {
    const { y, x } = withCovariate(arm);
    const z = x.map((value) => value - origin);
    return [y, z, y.map((value, i) => value * z[i]), z.map((value) => value * value)];
  };
}

/** Within-arm sums of squares and products about the arm's means. */
function within(s: Float64Array, n: number): { sxy: number; sxx: number } {
  return { sxy: s[2] - (s[0] * s[1]) / n, sxx: s[3] - (s[1] * s[1]) / n };
}

const cupedCenters: Centers = (c, t, nc, nt) => {
  const [a, b] = [within(c, nc), within(t, nt)];
  const slope = (a.sxy + b.sxy) / (a.sxx + b.sxx);
  const center = (c[1] + t[1]) / (nc + nt);
  return [c[0] / nc + slope * (center - c[1] / nc), t[0] / nt + slope * (center - t[1] / nt)];
};

const linCenters: Centers = (c, t, nc, nt) => {
  const center = (c[1] + t[1]) / (nc + nt);
  const at = (s: Float64Array, n: number) => {
    const { sxy, sxx } = within(s, n);
    return s[0] / n + (sxy / sxx) * (center - s[1] / n);
  };
  return [at(c, nc), at(t, nt)];
};
