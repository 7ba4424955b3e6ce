import { gcv } from "./choose-lambda.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { pSpline } from "./p-spline.ts";
import { edfAt, project, rssAt } from "./smooth.ts";

/** The λ of least GCV among the reference's 26, the first of equal ones; null when the grid is too close for a spline. */
export function referenceLambda(
  { t, rows }: CurveMatrix,
  { n_basis, penalty_order }: { n_basis: number; penalty_order: number },
): number | null {
  const [first, last] = [t[0], t[t.length - 1]];
  const spline = pSpline(
    t.map((x) => (x - first) / (last - first)),
    n_basis - 2,
    penalty_order,
  );
  if (spline === null) return null;
  const parts = project(spline, rows);
  const exponents = Array.from({ length: 13 }, (_, i) => i - 6);
  const lambdas = exponents.flatMap((e) => [1, 3.16].map((x) => (x * 10 ** e) / spline.per_difference));
  const costs = lambdas.map(
    (l) => gcv(rssAt(spline, parts, l), edfAt(spline, l), t.length) ?? Number.POSITIVE_INFINITY,
  );
  return lambdas[costs.indexOf(costs.reduce((least, x) => Math.min(least, x)))];
}

/** AIC and BIC as the reference has them: all N points of all curves together, the degrees of freedom counted once. */
export function pooledCriteria({ t, rows }: CurveMatrix, { rss, edf }: { rss: number; edf: number }) {
  const n = rows.length * t.length;
  const fit = n * Math.log(rss / n);
  return { aic_pooled: fit + 2 * edf, bic_pooled: fit + Math.log(n) * edf };
}
