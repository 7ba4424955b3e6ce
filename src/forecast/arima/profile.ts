import type { Whitener } from "./whitener.ts";

/** Regression of the whitened series on its whitened regressors. */
export interface Profile {
  /** Coefficients of the regressors; overwritten by every call. */
  beta: Float64Array;
  /** Cross-products of the whitened columns (1 + k) × (1 + k), by rows, upper triangle. */
  products: Float64Array;
  /** Least sum of squares over beta, after `solve`. NaN when the regressors are dependent. */
  solve(): number;
  /** The sum of squares at a given beta. */
  at(beta: Float64Array, from: number): number;
}

/** Sums of squares on top of a whitener, with the regression coefficients at their best or as given. Allocates here only. */
export function profile({ whitened }: Pick<Whitener, "whitened">): Profile {
  const size = whitened.length;
  const k = size - 1;
  const products = new Float64Array(size * size);
  const beta = new Float64Array(k);
  const lower = new Float64Array(k * k);
  const fill = () => {
    for (let a = 0; a < size; a++) {
      for (let b = a; b < size; b++) products[a * size + b] = dot(whitened[a], whitened[b]);
    }
  };
  const solve = () => {
    fill();
    if (k === 0) return products[0];
    if (!factor(products, size, lower, k)) return Number.NaN;
    forwardInPlace(products, lower, beta, k);
    let explained = 0;
    for (let i = 0; i < k; i++) explained += beta[i] * beta[i];
    for (let i = k - 1; i >= 0; i--) {
      for (let j = i + 1; j < k; j++) beta[i] -= lower[j * k + i] * beta[j];
      beta[i] /= lower[i * k + i];
    }
    return Math.max(0, products[0] - explained);
  };
  const at = (given: Float64Array, from: number) => {
    fill();
    let sum = products[0];
    for (let a = 0; a < k; a++) {
      sum -= 2 * given[from + a] * products[a + 1];
      for (let b = 0; b < k; b++) {
        const [low, high] = a < b ? [a, b] : [b, a];
        sum += given[from + a] * given[from + b] * products[(low + 1) * size + high + 1];
      }
    }
    return sum;
  };
  return { beta, products, solve, at };
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < x.length; t++) sum += x[t] * y[t];
  return sum;
}

/** Cholesky factor of the regressors' cross-products, by rows; false when a column adds nothing to those before it. */
function factor(products: Float64Array, size: number, lower: Float64Array, k: number): boolean {
  for (let i = 0; i < k; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = products[(j + 1) * size + i + 1];
      for (let l = 0; l < j; l++) sum -= lower[i * k + l] * lower[j * k + l];
      if (j < i) lower[i * k + j] = sum / lower[j * k + j];
      else if (sum > 1e-12 * products[(i + 1) * size + i + 1]) lower[i * k + i] = Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

function forwardInPlace(products: Float64Array, lower: Float64Array, beta: Float64Array, k: number): void {
  for (let i = 0; i < k; i++) {
    beta[i] = products[i + 1];
    for (let l = 0; l < i; l++) beta[i] -= lower[i * k + l] * beta[l];
    beta[i] /= lower[i * k + i];
  }
}
