import { refusal } from "../contract/outcome.ts";
import { leadingSvd } from "../numerics/leading-svd.ts";
import type { Svd } from "../numerics/svd.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { uprightSign } from "./upright-sign.ts";

/** Functional principal components in the weighted inner product ⟨f, g⟩ = Σ_j w_j f(t_j) g(t_j). */
export interface Fpca {
  mean: Float64Array;
  /** Every eigenvalue that n curves on m points can have, min(n − 1, m) of them, falling; divisor n − 1. 0 within rounding is 0. */
  eigenvalues: Float64Array;
  /** Sum of all eigenvalues: the integrated variance, Σ_j w_j var(x(t_j)). */
  total_variance: number;
  /** The first components whose eigenvalue is not 0: Σ_j w_j φ_j² = 1, turned by `uprightSign`. */
  components: Float64Array[];
  /** `scores[k][i]` = ⟨x_i − mean, φ_k⟩. */
  scores: Float64Array[];
}

/**
 * Functional PCA with quadrature weights: singular values of √w-weighted centred curves (Ramsay & Silverman 2005, §8.4).
 * Weights are positive. A singular value that is rounding beside the curves' own size is 0 and has no component; a score
 * or an entry that is rounding is 0. Refuses NotIdentifiable when the curves do not vary.
 */
export function fpca(
  { label, t, rows }: CurveMatrix,
  weights: Float64Array,
  n_comp: number,
  { u, s, v }: Svd = leadingSvd(weightedDeviations(rows, weights), n_comp),
): Fpca {
  const mean = meanCurve(rows);
  const roots = weights.map(Math.sqrt);
  const rounding = roundingOf(rows, weights);
  const values = s.slice(0, Math.min(rows.length - 1, weights.length)).map((sigma) => (sigma > rounding ? sigma : 0));
  if (values[0] === 0) throw noVariance(label, rows.length);
  const eigenvalues = values.map((sigma) => sigma ** 2 / (rows.length - 1));
  const kept = values.slice(0, n_comp).filter((sigma) => sigma > 0);
  const scores = Array.from(kept, (sigma, k) => v[k].map((x) => orZero(x * sigma, rounding)));
  const components = Array.from(kept, (_, k) => {
    const component = u[k].map((x, j) => orZero(x, u[k].length * Number.EPSILON) / roots[j]);
    const sign = uprightSign(t, weights, component);
    scores[k] = scores[k].map((x) => sign * x);
    return component.map((x) => sign * x);
  });
  return { mean, eigenvalues, total_variance: eigenvalues.reduce((sum, x) => sum + x, 0), components, scores };
}

/** Curves less their mean, times √w: what `fpca` decomposes. */
export function weightedDeviations(rows: readonly Float64Array[], weights: Float64Array): Float64Array[] {
  const mean = meanCurve(rows);
  const roots = weights.map(Math.sqrt);
  return rows.map((row) => row.map((x, j) => (x - mean[j]) * roots[j]));
}

/** The mean at each grid point. */
export function meanCurve(rows: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(rows[0].length);
  for (const row of rows) for (let j = 0; j < mean.length; j++) mean[j] += row[j];
  return mean.map((sum) => sum / rows.length);
}

function orZero(x: number, rounding: number): number {
  return Math.abs(x) <= rounding ? 0 : x;
}

/** What subtracting the mean may leave of nothing: max(n, m)·ε times the curves' weighted Frobenius norm. */
function roundingOf(rows: readonly Float64Array[], weights: Float64Array): number {
  let sum = 0;
  for (const row of rows) for (let j = 0; j < row.length; j++) sum += weights[j] * row[j] ** 2;
  return Math.max(rows.length, weights.length) * Number.EPSILON * Math.sqrt(sum);
}

function noVariance(label: string, n: number): Error {
  const remedy = "give curves that differ";
  return refusal(
    "NotIdentifiable",
    `${label}: all ${n} curves are the same, so no direction of variation exists; ${remedy}`,
    {
      check: "variance",
      observed: 0,
      required: "> 0",
      remedy,
    },
  );
}
