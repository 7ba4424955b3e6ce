import { BadCall } from "../contract/outcome.ts";
import type { SmoothBasis } from "./demmler-reinsch.ts";
import { type FourierPenalty, fourierBasis } from "./fourier-basis.ts";
import { pSpline } from "./p-spline.ts";

/**
 * Bases: cubic B-splines that all live on the grid's interval, with one more beyond each end as the reference system has,
 * or a Fourier series.
 */
export const BASES = ["bspline", "fdars", "fourier"] as const;

export type BasisName = (typeof BASES)[number];

/** The fewest functions of each basis. */
export const FEWEST_FUNCTIONS: Record<BasisName, number> = { bspline: 4, fdars: 6, fourier: 3 };

/** A basis and what is priced. */
export interface BasisRequest {
  basis: BasisName;
  n_basis: number;
  penalty_order: FourierPenalty;
  /** fourier: length of a cycle in the grid's unit; null or absent: the domain's. */
  period?: number | null;
}

/** BadCall for what does not go together: functions too few, an even Fourier basis, a period or harmonic without one. */
export function requireBasis({
  basis,
  n_basis,
  penalty_order,
  period,
}: Omit<BasisRequest, "n_basis"> & { n_basis: number | "auto" }): void {
  if (n_basis !== "auto" && n_basis < FEWEST_FUNCTIONS[basis])
    throw new BadCall(`n_basis: the ${basis} basis has at least ${FEWEST_FUNCTIONS[basis]} functions`);
  if (basis !== "fourier") {
    if (penalty_order === "harmonic") throw new BadCall(`penalty_order: harmonic is for fourier, not for ${basis}`);
    if (period !== undefined && period !== null) throw new BadCall(`period: ${basis} has none; leave it out`);
    return;
  }
  if (period !== undefined && period !== null && !(period > 0)) throw new BadCall("period: expected a number above 0");
  if (n_basis !== "auto" && n_basis % 2 === 0)
    throw new BadCall(
      `n_basis: a fourier basis is a constant and pairs of sine and cosine, an odd number, not ${n_basis}`,
    );
  if (penalty_order === "harmonic" && n_basis === 3)
    throw new BadCall("n_basis: with harmonic 3 functions cost nothing, so at least 5 are needed");
}

/** Functions that cost nothing: polynomials below the order, or a constant with or without one wave. */
export function freeFunctions({ basis, penalty_order }: Pick<BasisRequest, "basis" | "penalty_order">): number {
  if (penalty_order === "harmonic") return 3;
  return basis === "fourier" ? 1 : penalty_order;
}

/** A basis with its λ per squared difference, which only splines have. */
export type NamedBasis = SmoothBasis & { per_difference: number | null };

/** The basis of points t over a domain. Null when they do not tell its functions apart; see `demmlerReinsch`. */
export function basisOn(
  t: Float64Array,
  [from, to]: readonly [number, number],
  request: BasisRequest,
): NamedBasis | null {
  const length = to - from;
  const u = t.map((x) => (x - from) / length);
  const { basis, n_basis, penalty_order } = request;
  if (basis === "fourier") {
    const found = fourierBasis(u, n_basis, penalty_order, (request.period ?? length) / length);
    return found && { ...found, per_difference: null };
  }
  if (penalty_order === "harmonic") throw new BadCall("penalty_order: harmonic is for fourier");
  // The two functions that the reference's layout puts beyond the ends are 0 on the interval and free of the penalty.
  return pSpline(u, basis === "fdars" ? n_basis - 2 : n_basis, penalty_order);
}
