/** Both tails of a distribution on (0, ∞) at x, and `slope` = x · density. */
export interface Tails {
  lower: number;
  upper: number;
  slope: number;
}

/**
 * The x > 0 with P(X ≤ x) = p, where q = 1 − p is given beside p: Newton's method on the logarithm of the smaller tail
 * against ln x (a straight line where the tail is a power), kept inside a bracket by bisection on ln x.
 * p ≤ 0 gives 0 and q ≤ 0 Infinity at the ends; outside [0, 1] or NaN gives NaN.
 */
export function tailQuantile(tails: (x: number) => Tails, p: number, q: number, start: number): number {
  if (!(p >= 0 && q >= 0)) return Number.NaN;
  if (p === 0) return 0;
  if (q === 0) return Number.POSITIVE_INFINITY;
  const useLower = p <= q;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let x = start;
  for (let i = 0; i < 200; i++) {
    const { lower, upper, slope } = tails(x);
    const miss = useLower ? Math.log(lower / p) : -Math.log(upper / q);
    if (miss === 0) return x;
    if (miss < 0) low = x;
    else high = x;
    let next = x * Math.exp((-miss * (useLower ? lower : upper)) / slope);
    if (!(next > low && next < high)) next = between(low, high);
    if (Math.abs(next - x) <= 2e-16 * x) return next;
    x = next;
  }
  return x;
}

/** Bisection on the logarithm; an end not found yet is sought by factors that grow fast enough to reach 10^±300. */
function between(low: number, high: number): number {
  if (low === 0) return high < 1 ? high * high * 0.5 : high / 4;
  if (high === Number.POSITIVE_INFINITY) return low > 1 ? low * low * 2 : low * 4;
  return Math.sqrt(low) * Math.sqrt(high);
}
