/** Work space for the moments of an ARMA process with p AR and q MA coefficients; r = max(p, q + 1). */
export interface Moments {
  p: number;
  q: number;
  r: number;
  /** Covariance of the state's entry i with y(t), i = 0 … r (0 at r); [0] is the variance, in units of σ². */
  first: Float64Array;
  /** Autoregressions of order 1 … p found on the way down, row k − 1 for order k. */
  lower: Float64Array;
  /** Autocovariances of the AR part alone, of y, the ψ weights, and the lagged products of the MA coefficients. */
  pure: Float64Array;
  gamma: Float64Array;
  psi: Float64Array;
  products: Float64Array;
}

/** Allocates the work space. */
export function moments(p: number, q: number): Moments {
  const r = Math.max(p, q + 1);
  return {
    p,
    q,
    r,
    first: new Float64Array(r + 1),
    lower: new Float64Array(p * p),
    pure: new Float64Array(r + q + 1),
    gamma: new Float64Array(r + 1),
    psi: new Float64Array(r),
    products: new Float64Array(q + 1),
  };
}

/**
 * Fills the moments of y(t) = Σ phi·y + ε + Σ theta·ε in units of σ², in O((p + q)²): autocovariances of the AR part by
 * running Durbin's recursion backwards (no linear system, no iteration, exact up to the unit circle), then the MA part
 * on top. False when the AR part is not stationary.
 */
export function momentsInto(phi: Float64Array, theta: Float64Array, m: Moments): boolean {
  if (!pureAutocovariances(phi, m)) return false;
  const { q, r, pure, gamma, psi, products } = m;
  const ma = (j: number) => (j === 0 ? 1 : theta[j - 1]);
  products.fill(0);
  for (let i = 0; i <= q; i++) {
    const a = ma(i);
    if (a !== 0) for (let j = i; j <= q; j++) products[j - i] += a * ma(j);
  }
  for (let k = 0; k <= r; k++) {
    gamma[k] = products[0] * pure[k];
    for (let l = 1; l <= q; l++) {
      if (products[l] !== 0) gamma[k] += products[l] * (pure[k + l] + pure[Math.abs(k - l)]);
    }
  }
  for (let k = 0; k < r; k++) {
    psi[k] = k <= q ? ma(k) : 0;
    for (let i = 0; i < Math.min(k, phi.length); i++) psi[k] += phi[i] * psi[k - 1 - i];
  }
  stateCovariances(phi, theta, m);
  return true;
}

/** Entry i of Harvey's state is Σ_{j ≥ i} phi[j]·y(t − 1 − j + i) + theta[j − 1]·ε(t − j + i). */
function stateCovariances(phi: Float64Array, theta: Float64Array, { r, q, first, gamma, psi }: Moments): void {
  first.fill(0);
  for (let j = 0; j < phi.length; j++) {
    if (phi[j] !== 0) for (let i = 0; i <= j; i++) first[i] += phi[j] * gamma[1 + j - i];
  }
  first[0] += 1;
  for (let j = 1; j <= Math.min(q, r - 1); j++) {
    if (theta[j - 1] !== 0) for (let i = 0; i <= j; i++) first[i] += theta[j - 1] * psi[j - i];
  }
}

function pureAutocovariances(phi: Float64Array, { p, pure, lower }: Moments): boolean {
  let variance = 1;
  if (p > 0) lower.set(phi, (p - 1) * p);
  for (let k = p - 1; k >= 0; k--) {
    const row = k * p;
    const partial = lower[row + k];
    if (!(Math.abs(partial) < 1)) return false;
    const left = 1 - partial * partial;
    variance /= left;
    for (let i = 0; i < k; i++) lower[row - p + i] = (lower[row + i] + partial * lower[row + k - 1 - i]) / left;
  }
  pure[0] = variance;
  for (let k = 1; k < pure.length; k++) {
    const order = Math.min(k, p);
    const row = (order - 1) * p;
    pure[k] = 0;
    for (let i = 0; i < order; i++) pure[k] += lower[row + i] * pure[k - 1 - i];
  }
  return Number.isFinite(variance);
}
