import type { Ask, Predictive } from "../predictive.ts";
import type { Training } from "../training.ts";
import { affinePredictive } from "./affine.ts";

/** (y - centre)/spread. */
export interface ScaleState {
  centre: number;
  /** Positive. */
  spread: number;
}

/** Rows on the scale. */
export function scaleRows({ centre, spread }: ScaleState, train: Training): Training {
  return { ...train, y: train.y.map((value) => (value - centre) / spread) };
}

/** Predictions of the series from predictions on the scale. */
export function unscale({ centre, spread }: ScaleState, predicted: Predictive): Predictive {
  return affinePredictive(predicted, spread, centre);
}

/** Predictions on the scale from predictions of the series. */
export function rescale({ centre, spread }: ScaleState, predicted: Predictive, _ask: Ask): Predictive {
  return affinePredictive(predicted, 1 / spread, -centre / spread);
}

/** The known values of a column. */
export function known(y: Float64Array): Float64Array {
  return y.filter((value) => Number.isFinite(value));
}
