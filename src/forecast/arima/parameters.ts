import { armaCount, type Orders } from "./orders.ts";
import { fromPartials, toPartials } from "./partials.ts";

/** The four blocks of the coefficient vector: where each starts, how long it is, and the sign of its polynomial. */
function blocks({ p, q, P, Q }: Orders): { from: number; n: number; sign: 1 | -1 }[] {
  return [
    { from: 0, n: p, sign: 1 },
    { from: p, n: q, sign: -1 },
    { from: p + q, n: P, sign: 1 },
    { from: p + q + P, n: Q, sign: -1 },
  ];
}

/** Coefficients from unbounded parameters: tanh gives partial autocorrelations, Durbin's recursion coefficients (Jones 1980). */
export function boundedInto(free: Float64Array, orders: Orders, work: Float64Array, out: Float64Array): void {
  const { p, q, P, Q } = orders;
  for (let i = 0; i < free.length; i++) work[i] = Math.tanh(free[i]);
  fromPartials(work, 0, p, 1, out);
  fromPartials(work, p, q, -1, out);
  fromPartials(work, p + q, P, 1, out);
  fromPartials(work, p + q + P, Q, -1, out);
}

/** A start stays this far from a partial autocorrelation of ±1, where tanh is flat. */
const EDGE = 0.97;

/**
 * Unbounded parameters of coefficients. A block that is not stationary (or invertible) is drawn in: its roots are
 * moved outwards together, coefficient i by ρⁱ, until it is.
 */
export function freeOf(coefficients: Float64Array, orders: Orders): Float64Array {
  const free = new Float64Array(armaCount(orders));
  for (const { from, n, sign } of blocks(orders)) {
    const block = coefficients.slice(from, from + n).map((c) => sign * c);
    let partials = toPartials(block);
    for (let rho = 0.95; partials === null && rho > 0.01; rho *= 0.95) {
      partials = toPartials(block.map((c, i) => c * rho ** (i + 1)));
    }
    if (partials !== null)
      free.set(
        partials.map((r) => Math.atanh(Math.max(-EDGE, Math.min(EDGE, r)))),
        from,
      );
  }
  return free;
}

/** The polynomials as autoregressions, for their roots: [ar, ma, sar, sma] blocks with the signs of an AR. */
export function blocksOf(coefficients: ArrayLike<number>, orders: Orders): number[][] {
  const all = Array.from(coefficients);
  return blocks(orders).map(({ from, n, sign }) => all.slice(from, from + n).map((c) => sign * c));
}
