import { refusal } from "../../contract/outcome.ts";
import type { Transformer } from "../component.ts";
import type { Predictive } from "../predictive.ts";
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

/** What every scaler does with the scale that it has learned; missing values stay missing. */
export const SCALING = {
  tags: { "capability:missing_values": true },
  refuses: ["MissingValues"],
  minLength: () => 1,
  transform: (state, _params, train) => forwardRows(scaleMap(state), train),
  invert: ({ centre, spread }, _params, predicted: Predictive) => affinePredictive(predicted, spread, centre),
  apply: ({ centre, spread }, _params, predicted: Predictive) =>
    affinePredictive(predicted, 1 / spread, -centre / spread),
  update: (state) => state,
} satisfies Partial<Transformer<unknown, ScaleState>>;

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
