import { BadCall } from "../contract/outcome.ts";
import { type ArmInput, ofCount } from "./arm-input.ts";
import type { LiftCall } from "./lift-call.ts";

/** Arms that stand in the call itself: values, counts of successes, or means with standard deviations. Null when none do. */
export function inlineArms(call: LiftCall): ArmInput[] | null {
  const forms = [call.outcomes && "outcomes", call.successes && "successes", call.means && "means"].filter(Boolean);
  if (forms.length > 1) throw new BadCall(`${forms.join(" and ")}: state one of them`);
  if (call.outcomes) return valueArms(call.outcomes, call);
  if (call.covariates || call.denominators) throw new BadCall("covariates and denominators go with outcomes");
  if (call.successes) return countArms(call.successes, call.n);
  if (call.means) return momentArms(call.means, call.sds, call.n);
  if (call.n || call.sds) throw new BadCall("n goes with successes, or with means and sds");
  return null;
}

function valueArms(outcomes: Record<string, number[]>, { covariates, denominators }: LiftCall): ArmInput[] {
  return Object.entries(outcomes).map(([arm, values]) => ({
    kind: "units",
    arm,
    y: Float64Array.from(values),
    x: parallel(covariates, arm, values.length, "covariates"),
    b: parallel(denominators, arm, values.length, "denominators"),
    stratum: null,
    n_missing: 0,
  }));
}

function parallel(
  columns: Record<string, number[]> | undefined,
  arm: string,
  n: number,
  name: string,
): Float64Array | null {
  if (!columns) return null;
  const values = columns[arm];
  if (!values) throw new BadCall(`${name}: there are none for arm '${arm}'`);
  if (values.length !== n) throw new BadCall(`${name}: arm '${arm}' has ${values.length} and ${n} outcomes`);
  return Float64Array.from(values);
}

function countArms(successes: Record<string, number>, n: Record<string, number> | undefined): ArmInput[] {
  return Object.entries(successes).map(([arm, k]) => {
    const size = sizeOf(n, arm);
    if (!Number.isInteger(k) || k < 0 || k > size) {
      throw new BadCall(`successes: arm '${arm}' has ${k}, which is no whole number from 0 to ${size}`);
    }
    return ofCount(arm, { k, n: size });
  });
}

function momentArms(
  means: Record<string, number>,
  sds: Record<string, number> | undefined,
  n: Record<string, number> | undefined,
): ArmInput[] {
  return Object.entries(means).map(([arm, mean]) => {
    const sd = sds?.[arm];
    if (sd === undefined) throw new BadCall(`sds: state the standard deviation (divisor n - 1) of arm '${arm}'`);
    if (!(sd >= 0)) throw new BadCall(`sds: arm '${arm}' has ${sd}, and a standard deviation is not negative`);
    return { kind: "summary", arm, moments: { n: sizeOf(n, arm), mean, variance: sd * sd }, count: null };
  });
}

function sizeOf(n: Record<string, number> | undefined, arm: string): number {
  const size = n?.[arm];
  if (size === undefined) throw new BadCall(`n: state how many units arm '${arm}' has`);
  if (!Number.isInteger(size) || size < 1)
    throw new BadCall(`n: arm '${arm}' has ${size}, which is no whole number above 0`);
  return size;
}
