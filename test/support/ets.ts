import { type Fitted, forecasterOf } from "../../src/forecast/engine.ts";

/** One-step predictions of the rows that a forecaster was fitted on. */
export function fittedValues({ spec, state }: Fitted): Float64Array {
  return forecasterOf(spec).fitted?.(state, spec.params) ?? new Float64Array(0);
}
