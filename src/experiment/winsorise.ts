import { BadCall } from "../contract/outcome.ts";
import { quantile } from "../numerics/quantile.ts";
import type { Values } from "../numerics/values.ts";
import type { ArmInput, UnitsInput } from "./arm-input.ts";

/** Values cut at a cap, and how many were. */
export interface Capped {
  values: Float64Array;
  n_capped: number;
}

/** What capping did; the cap is one for all arms. */
export interface CapFacts {
  cap: number;
  /** The pooled type-7 quantile that the cap is, or null when it was stated. */
  quantile: number | null;
  n_capped: Record<string, number>;
  share_capped: number;
}

/** Lowers every value above `cap` to it. */
export function capValues(values: Values, cap: number): Capped {
  const capped = Float64Array.from(values);
  let n_capped = 0;
  for (let i = 0; i < capped.length; i++) {
    if (capped[i] <= cap) continue;
    capped[i] = cap;
    n_capped++;
  }
  return { values: capped, n_capped };
}

/** Caps the outcomes of all arms at one value: the one stated, or a quantile of all units together. */
export function capArms(
  arms: ArmInput[],
  { cap: stated, cap_quantile }: { cap?: number; cap_quantile?: number },
): { arms: ArmInput[]; winsorised: CapFacts | null } {
  if (stated === undefined && cap_quantile === undefined) return { arms, winsorised: null };
  const units = arms.map((arm): UnitsInput => {
    if (arm.kind !== "units") throw new BadCall("cap: needs the units, not a summary");
    return arm;
  });
  const cap = stated ?? quantile(pooled(units), cap_quantile ?? 1);
  const n_capped: Record<string, number> = {};
  let total = 0;
  const capped = units.map((arm) => {
    const { values, n_capped: n } = capValues(arm.y, cap);
    n_capped[arm.arm] = n;
    total += n;
    return { ...arm, y: values };
  });
  const n = units.reduce((sum, { y }) => sum + y.length, 0);
  return { arms: capped, winsorised: { cap, quantile: cap_quantile ?? null, n_capped, share_capped: total / n } };
}

function pooled(arms: readonly UnitsInput[]): Float64Array {
  const all = new Float64Array(arms.reduce((sum, { y }) => sum + y.length, 0));
  let at = 0;
  for (const { y } of arms) {
    all.set(y, at);
    at += y.length;
  }
  return all;
}
