import { refusal } from "../../contract/outcome.ts";
import { conformalPredictive } from "../compose/conformal.ts";
import type { Ask, Predictive } from "../predictive.ts";

/** A fitted method for intermittent demand; plain JSON. */
export interface Demand {
  /** Demand per row that is forecast after the first t rows, t = 0…n. */
  rates: number[];
  y: number[];
  /** Row of the first demand above 0; null when there is none. */
  first: number | null;
  /** Smoothing weights by name. */
  weights: Record<string, number>;
  warnings: string[];
}

/** A state from its rates; no demand at all is told. */
export function demandState(y: Float64Array, rates: Float64Array, weights: Record<string, number>): Demand {
  const first = y.findIndex((value) => value > 0);
  const warnings = first < 0 ? [`none of ${y.length} values is above 0, so the rate is 0`] : [];
  return { rates: [...rates], y: [...y], first: first < 0 ? null : first, weights, warnings };
}

/** Sum of squared one-step errors after the first demand. */
export function squaredError(y: Float64Array, rates: Float64Array): number {
  const first = y.findIndex((value) => value > 0);
  let sum = 0;
  for (let t = first + 1; t < y.length; t++) sum += (y[t] - rates[t]) ** 2;
  return sum;
}

/** Refuses demand below 0. */
export function requireDemand(label: string, y: Float64Array): void {
  const negative = y.reduce((n, value) => n + (value < 0 ? 1 : 0), 0);
  if (negative === 0) return;
  const remedy = "take the returns out of the series, or use a model for any values such as AutoETS()";
  throw refusal("UnsuitableData", `${label}: ${negative} of ${y.length} demands are below 0; ${remedy}`, {
    check: "demand",
    observed: negative,
    required: 0,
    remedy,
  });
}

/**
 * The last rate at every step, with the signed errors that the rates of the past made at that step around it. No
 * quantile is below 0, which no demand is.
 */
export function predictDemand({ rates, y, first }: Demand, ask: Ask): Predictive {
  const { steps } = ask;
  const point = Float64Array.from(steps, () => rates[rates.length - 1]);
  const errors = Array.from({ length: steps[steps.length - 1] }, (_, k) => {
    // The first origin is the one after the first demand: before it the rate is not known.
    const from = first === null ? 1 : first + 1;
    return y.slice(from + k).map((value, i) => value - rates[from + i]);
  });
  const predicted = conformalPredictive(ask, point, "mean", errors, "empirical");
  return {
    ...predicted,
    quantile: (i, p) => Math.max(0, predicted.quantile(i, p)),
    method: `${predicted.method}, cut at 0`,
  };
}

/** One-step predictions; NaN up to the first demand. */
export function fittedDemand({ rates, y, first }: Demand): Float64Array {
  return Float64Array.from(y, (_, t) => (first === null || t > first ? rates[t] : Number.NaN));
}
