/**
 * ln(1+x) − x without cancellation near 0: with y = x/(2+x), ln(1+x) = 2(y + y³/3 + y⁵/5 + …) and 2y = x − xy, so the
 * value is 2(y³/3 + y⁵/5 + …) − xy. x ≤ −1 follows Math.log1p (−∞, then NaN).
 */
export function log1pMinus(x: number): number {
  if (Math.abs(x) > 0.3) return Math.log1p(x) - x;
  const y = x / (2 + x);
  const y2 = y * y;
  let power = y * y2;
  let sum = 0;
  for (let k = 3; Math.abs(power) > 1e-18 * Math.abs(sum); k += 2, power *= y2) sum += power / k;
  return 2 * sum - y * x;
}
