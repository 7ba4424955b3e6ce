import { Refusal } from "../contract/outcome.ts";
import { type Forecast, intervalAt } from "./forecast.ts";
import { labelsAhead } from "./horizon.ts";
import type { Model } from "./models.ts";

/** A forecast as it is drawn: a line that starts at the last value, and bands, the widest first. */
export interface Ahead {
  line: { x: Float64Array; v: Float64Array };
  bands: { name: string; x: Float64Array; lower: Float64Array; upper: Float64Array }[];
}

/** Coverages of the bands. */
const COVERAGES = [0.95, 0.8];

/** The line and the bands of a forecast; no bands where the model gives no intervals. */
export function aheadOf(model: Model, { horizon, predicted }: Forecast): Ahead {
  const { index, y } = model.data;
  const start = { at: index.at[index.at.length - 1], value: y.values[y.values.length - 1] };
  const x = Float64Array.from([start.at, ...labelsAhead(model, horizon.steps)]);
  const line = { x, v: Float64Array.from([start.value, ...predicted.point]) };
  try {
    const bands = COVERAGES.map((coverage) => {
      const bounds = Array.from(predicted.point, (_, i) => intervalAt(predicted, i, coverage));
      return {
        name: `${100 * coverage} %`,
        x,
        lower: Float64Array.from([start.value, ...bounds.map(({ lower }) => lower)]),
        upper: Float64Array.from([start.value, ...bounds.map(({ upper }) => upper)]),
      };
    });
    return { line, bands };
  } catch (error) {
    if (error instanceof Refusal) return { line, bands: [] };
    throw error;
  }
}
