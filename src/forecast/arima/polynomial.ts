import type { Orders } from "./orders.ts";

/**
 * Lag polynomials multiplied out: φ(B)Φ(Bᵐ) = 1 − Σ phi[i]·Bⁱ⁺¹ and θ(B)Θ(Bᵐ) = 1 + Σ theta[i]·Bⁱ⁺¹. The coefficients
 * come in the order ar, ma, sar, sma. `phi` (length p + mP) and `theta` (length q + mQ) are written in place.
 */
export function expandInto(coefficients: Float64Array, orders: Orders, phi: Float64Array, theta: Float64Array): void {
  const { p, q, P, Q, m } = orders;
  multiply(coefficients, 0, p, p + q, P, m, -1, phi);
  multiply(coefficients, p, q, p + q + P, Q, m, 1, theta);
}

function multiply(
  c: Float64Array,
  short: number,
  n: number,
  long: number,
  N: number,
  m: number,
  sign: number,
  out: Float64Array,
): void {
  out.fill(0);
  for (let i = 0; i < n; i++) out[i] += c[short + i];
  for (let j = 0; j < N; j++) {
    const lag = (j + 1) * m;
    out[lag - 1] += c[long + j];
    for (let i = 0; i < n; i++) out[lag + i] += sign * c[short + i] * c[long + j];
  }
}

/** Differencing as a recursion: z(t) = w(t) + Σ delta[i]·z(t − 1 − i), from (1 − B)ᵈ(1 − Bᵐ)ᴰ; length d + mD. */
export function differencing({ d, D, m }: Orders): Float64Array {
  let full = Float64Array.of(1);
  for (let i = 0; i < d + D; i++) {
    const lag = i < d ? 1 : m;
    const next = new Float64Array(full.length + lag);
    for (let k = 0; k < full.length; k++) {
      next[k] += full[k];
      next[k + lag] -= full[k];
    }
    full = next;
  }
  return full.subarray(1).map((c) => (c === 0 ? 0 : -c));
}

/** (1 − B)ᵈ(1 − Bᵐ)ᴰ applied to values; d + mD shorter. */
export function difference(values: ArrayLike<number>, { d, D, m }: Pick<Orders, "d" | "D" | "m">): Float64Array {
  let out = Float64Array.from(values);
  for (let i = 0; i < d + D; i++) {
    const lag = i < D ? m : 1;
    const next = new Float64Array(Math.max(0, out.length - lag));
    for (let t = 0; t < next.length; t++) next[t] = out[t + lag] - out[t];
    out = next;
  }
  return out;
}

/**
 * ψ weights of the integrated process: y(t) = Σ psi[j]·ε(t − j), psi[0] = 1, by ψ(j) = θ(j) + Σ φ*(i)·ψ(j − i) with φ* the
 * product of the AR and the differencing polynomial (Box & Jenkins). The h-step variance is σ²·Σ_{j<h} psi[j]².
 */
export function psiWeights(phi: Float64Array, theta: Float64Array, delta: Float64Array, n: number): Float64Array {
  const full = new Float64Array(phi.length + delta.length);
  for (let i = 0; i < phi.length; i++) full[i] += phi[i];
  for (let k = 0; k < delta.length; k++) {
    full[k] += delta[k];
    for (let i = 0; i < phi.length; i++) full[k + 1 + i] -= phi[i] * delta[k];
  }
  const psi = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    psi[j] = j === 0 ? 1 : j <= theta.length ? theta[j - 1] : 0;
    for (let i = 0; i < Math.min(j, full.length); i++) psi[j] += full[i] * psi[j - 1 - i];
  }
  return psi;
}
