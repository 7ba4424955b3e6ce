import { BadCall, orReason } from "../../contract/outcome.ts";
import { caveats } from "./caveats.ts";
import { criticalZ } from "./critical.ts";
import { exactRejection } from "./exact-proportions.ts";
import type { PowerInput } from "./input.ts";
import { MEAN_FORMULAS } from "./mean-models.ts";
import { cohenH, MARGIN_FORMULA, PROPORTION_FORMULAS } from "./proportion-models.ts";
import { type PowerMethod, type PowerQuestion, powerQuestion } from "./question.ts";
import { alphaTail, detectableEffect, MOST_EXACT, powerFunction, unitsNeeded } from "./solve.ts";

/** Sizes are rounded up, but not for what rounding of doubles put above a whole number. */
const ceilUnits = (n: number) => Math.max(2, Math.ceil(n * (1 - 1e-10)));
/** Above this spread the choice of method matters and is pointed out. */
const METHODS_DIFFER = 0.05;

/** Answers a power calculation. BadCall when the call can mean no plan. */
export function powerAnswer(input: PowerInput) {
  const asked = powerQuestion(input);
  const q: PowerQuestion = asked.effect === null ? { ...asked, effect: detectableEffect(asked) } : asked;
  const effect = q.effect as number;
  const unrounded = q.solve === "n" ? unitsNeeded(q) : (q.n_control as number);
  const arms = armRows(q, unrounded);
  const control = arms[0].n;
  const power = powerFunction(q, effect);
  const comparisons = arms.slice(1).map(({ arm, n }) => ({ arm, power: power({ control, treatment: n }) }));
  const effects = effectFields(q, effect);
  refuseOverflow([...comparisons.map((comparison) => comparison.power), ...Object.values(effects)]);
  const methods = otherMethods(asked, q);
  const differ = spread(
    q.solve,
    methods.map(({ solved }) => solved),
  );
  const n_total = arms.reduce((sum, { n }) => sum + n, 0);
  return {
    solved_for: q.solve,
    metric: q.metric,
    method: q.method,
    formula: formulaOf(q),
    tested_lift: q.tested_lift,
    ...effects,
    ...testFields(q),
    power: Math.min(...comparisons.map((comparison) => comparison.power)),
    ...orReason("n_per_arm", arms.every(({ n }) => n === control) ? control : null, "the arms are of different sizes"),
    n_total,
    arms,
    comparisons,
    methods,
    methods_differ_by: differ,
    ...orReason("exact", exactFields(q, effect, control, arms[1].n), exactReason(q, control, arms[1].n)),
    variance_factors: factorFields(q),
    sequential: sequentialFields(q),
    duration: durationFields(input.cumulative_units, n_total),
    caveats: caveats(q, input, differ > METHODS_DIFFER ? differ : null),
  };
}

function testFields(q: PowerQuestion) {
  return {
    margin: q.margin,
    sigma: q.sigma,
    alternative: q.sides === 1 ? ("one_sided" as const) : ("two_sided" as const),
    alpha: q.alpha,
    correction: q.correction,
    n_comparisons: q.arms.treatments.length,
    alpha_per_comparison: q.alpha_per_comparison,
    power_target: q.power,
  };
}

/** What the size of a plain design is multiplied by; null where looks are no plain factor. */
function factorFields({ covariate_r2, design_effect, sequential }: PowerQuestion) {
  const inflation = sequential?.kind === "group_sequential" ? sequential.inflation : null;
  return { covariate: 1 - covariate_r2, design_effect, sequential_inflation: sequential === null ? 1 : inflation };
}

/** Effects and spreads may be stated that doubles cannot divide. */
function refuseOverflow(values: unknown[]): void {
  if (values.every((value) => typeof value !== "number" || Number.isFinite(value))) return;
  throw new BadCall("mde: effect, baseline and spread lie too far apart to compute with; state them in other units");
}

function armRows(q: PowerQuestion, unrounded: number) {
  const { control, control_share, treatments } = q.arms;
  const whole = (n: number) => (q.solve === "n" ? ceilUnits(n) : Math.floor(n * (1 + 1e-10)));
  const row = (arm: string, role: "control" | "treatment", share: number, n: number) => {
    const m = q.cluster_size;
    // Whole clusters, when units come in them.
    const n_clusters = m === null ? null : Math.ceil(whole(n) / m);
    return { arm, role, share, n: whole(n), n_unrounded: n, n_clusters };
  };
  return [
    row(control, "control", control_share, unrounded),
    ...treatments.map(({ arm, share, ratio }) => row(arm, "treatment", share, unrounded * ratio)),
  ];
}

function effectFields({ baseline, sigma, side }: PowerQuestion, effect: number) {
  const standardised = sigma === null ? cohenH(baseline as number, (baseline as number) + effect) : effect / sigma;
  const reason = baseline === null ? "no baseline was stated" : "the baseline is 0";
  return {
    baseline,
    direction: side > 0 ? ("increase" as const) : ("decrease" as const),
    effect,
    ...orReason("effect_relative", baseline ? effect / Math.abs(baseline) : null, reason),
    effect_standardised: standardised,
    standardised_as: sigma === null ? ("cohen_h" as const) : ("effect_over_sigma" as const),
    treatment_value: baseline === null ? null : baseline + effect,
  };
}

/** The size formula, and what multiplies or replaces parts of it. */
function formulaOf(q: PowerQuestion): string {
  const changed = [
    q.covariate_r2 > 0 && "n times (1 - r2) for the covariate",
    q.cluster_size !== null && "n times 1 + (m - 1) icc for clusters of m",
    q.sequential?.kind === "group_sequential" && "n times the inflation of the looks",
    q.sequential?.kind === "always_valid" &&
      "z_a replaced by sqrt((2 ln(1/alpha) + ln(1 + x)) (1 + 1/x)), x = n_total rho^2, rho tuned",
  ].filter((text) => text !== false);
  return [plainFormula(q), ...changed].join("; ");
}

function plainFormula({ method, margin, tested_lift }: PowerQuestion): string {
  if (method === "exact") return "enumeration of both arms' counts under the pooled z-test";
  if (method === "z") return tested_lift === "relative" ? MEAN_FORMULAS.relative : MEAN_FORMULAS.z;
  if (method === "t") return MEAN_FORMULAS.t;
  return margin > 0 && method === "score" ? MARGIN_FORMULA : PROPORTION_FORMULAS[method];
}

/** The same question by the other formulas: sizes of the control arm, effects, or powers. */
function otherMethods(
  asked: PowerQuestion,
  q: PowerQuestion,
): { method: PowerMethod; solved: number; unrounded: number }[] {
  const methods: PowerMethod[] =
    q.sigma === null ? ["score", "wald", "arcsine"] : q.tested_lift === "relative" ? ["z"] : ["z", "t"];
  return methods
    .filter(
      (method) => !(method === "arcsine" && q.margin > 0) && !(method === "t" && q.sequential?.kind === "always_valid"),
    )
    .map((method) => {
      const unrounded = solvedBy(asked, q, method);
      return { method, solved: q.solve === "n" ? ceilUnits(unrounded) : unrounded, unrounded };
    });
}

function solvedBy(asked: PowerQuestion, q: PowerQuestion, method: PowerMethod): number {
  if (q.solve === "n") return unitsNeeded(q, method);
  if (q.solve === "mde") return detectableEffect(asked, method);
  const n = q.n_control as number;
  const power = powerFunction(q, q.effect as number, method);
  return Math.min(...q.arms.treatments.map(({ ratio }) => power({ control: n, treatment: ratio * n })));
}

/** How far the methods lie apart: sizes and effects by their ratio less 1, powers by their difference. */
function spread(solve: PowerQuestion["solve"], values: number[]): number {
  const sizes = values.map(Math.abs);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return solve === "power" || least === 0 ? most - least : most / least - 1;
}

/** What the pooled z-test really does at these sizes: its power, and its error when nothing changes. */
function exactFields(q: PowerQuestion, effect: number, control: number, treatment: number) {
  if (exactReason(q, control, treatment) !== "") return null;
  const p1 = q.baseline as number;
  const z = criticalZ(alphaTail(q));
  const found = exactRejection(p1, p1 + effect, { control, treatment }, z);
  const null_ = exactRejection(p1, p1, { control, treatment }, z);
  const wanted = ({ more, less }: { more: number; less: number }) => (q.side > 0 ? more : less);
  return { power: wanted(found), size: q.sides === 2 ? null_.more + null_.less : wanted(null_) };
}

function exactReason(q: PowerQuestion, control: number, treatment: number): string {
  if (q.sigma !== null) return "counts alone can be enumerated";
  if (q.margin > 0 || q.sequential !== null || q.covariate_r2 > 0 || q.cluster_size !== null)
    return "plain counts alone are enumerated";
  if (q.arms.treatments.length > 1) return "two arms alone are enumerated";
  return Math.max(control, treatment) > MOST_EXACT ? `arms above ${MOST_EXACT} units are not enumerated` : "";
}

function sequentialFields({ sequential }: PowerQuestion) {
  if (sequential === null) return null;
  if (sequential.kind === "always_valid") {
    return { kind: sequential.kind, tuned_units: sequential.tuned_units, spending: null, looks: [] };
  }
  return { kind: sequential.kind, tuned_units: null, spending: sequential.formula, looks: sequential.looks };
}

/** The first period by whose end enough distinct units have been seen; null when the curve ends before. */
function durationFields(cumulative: number[], needed: number) {
  if (cumulative.length === 0) return null;
  const at = cumulative.findIndex((units) => units >= needed);
  const last = cumulative[cumulative.length - 1];
  return {
    ...orReason(
      "periods",
      at < 0 ? null : at + 1,
      `${needed} units are needed, and the curve ends at ${last} after ${cumulative.length} periods`,
    ),
    units_at_end: at < 0 ? last : cumulative[at],
  };
}
