import { BadCall, orReason, refusal } from "../contract/outcome.ts";
import { sortedCopy } from "../numerics/sorted-copy.ts";
import { type ArmInput, countOf, outcomeMoments, sizeOf } from "./arm-input.ts";
import { settledCall } from "./check-call.ts";
import { compareAll } from "./compare-all.ts";
import type { Comparison } from "./comparison.ts";
import { refuseRelative } from "./comparison-facts.ts";
import { inlineArms } from "./inline-arms.ts";
import type { LiftCall } from "./lift-call.ts";
import { checkMetric } from "./metric-check.ts";
import { jointMomentsOf } from "./moments.ts";
import type { Monitoring } from "./monitoring.ts";
import { type CompareOptions, isResampling } from "./options.ts";
import type { Pace } from "./pace.ts";
import { armQuantile } from "./quantile-lift.ts";
import { ratioOf } from "./ratio.ts";
import { readArms, type UnitFacts } from "./read-arms.ts";
import { splitBeforeLift } from "./split-before-lift.ts";
import { type ReadTable, whereText } from "./unit-columns.ts";
import { capArms } from "./winsorise.ts";

/** The arms of a call, wherever they stand. */
interface FoundArms {
  arms: ArmInput[];
  counts: Record<string, number>;
  strata: string[];
  units: UnitFacts | null;
}

/**
 * Answers analyze-lift: reads the arms, checks the split, compares every arm with the control. The fields are those of
 * the command's evidence, without the origin of the data. Refuses as its parts do.
 */
export async function answerLift(call: LiftCall, read: ReadTable, pace: Pace) {
  const settled = settledCall(call);
  const found = await findArms(call, read);
  await pace.tick();
  requireArms(call, found.counts);
  const analysed = found.arms.map(({ arm }) => arm);
  const srm = splitBeforeLift(call, found.counts, analysed);
  const options: CompareOptions = {
    ...call,
    ...settled,
    ...modes(call),
    quantile: call.quantile ?? null,
    strata: found.strata,
  };
  const noted = checkMetric(found.arms, options.metric);
  const { arms, winsorised } = capArms(found.arms, call);
  const compared = await compareAll(arms, call.control, call.correction, options, pace);
  return {
    metric: metricFacts(call, options),
    method: methodFacts(call, options),
    ...orReason("units", found.units, "the arms stand in the call"),
    arms: arms.map((arm) => armFacts(arm, options)),
    excluded_arms: excludedArms(found.counts, analysed),
    ...orReason("srm", srm, "no weights stated, so the split was not checked"),
    ...(winsorised ? { winsorised } : {}),
    comparisons: compared.comparisons.map((facts) => inScale(facts, call.scale)),
    ...(compared.multiplicity ? { multiplicity: compared.multiplicity } : {}),
    warnings: [...noted, ...compared.warnings],
  };
}

async function findArms(call: LiftCall, read: ReadTable): Promise<FoundArms> {
  const inline = inlineArms(call);
  if (inline === null) {
    const found = await readArms(call, read);
    return { ...found, arms: found.arms.map((arm) => ({ kind: "units", ...arm })) };
  }
  if (call.units !== undefined) throw new BadCall("units: the arms stand in the call already; state one of the two");
  const wanted = inline.filter(({ arm }) => !call.arms || call.arms.includes(arm) || arm === call.control);
  const first = wanted.filter(({ arm }) => arm === call.control);
  const others = wanted.filter(({ arm }) => arm !== call.control).sort((a, b) => (a.arm < b.arm ? -1 : 1));
  const counts = Object.fromEntries(inline.map((arm) => [arm.arm, sizeOf(arm)]));
  return { arms: [...first, ...others], counts, strata: [], units: null };
}

function requireArms({ arms = [] }: LiftCall, counts: Record<string, number>): void {
  const absent = arms.filter((arm) => !Object.hasOwn(counts, arm));
  if (absent.length === 0) return;
  const names = Object.keys(counts)
    .map((arm) => `'${arm}'`)
    .join(", ");
  const remedy = "name arms that are there with --arms";
  throw refusal("MissingArm", `no unit in arm '${absent.join("', '")}' (arms with units: ${names}); ${remedy}`, {
    check: "arms",
    observed: Object.keys(counts),
    required: arms,
    remedy,
  });
}

function modes(call: LiftCall): Pick<CompareOptions, "monitoring" | "bayes"> {
  const prior = { mean: call.prior_mean, sd: call.prior_sd ?? null };
  return { monitoring: monitoringOf(call), bayes: call.bayes === "none" ? null : { scale: call.bayes, prior } };
}

function monitoringOf({
  sequential,
  tau,
  tuned_units,
  information,
  spending,
  spending_phi,
}: LiftCall): Monitoring | null {
  if (sequential === "none") return null;
  if (sequential === "always_valid") {
    return { kind: "always_valid", tau2: tau === undefined ? null : tau * tau, tuned_for_units: tuned_units };
  }
  const shape = spending === "power" ? { kind: spending, phi: spending_phi } : { kind: spending };
  return { kind: "group_sequential", fractions: information ?? [], spending: shape };
}

/** Keeps the scales asked for. A relative lift that was asked for alone and does not exist is a refusal. */
function inScale(facts: Comparison, scale: LiftCall["scale"]): Comparison {
  if (scale === "relative" && facts.relative === null)
    refuseRelative(facts.relative_reason ?? "", facts.absolute.estimate);
  if (scale !== "absolute") return facts;
  const { arm, control, absolute, relative: _, relative_reason: __, ...rest } = facts;
  return { arm, control, absolute, relative: null, relative_reason: "not asked for", ...rest };
}

function metricFacts(call: LiftCall, { metric, quantile }: CompareOptions) {
  const what = call.outcome ?? (call.successes ? "successes" : "outcome");
  const per = call.rows_are_units || call.units === undefined ? "unit" : (call.unit ?? "unit");
  const value = call.per_unit === undefined ? what : `${call.per_unit} of ${what}`;
  const definitions = {
    proportion: `share of ${per}s whose ${value} is 1`,
    mean: `mean over ${per}s of ${value}`,
    ratio: `sum of ${what} over sum of ${call.denominator ?? "denominators"}, randomised by ${per}`,
    quantile: `${quantile} quantile over ${per}s of ${value} (inverse of the distribution function)`,
  };
  return { type: metric, outcome: what, definition: `${definitions[metric]}${whereText(call)}` };
}

function methodFacts(call: LiftCall, { method, adjust, hc, alpha, replicates, seed }: CompareOptions) {
  const regression = adjust === "ancova" || adjust === "lin";
  return {
    method,
    adjust,
    ...(regression ? { hc } : {}),
    ...(call.covariate === undefined ? {} : { covariate: call.covariate }),
    ...(call.stratum === undefined ? {} : { stratum: call.stratum }),
    alpha,
    sides: 2 as const,
    ...(isResampling(method) ? { replicates, seed, generator: "PCG64" } : {}),
    sequential: call.sequential,
  };
}

function armFacts(arm: ArmInput, { metric, quantile, alpha }: CompareOptions) {
  const moments = outcomeMoments(arm);
  const base = { arm: arm.arm, n: sizeOf(arm), n_missing: arm.kind === "units" ? arm.n_missing : 0 };
  const spread = moments.n > 1 ? { variance: moments.variance } : {};
  if (metric === "proportion") return { ...base, value: moments.mean, successes: countOf(arm).k, ...spread };
  if (arm.kind === "units" && metric === "quantile") {
    return {
      ...base,
      value: armQuantile(sortedCopy(arm.y), quantile ?? 0.5, alpha).value,
      mean: moments.mean,
      ...spread,
    };
  }
  if (arm.kind === "units" && metric === "ratio" && arm.b) {
    const joint = jointMomentsOf(arm.y, arm.b);
    const totals = { numerator: joint.y.mean * joint.n, denominator: joint.x.mean * joint.n };
    return { ...base, value: ratioOf(joint).value, ...totals };
  }
  return { ...base, value: moments.mean, ...spread };
}

function excludedArms(counts: Record<string, number>, analysed: string[]) {
  return Object.entries(counts)
    .filter(([arm]) => !analysed.includes(arm))
    .map(([arm, n]) => ({ arm, n }));
}
