import type { Orders } from "./orders.ts";
import { smallestRoot } from "./partials.ts";

/** The factors as autoregressions, for their roots: ar, ma, sar, sma, with the signs of an AR. */
function factorsOf(coefficients: ArrayLike<number>, { p, q, P, Q }: Orders): number[][] {
  const all = Array.from(coefficients);
  const minus = (factor: number[]) => factor.map((c) => -c);
  const [ma, sar, sma] = [p, p + q, p + q + P];
  return [all.slice(0, ma), minus(all.slice(ma, sar)), all.slice(sar, sma), minus(all.slice(sma, sma + Q))];
}

/** The root of either polynomial that is nearest to the unit circle, up to 2; a seasonal one counts with its m-th root. */
export function rootOf(coefficients: ArrayLike<number>, orders: Orders): { part: "AR" | "MA"; modulus: number } {
  let nearest: { part: "AR" | "MA"; modulus: number } = { part: "AR", modulus: 2 };
  factorsOf(coefficients, orders).forEach((factor, i) => {
    const seasonal = i >= 2;
    const root = smallestRoot(factor, seasonal ? 2 ** Math.min(orders.m, 50) : 2);
    const modulus = seasonal ? root ** (1 / orders.m) : root;
    if (modulus < nearest.modulus) nearest = { part: i % 2 === 0 ? "AR" : "MA", modulus };
  });
  return nearest;
}
