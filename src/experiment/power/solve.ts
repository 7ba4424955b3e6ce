import { BadCall } from "../../contract/outcome.ts";
import { findRoot } from "../../numerics/find-root.ts";
import type { ArmSizes, Critical, PowerFunction } from "./comparison.ts";
import { normalPower } from "./comparison.ts";
import { alwaysValidCritical, criticalZ, fixedCritical } from "./critical.ts";
import { exactRejection } from "./exact-proportions.ts";
import { meanModel, relativeMeanModel, studentPower } from "./mean-models.ts";
import { type ProportionMethod, proportionModel } from "./proportion-models.ts";
import type { PowerMethod, PowerQuestion } from "./question.ts";
import { groupSequentialPower } from "./sequential.ts";

/** Units above which nothing is planned: sums over arms would soon stop being exact integers. */
const MOST_UNITS = 2 ** 51;
/** A mean's effect is sought up to so many doublings of its standard deviation. */
const DOUBLINGS = 100;
/** Largest arm that is enumerated. */
export const MOST_EXACT = 20_000;

/** Power of one comparison by one method, as a function of the sizes, when the truth is `effect`. */
export function powerFunction(q: PowerQuestion, effect: number, method: PowerMethod = q.method): PowerFunction {
  const fixed = fixedPower(q, effect, method);
  if (q.sequential?.kind !== "group_sequential") return fixed;
  const { looks } = q.sequential;
  return (sizes) => groupSequentialPower(looks, fixed(sizes), alphaTail(q), q.sides);
}

function fixedPower(q: PowerQuestion, effect: number, method: PowerMethod): PowerFunction {
  const { side, margin, design_effect, covariate_r2 } = q;
  const variance_factor = design_effect * (1 - covariate_r2);
  if (method === "exact") return (sizes) => exactPower(q, effect, sizes);
  if (q.sigma === null) {
    const control = q.baseline as number;
    const plan = { control, treatment: control + effect, side, margin, variance_factor };
    return normalPower(proportionModel(plan, method as ProportionMethod), criticalOf(q));
  }
  const plan = { effect, sigma: q.sigma, side, margin, variance_factor };
  const model = q.tested_lift === "relative" ? relativeMeanModel(plan, q.baseline as number) : meanModel(plan);
  return method === "t"
    ? studentPower(model, alphaTail(q), (sizes) => degrees(q, sizes))
    : normalPower(model, criticalOf(q));
}

/** Error of one tail of one comparison. */
export function alphaTail({ alpha_per_comparison, sides }: PowerQuestion): number {
  return alpha_per_comparison / sides;
}

function criticalOf(q: PowerQuestion): Critical {
  return q.sequential?.kind === "always_valid"
    ? alwaysValidCritical(q.alpha_per_comparison, q.sequential.tuned_units)
    : fixedCritical(alphaTail(q));
}

/** Of the t-test: units (or clusters) less the two means, and less the covariate's slope. */
function degrees(q: PowerQuestion, { control, treatment }: ArmSizes): number {
  return (control + treatment) / (q.cluster_size ?? 1) - 2 - (q.covariate_r2 > 0 ? 1 : 0);
}

function exactPower(q: PowerQuestion, effect: number, { control, treatment }: ArmSizes): number {
  const p1 = q.baseline as number;
  const sizes = { control: Math.round(control), treatment: Math.round(treatment) };
  refuseEnumeration(Math.max(sizes.control, sizes.treatment));
  const { more, less } = exactRejection(p1, p1 + effect, sizes, criticalZ(alphaTail(q)));
  return q.side > 0 ? more : less;
}

/**
 * Control units at which each comparison has the target power, the largest over comparisons; not rounded. BadCall when
 * that is more than integers can hold.
 */
export function unitsNeeded(q: PowerQuestion, method: PowerMethod = q.method): number {
  return Math.max(...q.arms.treatments.map(({ ratio }) => comparisonUnits(q, ratio, method)));
}

function comparisonUnits(q: PowerQuestion, ratio: number, method: PowerMethod): number {
  const [effect, target] = [q.effect as number, q.power as number];
  if (method === "exact") return exactUnits(q, ratio);
  const power = powerFunction(q, effect, method);
  const short = (n: number) => power({ control: n, treatment: ratio * n }) - target;
  let high = 4;
  while (!(short(high) >= 0)) {
    high *= 4;
    if (high > MOST_UNITS)
      throw new BadCall(`mde: ${Math.abs(effect)} would take more than ${MOST_UNITS} units an arm`);
  }
  return short(1e-6) >= 0 ? 1e-6 : findRoot(short, high === 4 ? 1e-6 : high / 4, high);
}

/**
 * The smallest control size whose exact power reaches the target. Exact power saws up and down with the size, so sizes
 * are tried one by one, from well below what the score formula says.
 */
function exactUnits(q: PowerQuestion, ratio: number): number {
  const rough = comparisonUnits(q, ratio, "score");
  refuseEnumeration(rough * Math.max(1, ratio));
  const power = powerFunction(q, q.effect as number, "exact");
  for (let n = Math.max(2, Math.floor(rough * 0.8) - 10); ; n++) {
    if (power({ control: n, treatment: Math.ceil(ratio * n) }) >= (q.power as number)) return n;
  }
}

function refuseEnumeration(units: number): void {
  if (units <= MOST_EXACT) return;
  throw new BadCall(
    `method: exact enumerates arms of at most ${MOST_EXACT} units, and one has about ${Math.ceil(units)}; use score`,
  );
}

/** The effect that the smallest arm's comparison finds with the target power; signed. BadCall when none is possible. */
export function detectableEffect(q: PowerQuestion, method: PowerMethod = q.method): number {
  const [n, target] = [q.n_control as number, q.power as number];
  const ratio = Math.min(...q.arms.treatments.map((arm) => arm.ratio));
  const sizes = { control: n, treatment: ratio * n };
  const short = (size: number) => powerFunction(q, q.side * size, method)(sizes) - target;
  let high = largestEffect(q);
  let reached = short(high);
  // The power of a relative lift levels off below 1, so a mean's effect is not sought without end.
  for (let i = 0; q.sigma !== null && reached < 0 && i < DOUBLINGS; i++) {
    high *= 2;
    reached = Math.max(reached, short(high));
  }
  if (!(short(high) >= 0)) {
    const best = Number.isNaN(reached) ? "no power that can be computed" : (reached + target).toPrecision(3);
    throw new BadCall(
      `n: with ${Math.floor(n)} control units no effect has power ${target}; the largest possible has ${best}`,
    );
  }
  return q.side * findRoot(short, high * 1e-12, high);
}

/** For proportions what lies between the baseline and 0 or 1; for means a start. */
function largestEffect({ sigma, baseline, side }: PowerQuestion): number {
  if (sigma !== null) return sigma;
  const room = side > 0 ? 1 - (baseline as number) : (baseline as number);
  return room * (1 - 1e-12);
}
