import { binomialPmf, binomialSf } from "../../numerics/binomial.ts";
import type { ArmSizes } from "./comparison.ts";

/** Standard deviations (and a few units) around a mean that hold all but 10⁻¹⁸ of a binomial. */
const REACH = 9;

/** Chances that the pooled z-test rejects towards more and towards less, by enumeration of both arms. */
export interface ExactRejection {
  more: number;
  less: number;
}

/**
 * Exact rejection chances of the pooled two-proportion z-test at bound z: the sum over the control's count of its
 * chance times the treatment's chance beyond the bound. Sizes are whole. With p1 = p2 the sum of both is the true size.
 */
export function exactRejection(p1: number, p2: number, sizes: ArmSizes, z: number): ExactRejection {
  const more = tail(p1, p2, sizes, z);
  // Rejecting towards less is rejecting towards more among failures.
  const less = tail(1 - p1, 1 - p2, sizes, z);
  return { more, less };
}

function tail(p1: number, p2: number, { control: n1, treatment: n2 }: ArmSizes, z: number): number {
  const [low, high] = bulk(n1, p1);
  let bound = 0;
  let power = 0;
  for (let x1 = low; x1 <= high; x1++) {
    // The bound rises with the control's count.
    while (bound <= n2 && !rejects(x1, n1, bound, n2, z)) bound++;
    if (bound > n2) break;
    power += binomialPmf(x1, n1, p1) * binomialSf(bound - 1, n2, p2);
  }
  return power;
}

function bulk(n: number, p: number): [number, number] {
  const reach = REACH * Math.sqrt(n * p * (1 - p)) + 20;
  return [Math.max(0, Math.floor(n * p - reach)), Math.min(n, Math.ceil(n * p + reach))];
}

/** True when (x2/n2 − x1/n1)/√(p̄q̄(1/n1+1/n2)) > z. */
function rejects(x1: number, n1: number, x2: number, n2: number, z: number): boolean {
  const gap = x2 / n2 - x1 / n1;
  if (gap <= 0) return false;
  const pooled = (x1 + x2) / (n1 + n2);
  return gap > z * Math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2));
}
