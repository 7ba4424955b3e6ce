import type { Orders } from "./orders.ts";
import { fromPartials } from "./partials.ts";

/** Coefficients from unbounded parameters: tanh gives partial autocorrelations, Durbin's recursion coefficients (Jones 1980). */
export function boundedInto(free: Float64Array, orders: Orders, work: Float64Array, out: Float64Array): void {
  const { p, q, P, Q } = orders;
  for (let i = 0; i < free.length; i++) work[i] = Math.tanh(free[i]);
  fromPartials(work, 0, p, 1, out);
  fromPartials(work, p, q, -1, out);
  fromPartials(work, p + q, P, 1, out);
  fromPartials(work, p + q + P, Q, -1, out);
}
