/**
 * AR coefficients (x(t) = Σ aᵢ·x(t − i) + ε) from partial autocorrelations, by Durbin's recursion; every |partial| < 1
 * gives a stationary polynomial and the other way round (Barndorff-Nielsen & Schou 1973, Jones 1980). Reads
 * `partials[from .. from + n)` and writes `out` there, times `sign` (−1 for an MA polynomial 1 + Σ θᵢBⁱ).
 */
export function fromPartials(partials: Float64Array, from: number, n: number, sign: number, out: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const partial = partials[from + k];
    out[from + k] = sign * partial;
    for (let i = 0, j = k - 1; i <= j; i++, j--) {
      const a = out[from + i];
      const b = out[from + j];
      out[from + i] = a - partial * b;
      if (i < j) out[from + j] = b - partial * a;
    }
  }
}

/** Partial autocorrelations of AR coefficients, the recursion run backwards; null when the polynomial is not stationary. */
export function toPartials(coefficients: ArrayLike<number>): Float64Array | null {
  const a = Float64Array.from(coefficients);
  for (let k = a.length - 1; k >= 0; k--) {
    const partial = a[k];
    if (!(Math.abs(partial) < 1)) return null;
    for (let i = 0, j = k - 1; i <= j; i++, j--) {
      const x = a[i];
      const y = a[j];
      a[i] = (x + partial * y) / (1 - partial * partial);
      if (i < j) a[j] = (y + partial * x) / (1 - partial * partial);
    }
  }
  return a;
}

/**
 * The smallest modulus of the roots of 1 − Σ aᵢzⁱ, to 1e-6 and at most `ceiling`: the largest ρ for which aᵢρⁱ is
 * stationary, by bisection on the test above (no root is computed).
 */
export function smallestRoot(coefficients: ArrayLike<number>, ceiling = 2): number {
  const outside = (rho: number) => toPartials(Array.from(coefficients, (a, i) => a * rho ** (i + 1))) !== null;
  if (outside(ceiling)) return ceiling;
  let [low, high] = [0, ceiling];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (outside(middle)) low = middle;
    else high = middle;
  }
  return low;
}
