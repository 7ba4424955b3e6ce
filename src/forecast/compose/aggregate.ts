/** How members of an ensemble become one value. */
export const AGGREGATES = ["mean", "median", "min", "max", "gmean"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/**
 * One value of several, with weights that add up to 1. The weighted median is the least value at which half of the
 * weight is reached, between two where it is exactly half. min and max know no weights. gmean needs positive values.
 */
export function aggregate(values: number[], by: Aggregate, weights: number[]): number {
  if (by === "min") return Math.min(...values);
  if (by === "max") return Math.max(...values);
  if (by === "median") return weightedMedian(values, weights);
  if (by === "gmean") return Math.exp(values.reduce((sum, value, i) => sum + weights[i] * Math.log(value), 0));
  return values.reduce((sum, value, i) => sum + weights[i] * value, 0);
}

const ROUNDING = 1e-12;

function weightedMedian(values: number[], weights: number[]): number {
  const order = values.map((value, i) => ({ value, weight: weights[i] })).sort((a, b) => a.value - b.value);
  let sum = 0;
  for (const [i, { value, weight }] of order.entries()) {
    sum += weight;
    if (Math.abs(sum - 0.5) < ROUNDING && i + 1 < order.length) return (value + order[i + 1].value) / 2;
    if (sum > 0.5) return value;
  }
  return order[order.length - 1].value;
}
