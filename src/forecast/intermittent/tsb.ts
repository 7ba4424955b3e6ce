import { type Demand, demandState } from "./demand.ts";

/**
 * The method of Teunter, Syntetos & Babai (2011): the size of a demand is smoothed when there is one (weight α), its
 * probability in every row (weight β), and the forecast is their product; a dying demand dies in it. It starts with the
 * first demand and a probability of ½. No demand at all is a rate of 0. Values are ≥ 0.
 */
export function fitTsb(y: Float64Array, alpha: number, beta: number): Demand {
  const first = y.findIndex((value) => value > 0);
  const rates = new Float64Array(y.length + 1);
  let size = first < 0 ? 0 : y[first];
  let probability = 0.5;
  rates[0] = size * probability;
  for (let t = 0; t < y.length; t++) {
    if (y[t] > 0) size += alpha * (y[t] - size);
    probability += beta * ((y[t] > 0 ? 1 : 0) - probability);
    rates[t + 1] = size * probability;
  }
  return demandState(y, rates, { alpha, beta });
}
