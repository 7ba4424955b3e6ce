/**
 * The local fit at position x (in or outside 0…n−1) from the points `left`…`right`, inclusive. The bandwidth is the
 * distance to the farther end, plus half of what the span exceeds n (whole steps). All weights 0 gives NaN.
 */
export function loessAt(
  y: Float64Array,
  n: number,
  span: number,
  degree: 0 | 1,
  x: number,
  left: number,
  right: number,
  robust: Float64Array | null,
  weights: Float64Array,
): number {
  let h = Math.max(x - left, right - x);
  if (span > n) h += (span - n) >> 1;
  let sum = 0;
  for (let j = left; j <= right; j++) {
    const r = Math.abs(j - x);
    let w = 0;
    if (r <= 0.999 * h) {
      const u = r / h;
      const v = 1 - u * u * u;
      w = r <= 0.001 * h ? 1 : v * v * v;
      if (robust !== null) w *= robust[j];
    }
    weights[j] = w;
    sum += w;
  }
  if (!(sum > 0)) return Number.NaN;
  let center = 0;
  for (let j = left; j <= right; j++) center += weights[j] * j;
  center /= sum;
  let slope = 0;
  if (degree === 1 && h > 0) {
    let spread = 0;
    for (let j = left; j <= right; j++) spread += weights[j] * (j - center) * (j - center);
    spread /= sum;
    if (Math.sqrt(spread) > 0.001 * (n - 1)) slope = (x - center) / spread;
  }
  let fit = 0;
  for (let j = left; j <= right; j++) fit += weights[j] * (1 + slope * (j - center)) * y[j];
  return fit / sum;
}
