import type { Ask, Predictive } from "../predictive.ts";
import { coverageNotAttainable } from "../refusals.ts";

/** How residuals of the past become bounds around a point. */
export const CONFORMAL_METHODS = ["empirical", "empirical_residual", "conformal", "conformal_bonferroni"] as const;
export type ConformalMethod = (typeof CONFORMAL_METHODS)[number];

/**
 * Predictions around points from rolling-origin errors of the same step (`errors[h - 1]`), by `method`:
 * - empirical: the quantiles of the signed errors at rank (n + 1)p
 * - empirical_residual: point -+ the quantile of the absolute errors at rank (n + 1)c, for a coverage c
 * - conformal: the same at the next whole rank, split conformal prediction (Lei et al. 2018)
 * - conformal_bonferroni: the same for coverage 1 - (1 - c)/h, which holds at all h steps together
 *
 * A coverage c needs 2/(1 - c) errors, else the quantile refuses CoverageNotAttainable. No quantile crosses the point.
 */
export function conformalPredictive(
  ask: Pick<Ask, "label" | "steps">,
  point: Float64Array,
  point_is: Predictive["point_is"],
  errors: number[][],
  method: ConformalMethod,
): Predictive {
  const { label, steps } = ask;
  const of = steps.map((h) => errors[h - 1]);
  const farthest = steps[steps.length - 1];
  const sorted = of.map((found) =>
    Float64Array.from(found, method === "empirical" ? (error) => error : Math.abs).sort((a, b) => a - b),
  );
  const share = (p: number) => (method === "conformal_bonferroni" ? Math.min(p, 1 - p) / farthest : Math.min(p, 1 - p));
  const tail = Float64Array.from(sorted, (found) =>
    found.length < 2 ? Number.POSITIVE_INFINITY : (method === "conformal_bonferroni" ? farthest : 1) / found.length,
  );
  return {
    point,
    point_is,
    quantile(i, p) {
      const n = sorted[i].length;
      const least = share(p);
      // 1e-9: 1/(1 - 0.9) is a little above 10 in doubles.
      if (n < 2 || n * least < 1 - 1e-9) throw coverageNotAttainable(label, n, Math.ceil(1 / least - 1e-9));
      if (method === "empirical") return beside(point[i], point[i] + ranked(sorted[i], p), p);
      const width = least === 0.5 ? 0 : ranked(sorted[i], 1 - 2 * least, method !== "empirical_residual");
      return p < 0.5 ? point[i] - width : point[i] + width;
    },
    variance: tail.every(Number.isFinite) ? Float64Array.from(of, meanSquare) : null,
    distribution: null,
    method: `${method}, ${counts(sorted)} rolling-origin residuals a step`,
    tail,
    warnings: [],
  };
}

/** The value at rank (n + 1)p of ascending values, between neighbours or at the next whole rank; the ends are the ends. */
function ranked(sorted: Float64Array, p: number, whole = false): number {
  const n = sorted.length;
  const exact = (n + 1) * p;
  const rank = Math.min(n, Math.max(1, whole ? Math.ceil(exact - 1e-9) : exact));
  const low = Math.floor(rank);
  const above = sorted[Math.min(low, n - 1)];
  return sorted[low - 1] + (rank - low) * (above - sorted[low - 1]);
}

/** A quantile on its own side of the point. */
function beside(point: number, value: number, p: number): number {
  if (p === 0.5) return point;
  return p < 0.5 ? Math.min(point, value) : Math.max(point, value);
}

function meanSquare(errors: number[]): number {
  return errors.reduce((sum, error) => sum + (error * error) / errors.length, 0);
}

function counts(sorted: Float64Array[]): string {
  const sizes = sorted.map((found) => found.length);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? String(least) : `${least} to ${most}`;
}
