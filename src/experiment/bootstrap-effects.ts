import { refusal } from "../contract/outcome.ts";
import { bcaInterval } from "../numerics/bca-interval.ts";
import { pcg64 } from "../numerics/pcg64.ts";
import { standardDeviation } from "../numerics/standard-deviation.ts";
import type { ArmInput } from "./arm-input.ts";
import { bcaP, bootstrap, percentileInterval, percentileP, type Replicates } from "./bootstrap.ts";
import type { Effect, Effects, RelativeEffect } from "./effect.ts";
import type { CompareOptions } from "./options.ts";
import type { Pace } from "./pace.ts";
import { type Centers, type Resampling, resamplingOf } from "./resampled-centers.ts";
import { isUsable } from "./usable.ts";

type Scale = "absolute" | "relative";
type Statistic = (control: number, treatment: number) => number;

const STATISTIC: Record<Scale, Statistic> = {
  absolute: (c, t) => t - c,
  relative: (c, t) => (t - c) / Math.abs(c),
};

/** Both effects by resampling units within arms: percentile or BCa. `closed` gives the estimates and says where no ratio exists. */
export async function bootstrapEffects(
  control: ArmInput,
  treatment: ArmInput,
  closed: Effects,
  options: CompareOptions,
  pace: Pace,
): Promise<Effects> {
  const resampling = resamplingOf(control, treatment, options);
  const { centers } = resampling;
  const [nc, nt] = sizes(resampling);
  const both = (["absolute", "relative"] as const).map((scale) => (c: Float64Array, t: Float64Array) => {
    const [mc, mt] = centers(c, t, nc, nt);
    return STATISTIC[scale](mc, mt);
  });
  const [ofDifference, ofRatio] = await bootstrap(resampling, both, pcg64(options.seed), options.replicates, pace);
  const absolute = effect(closed.absolute, ofDifference, resampling, "absolute", options);
  const lost = ofRatio.drawn.reduce((count, value) => count + (Number.isFinite(value) ? 0 : 1), 0);
  if (closed.relative === null) return { ...closed, absolute };
  if (lost > 0) {
    const relative_reason = `BaselineNearZero: the control of ${lost} of ${options.replicates} resamples is 0`;
    return { absolute, relative: null, relative_reason };
  }
  const ratio = effect(closed.relative, ofRatio, resampling, "relative", options);
  if (!isUsable(ratio.se))
    return { absolute, relative: null, relative_reason: "BaselineNearZero: resampled ratios have no bound" };
  const relative: RelativeEffect = { ...ratio, g: closed.relative.g, delta: null, baseline: closed.relative.baseline };
  return { absolute, relative, relative_reason: null };
}

function sizes({ rows }: Resampling): [number, number] {
  // A quantile is no function of sums, so the sizes do not count there.
  return rows ? [rows.control[0].length, rows.treatment[0].length] : [1, 1];
}

function effect(
  closed: Effect,
  replicates: Replicates,
  resampling: Resampling,
  scale: Scale,
  { method, replicates: count }: CompareOptions,
): Effect {
  refuseUnusable(replicates, count);
  const base = { estimate: closed.estimate, se: standardDeviation(replicates.drawn) };
  if (scale === "absolute" && !isUsable(base.se)) refuse("the resamples hardly differ", "replicates_vary", count);
  if (method === "bootstrap") {
    return {
      ...base,
      interval_method: "bootstrap percentile",
      interval: (alpha) => percentileInterval(replicates, alpha),
      test: { test: "bootstrap percentile", p_value: percentileP(replicates) },
    };
  }
  const leftOut = jackknife(resampling, scale);
  const at = (alpha: number) => bcaInterval(replicates.sorted, closed.estimate, leftOut, 1 - alpha);
  const { bias, acceleration } = at(0.05);
  if (!Number.isFinite(bias) || !Number.isFinite(acceleration)) {
    refuse("all replicates lie on one side of the estimate", "bca_corrections", count);
  }
  return {
    ...base,
    interval_method: "bootstrap BCa",
    interval: (alpha) => {
      const { low, high } = at(alpha);
      return { low, high };
    },
    test: { test: "bootstrap BCa", p_value: bcaP(replicates, { bias, acceleration }) },
  };
}

/** The statistic with each unit left out, arm by arm: the sums less one row. */
function jackknife({ rows, centers }: Resampling, scale: Scale): Float64Array[] {
  if (!rows) throw new Error("a quantile has no jackknife");
  const [c, t] = [total(rows.control), total(rows.treatment)];
  const [nc, nt] = [rows.control[0].length, rows.treatment[0].length];
  return [
    leftOut(rows.control, c, (sums) => value(centers, sums, t, nc - 1, nt, scale)),
    leftOut(rows.treatment, t, (sums) => value(centers, c, sums, nc, nt - 1, scale)),
  ];
}

function value(centers: Centers, c: Float64Array, t: Float64Array, nc: number, nt: number, scale: Scale): number {
  const [mc, mt] = centers(c, t, nc, nt);
  return STATISTIC[scale](mc, mt);
}

function leftOut(
  columns: readonly Float64Array[],
  sums: Float64Array,
  of: (sums: Float64Array) => number,
): Float64Array {
  const less = new Float64Array(sums.length);
  return Float64Array.from({ length: columns[0].length }, (_, i) => {
    for (let k = 0; k < sums.length; k++) less[k] = sums[k] - columns[k][i];
    return of(less);
  });
}

function total(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns, (column) => column.reduce((sum, value) => sum + value, 0));
}

/** Refuses resamples without a value (a slope on units that share one covariate, a ratio to nothing), and equal ones. */
function refuseUnusable({ drawn, sorted }: Replicates, count: number): void {
  const lost = drawn.reduce((sum, value) => sum + (Number.isFinite(value) ? 0 : 1), 0);
  if (lost > 0) refuse(`${lost} resamples have no estimate`, "replicates_finite", count);
  if (sorted[0] === sorted[sorted.length - 1]) refuse(`every resample gives ${sorted[0]}`, "replicates_vary", count);
}

function refuse(found: string, check: string, replicates: number): never {
  const remedy = "use --method welch, or look at why the outcome hardly varies";
  throw refusal(
    "DegenerateBootstrap",
    `${found} (${replicates} resamples), so no interval can be read off them; ${remedy}`,
    {
      check,
      observed: found,
      replicates,
      remedy,
    },
  );
}
