/** Beyond this distance from 1 the ratio itself carries more digits than its excess. */
const NEAR = 0.3;

/** ln r, where the excess e = r − 1 is given beside r: neither a small r nor an r near 1 loses digits. */
export function logRatio(ratio: number, excess: number): number {
  return Math.abs(excess) > NEAR ? Math.log(ratio) : Math.log1p(excess);
}

/**
 * ln r − e with e = r − 1 given beside r, without cancellation near r = 1: with y = e/(2+e),
 * ln(1+e) = 2(y + y³/3 + y⁵/5 + …) and 2y = e − ey, so the value is 2(y³/3 + y⁵/5 + …) − ey.
 */
export function logRatioMinusExcess(ratio: number, excess: number): number {
  if (Math.abs(excess) > NEAR) return Math.log(ratio) - excess;
  const y = excess / (2 + excess);
  const y2 = y * y;
  let power = y * y2;
  let sum = 0;
  for (let k = 3; Math.abs(power) > 1e-18 * Math.abs(sum); k += 2, power *= y2) sum += power / k;
  return 2 * sum - y * excess;
}
