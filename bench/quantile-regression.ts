import { backwardSolve, cholesky, forwardSolve } from "../src/numerics/cholesky.ts";

/**
 * Coefficients that minimise the sum of check losses at probability p, by the majorise-minimise steps of Hunter & Lange
 * (2000): least squares with weights 1/(e + |residual|), e from 1 down to 1e-6.
 */
export function quantileRegression(rows: number[][], y: number[], p: number): number[] {
  const k = rows[0].length;
  let b = new Float64Array(k);
  for (let step = 0; step < 400; step++) {
    const e = Math.max(1e-6, 0.95 ** step);
    const normal = Array.from({ length: k }, () => new Float64Array(k));
    const right = new Float64Array(k);
    for (const [i, x] of rows.entries()) {
      const w = 1 / (e + Math.abs(y[i] - x.reduce((sum, v, j) => sum + v * b[j], 0)));
      for (let j = 0; j < k; j++) {
        right[j] += x[j] * (w * y[i] + 2 * p - 1);
        for (let l = 0; l < k; l++) normal[j][l] += w * x[j] * x[l];
      }
    }
    const lower = cholesky(normal);
    if (lower === null) throw new Error("the columns are linearly dependent");
    forwardSolve(lower, right);
    backwardSolve(lower, right);
    b = right;
  }
  return [...b];
}
