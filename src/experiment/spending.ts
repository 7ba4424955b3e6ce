import { normalCdf, normalQuantile } from "../numerics/normal.ts";

/** How the type-I error is spent over the information fraction. `phi` is the exponent of the power family. */
export type Spending = { kind: "obrien_fleming" } | { kind: "pocock" } | { kind: "power"; phi: number };

/** The words of the formula, for an answer. */
export function spendingFormula(spending: Spending, sides: 1 | 2): string {
  if (spending.kind === "pocock") return "alpha ln(1 + (e-1) t)";
  if (spending.kind === "power") return `alpha t^${spending.phi}`;
  return sides === 2 ? "4 (1 - Phi(z(1-alpha/4) / sqrt(t)))" : "2 (1 - Phi(z(1-alpha/2) / sqrt(t)))";
}

/**
 * Error spent by information fraction t (Lan & DeMets 1983), both tails together when `sides` is 2. Above t = 1
 * everything is spent; at t ≤ 0 nothing.
 */
export function spentAlpha(spending: Spending, alpha: number, t: number, sides: 1 | 2): number {
  if (t <= 0) return 0;
  if (t >= 1) return alpha;
  if (spending.kind === "pocock") return alpha * Math.log1p((Math.E - 1) * t);
  if (spending.kind === "power") return alpha * t ** spending.phi;
  const perTail = alpha / sides;
  return sides * 2 * normalCdf(normalQuantile(perTail / 2) / Math.sqrt(t));
}
