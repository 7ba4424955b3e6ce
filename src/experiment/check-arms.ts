import { refusal } from "../contract/outcome.ts";
import { type ArmInput, outcomeMoments, sizeOf } from "./arm-input.ts";
import { type Contrast, differenceVariance } from "./contrast.ts";
import { groupByStratum } from "./estimate.ts";
import type { CompareOptions } from "./options.ts";
import { fewestForQuantile } from "./quantile-lift.ts";

/** Relative size of what rounding leaves in a standard error. */
const ROUNDING = 1e-14;
const SMALLEST = 1e-280;

/** Fewest units an arm needs: two for a variance, more for regressions and for the order statistics of a quantile. */
function fewest({ metric, adjust, quantile, alpha }: CompareOptions): number {
  if (metric === "quantile") return fewestForQuantile(quantile ?? 0.5, alpha);
  return adjust === "none" ? 2 : 4;
}

/** Refuses TooFewUnits and ZeroVariance for a pair of arms. `n` are the units that the estimate uses. */
export function checkPair(control: ArmInput, treatment: ArmInput, options: CompareOptions): void {
  const least = fewest(options);
  for (const arm of [control, treatment]) {
    const n = sizeOf(arm);
    if (n < least) tooFew(`arm '${arm.arm}' has ${n} unit${n === 1 ? "" : "s"} with an outcome`, n, least);
  }
  checkStrata(control, treatment, options.strata);
  // Resampling finds out by itself, and says so as DegenerateBootstrap.
  if (bootstraps(options) || scores(options)) return;
  const moments = [control, treatment].map(outcomeMoments);
  if (moments.some(({ variance }) => variance > 0)) return;
  const remedy = "choose an outcome that varies; a proportion can use --method miettinen_nurminen";
  const all = moments[0].mean === moments[1].mean ? `all equal ${moments[0].mean}` : "are constant within each arm";
  throw refusal(
    "ZeroVariance",
    `${control.arm} and ${treatment.arm}: the outcomes of ${moments[0].n} and ${moments[1].n} units ${all}, so the difference has no standard error; ${remedy}`,
    { check: "outcome_varies", observed: 0, required: "> 0", remedy },
  );
}

/** An adjustment shows the unadjusted lift beside it, which needs a variance. */
function bootstraps({ method, adjust }: CompareOptions): boolean {
  return adjust === "none" && (method === "bootstrap" || method === "bca");
}

/** Score intervals need no standard error; a posterior does. */
function scores({ method, bayes }: CompareOptions): boolean {
  return bayes === null && (method === "newcombe" || method === "miettinen_nurminen");
}

function checkStrata(control: ArmInput, treatment: ArmInput, names: readonly string[]): void {
  if (control.kind === "summary" || treatment.kind === "summary" || !control.stratum || !treatment.stratum) return;
  const strata = groupByStratum([control.y, treatment.y], [control.stratum, treatment.stratum]);
  for (const { stratum, control: c, treatment: t } of strata) {
    const n = Math.min(c.n, t.n);
    const name = stratum < 0 ? "without a name" : `'${names[stratum]}'`;
    if (n < 2) tooFew(`stratum ${name} has ${c.n} and ${t.n} units in ${control.arm} and ${treatment.arm}`, n, 2);
  }
}

function tooFew(found: string, observed: number, required: number): never {
  const remedy = "add units, merge strata, or leave the arm out";
  throw refusal("TooFewUnits", `${found}, and ${required} are needed; ${remedy}`, {
    check: "units_per_arm",
    observed,
    required,
    remedy,
  });
}

/** Refuses what the closed formulas could not do: a ratio to nothing, a constant covariate, a unit that alone decides a fit. */
export function checkContrast(
  control: ArmInput,
  treatment: ArmInput,
  contrast: Contrast,
  options: CompareOptions,
): void {
  const pair = `${treatment.arm} against ${control.arm}`;
  for (const [arm, { value }] of [
    [control, contrast.control],
    [treatment, contrast.treatment],
  ] as const) {
    if (Number.isFinite(value)) continue;
    if (options.metric === "ratio") refuseDenominator(arm.arm);
    const remedy = "choose a covariate that varies, or --adjust none";
    throw refusal("ZeroVariance", `${pair}: the covariate does not vary, so it has no slope; ${remedy}`, {
      check: "covariate_varies",
      observed: 0,
      required: "> 0",
      remedy,
    });
  }
  const variance = differenceVariance(contrast);
  // What rounding leaves of a perfect fit is no variance, nor is what underflows when it is squared.
  const scale = Math.max(Math.abs(contrast.control.value), Math.abs(contrast.treatment.value));
  if (Number.isFinite(variance) && variance > (ROUNDING * scale) ** 2 && variance > SMALLEST) return;
  if (!Number.isFinite(variance)) tooFew(`${pair}: one unit alone decides a slope`, 1, 2);
  if (bootstraps(options) || scores(options)) return;
  const remedy = "choose an outcome that varies";
  const what =
    options.metric === "quantile"
      ? "the order statistics around the quantile are equal in both arms"
      : "nothing is left that varies";
  throw refusal("ZeroVariance", `${pair}: ${what}, so the difference has no standard error; ${remedy}`, {
    check: "standard_error",
    observed: 0,
    required: "> 0",
    remedy,
  });
}

function refuseDenominator(arm: string): never {
  const remedy = "choose a denominator that is not 0 for every unit";
  throw refusal("MetricMismatch", `arm '${arm}': the denominators add up to 0, so there is no ratio; ${remedy}`, {
    check: "denominator",
    observed: 0,
    required: "not 0",
    remedy,
  });
}

/** An interval that does not hold its estimate is no answer. */
export function checkInside(what: string, estimate: number, { low, high }: { low: number; high: number }): void {
  const room = 1e-9 * Math.max(Math.abs(estimate), high - low, Number.MIN_VALUE);
  if (low <= estimate + room && estimate - room <= high) return;
  const remedy = "use --method welch, or more replicates";
  throw refusal(
    "EstimateOutsideInterval",
    `${what}: the interval ${low.toPrecision(6)} to ${high.toPrecision(6)} does not hold the estimate ${estimate.toPrecision(6)}; ${remedy}`,
    { check: "estimate_inside", observed: { estimate, low, high }, remedy },
  );
}
