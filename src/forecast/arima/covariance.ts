import { hessian } from "../../numerics/central-difference.ts";
import { cholesky, forwardSolve } from "../../numerics/cholesky.ts";
import { solveUpper } from "../../numerics/thin-qr.ts";
import type { Design } from "./design.ts";
import type { Estimate } from "./estimate.ts";

/**
 * Standard errors of the coefficients (ar, ma, sar, sma, then regressors in their own units): square roots of the
 * diagonal of the inverse observed information, the numerical Hessian of minus the log-likelihood. Null when that
 * matrix is not positive definite, as on the edge of stationarity or where coefficients cannot be told apart.
 */
export function standardErrors(design: Design, found: Estimate): Float64Array | null {
  const { coefficients, beta, count, likelihood } = found;
  const arma = coefficients.length;
  const at = Float64Array.of(...coefficients, ...beta);
  const size = at.length;
  if (size === 0) return new Float64Array(0);
  const information = hessian(likelihood.full, at).map((row) => row.map((value) => value * count));
  if (!information.every((row) => row.every(Number.isFinite))) return null;
  const lower = cholesky(information);
  if (lower === null) return null;
  // Var(A x) = A·I⁻¹·Aᵀ with A the identity above and scale·R⁻¹ below: column j of L⁻¹Aᵀ has the standard error as length.
  const errors = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    const row = new Float64Array(size);
    if (j < arma) row[j] = 1;
    else row.set(inverseRow(design, j - arma), arma);
    forwardSolve(lower, row);
    errors[j] = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
  }
  return errors;
}

/** Row j of scale·R⁻¹. */
function inverseRow({ triangle, scale }: Design, j: number): Float64Array {
  const row = new Float64Array(triangle.length);
  for (let c = j; c < row.length; c++) {
    const unit = new Float64Array(row.length);
    unit[c] = scale;
    solveUpper(triangle, unit);
    row[c] = unit[j];
  }
  return row;
}
