import { refusal } from "../../contract/outcome.ts";
import type { Ask, Predictive } from "../predictive.ts";
import type { Training } from "../training.ts";
import { affinePredictive } from "./affine.ts";
import { forwardRows, type Monotone } from "./monotone.ts";

/** (y - centre)/spread. */
export interface ScaleState {
  centre: number;
  /** Positive. */
  spread: number;
}

/** The scale as a map of values. */
export function scaleMap({ centre, spread }: ScaleState): Monotone {
  return {
    name: "the scale",
    forward: (value) => (value - centre) / spread,
    backward: (value) => value * spread + centre,
  };
}

/** Rows on the scale. */
export function scaleRows(state: ScaleState, train: Training): Training {
  return forwardRows(scaleMap(state), train);
}

/** Predictions of the series from predictions on the scale. */
export function unscale({ centre, spread }: ScaleState, predicted: Predictive): Predictive {
  return affinePredictive(predicted, spread, centre);
}

/** Predictions on the scale from predictions of the series. */
export function rescale({ centre, spread }: ScaleState, predicted: Predictive, _ask: Ask): Predictive {
  return affinePredictive(predicted, 1 / spread, -centre / spread);
}

/** The known values of a column. Refuses MissingValues where none is. */
export function known({ label, y }: Pick<Training, "label" | "y">): Float64Array {
  const values = y.filter((value) => Number.isFinite(value));
  if (values.length > 0) return values;
  const remedy = "give a column with values";
  throw refusal("MissingValues", `${label}: all of ${y.length} values are missing, so they have no scale; ${remedy}`, {
    check: "complete",
    observed: y.length,
    required: 0,
    remedy,
  });
}
