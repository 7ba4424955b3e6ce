import type { Ask, Predictive } from "../predictive.ts";
import { mappedPredictive } from "../predictive-maps.ts";
import type { Training } from "../training.ts";

/** An increasing function of values and its inverse. */
export interface Monotone {
  name: string;
  forward(value: number): number;
  backward(value: number): number;
}

/** Rows with each known value transformed. */
export function forwardRows({ forward }: Monotone, train: Training): Training {
  return { ...train, y: train.y.map(forward) };
}

/** Predictions of the series from those of its transform: quantiles go back exactly, the point becomes the median. */
export function backward(map: Monotone, predicted: Predictive, { label }: Ask): Predictive {
  return mappedPredictive(
    predicted,
    map.backward,
    `${predicted.method}; quantiles through the inverse of ${map.name}`,
    label,
  );
}

/** Predictions of the transform from those of the series. */
export function forward(map: Monotone, predicted: Predictive, { label }: Ask): Predictive {
  return mappedPredictive(predicted, map.forward, `${predicted.method}; quantiles through ${map.name}`, label);
}
