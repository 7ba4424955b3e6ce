import type { Values } from "./values.ts";

/** Gaps that differ by less than this share of the first count as equal. */
const UNIFORM = 1e-12;

/** Weights of the trapezoid rule on an ascending grid: half of the gaps beside each node. One node has weight 1. */
export function trapezoidWeights(t: Values): Float64Array {
  const n = t.length;
  if (n < 2) return new Float64Array(n).fill(1);
  return Float64Array.from({ length: n }, (_, j) => (t[Math.min(n - 1, j + 1)] - t[Math.max(0, j - 1)]) / 2);
}

/**
 * Weights of the composite Simpson rule on an ascending grid: exact for parabolas over each pair of gaps. An interval
 * that is left over takes the trapezoid rule. On uneven grids a weight is 0 or negative as soon as one gap of a pair is
 * at least twice the other. One node has weight 1.
 */
export function simpsonWeights(t: Values): Float64Array {
  const n = t.length;
  if (n < 3) return trapezoidWeights(t);
  const first = t[1] - t[0];
  let uniform = true;
  for (let j = 1; j < n; j++) if (!(Math.abs(t[j] - t[j - 1] - first) < UNIFORM * first)) uniform = false;
  const weights = new Float64Array(n);
  for (let j = 0; j + 2 < n; j += 2) {
    const [a, b] = uniform ? [first, first] : [t[j + 1] - t[j], t[j + 2] - t[j + 1]];
    const both = a + b;
    weights[j] += ((2 * a - b) * both) / (6 * a);
    weights[j + 1] += both ** 3 / (6 * a * b);
    weights[j + 2] += ((2 * b - a) * both) / (6 * b);
  }
  if (n % 2 === 0) {
    const half = (t[n - 1] - t[n - 2]) / 2;
    weights[n - 2] += half;
    weights[n - 1] += half;
  }
  return weights;
}
