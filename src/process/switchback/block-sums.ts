import { mean } from "../../numerics/mean.ts";
import { orthonormalBasis, removeProjections } from "../../numerics/orthonormal-basis.ts";
import type { KeptSamples } from "./kept-samples.ts";

/**
 * What every assignment's coefficient follows from, summed over blocks (Frisch–Waugh): with Q an orthonormal basis of
 * [1, covariates] and M = I − QQ′, the OLS coefficient of an assignment a is a·Σ(My) / (a·n − |a·ΣQ|²).
 */
export interface BlockSums {
  /** Kept samples in all. */
  n: number;
  /** Kept samples of each block. */
  count: Float64Array;
  /** Σ My over each block. */
  residual: Float64Array;
  /** Σ of each column of Q over each block. */
  basis: Float64Array[];
}

/** The target without what the covariates explain, My, and the basis Q that was removed. */
export interface Residuals {
  values: Float64Array;
  basis: Float64Array[];
}

/** Removes the mean and the covariates (centred, each divided by its root mean square) from the target. */
export function residualsOf(y: Float64Array, covariates: readonly Float64Array[]): Residuals {
  const ones = new Float64Array(y.length).fill(1);
  const basis = orthonormalBasis([ones, ...covariates.map(standardized)]);
  const center = mean(y);
  const values = y.map((value) => value - center);
  removeProjections(values, basis);
  return { values, basis };
}

/** A constant column becomes zeros: what rounding leaves of it after centring is no information. */
function standardized(column: Float64Array): Float64Array {
  const center = mean(column);
  let squares = 0;
  for (const value of column) squares += (value - center) ** 2;
  const scale = Math.sqrt(squares / column.length);
  if (!(scale > 1e-13 * Math.abs(center))) return new Float64Array(column.length);
  return column.map((value) => (value - center) / scale);
}

/** Sums residuals, basis and counts over the blocks. */
export function blockSums(block: KeptSamples["block"], blocks: number, { values, basis }: Residuals): BlockSums {
  const sum = (column: Float64Array) => {
    const sums = new Float64Array(blocks);
    for (let i = 0; i < column.length; i++) sums[block[i]] += column[i];
    return sums;
  };
  return {
    n: values.length,
    count: sum(new Float64Array(values.length).fill(1)),
    residual: sum(values),
    basis: basis.map(sum),
  };
}
