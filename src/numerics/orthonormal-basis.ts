import type { Values } from "./values.ts";

/** A column whose part outside the others is this much smaller than the longest column adds nothing to the span. */
const RANK_TOLERANCE = 1e-10;

/**
 * Orthonormal columns that span the same space as `columns` (equal length n), by Gram–Schmidt with column pivoting,
 * each projection done twice so that the result is orthogonal to rounding (Giraud et al. 2005). Dependent columns are
 * dropped: fewer columns may come back than went in, none when all are zero.
 */
export function orthonormalBasis(columns: readonly Values[]): Float64Array[] {
  const rest = columns.map((column) => Float64Array.from(column));
  const longest = Math.max(0, ...rest.map(norm));
  const basis: Float64Array[] = [];
  while (rest.length > 0) {
    const lengths = rest.map(norm);
    const pivot = lengths.indexOf(Math.max(...lengths));
    const [column] = rest.splice(pivot, 1);
    removeProjections(column, basis);
    const length = norm(column);
    if (!(length > RANK_TOLERANCE * longest)) break;
    for (let i = 0; i < column.length; i++) column[i] /= length;
    basis.push(column);
    for (const other of rest) removeProjections(other, [column]);
  }
  return basis;
}

/** Subtracts from `column`, in place, its projections on orthonormal `basis` columns, twice over. */
export function removeProjections(column: Float64Array, basis: readonly Float64Array[]): void {
  for (let pass = 0; pass < 2; pass++) {
    for (const unit of basis) {
      let dot = 0;
      for (let i = 0; i < column.length; i++) dot += column[i] * unit[i];
      for (let i = 0; i < column.length; i++) column[i] -= dot * unit[i];
    }
  }
}

function norm(column: Values): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i] * column[i];
  return Math.sqrt(sum);
}
