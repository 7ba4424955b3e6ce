import type { Description, Work } from "../../src/forecast/component.ts";
import { describeFitted, type Fitted, fitSpec, forecasterOf, predictFitted } from "../../src/forecast/engine.ts";
import { decodeState, encodeState } from "../../src/forecast/model-state.ts";
import type { Predictive } from "../../src/forecast/predictive.ts";
import { readSpec } from "../../src/forecast/spec/resolve-spec.ts";
import type { Training } from "../../src/forecast/training.ts";

/** Work that nobody watches. */
export const idle: Work = { tick: async () => {}, progress: () => {} };

/** Values as rows 0, 1, 2, … of a series named y, with the seasons that a calendar would suggest. */
export function trainingOf(y: ArrayLike<number>, periods: number[] = []): Training {
  return {
    label: "y",
    y: Float64Array.from(y),
    x: [],
    first: 0,
    index: { kind: "position", name: null, at: Float64Array.from(y, (_, i) => i), tz: null, style: "date" },
    frequency: null,
    periods,
  };
}

/** A fitted specification, and what can be asked of it. */
export interface Tried {
  fitted: Fitted;
  found: Description;
  predict(horizon: number): Promise<Predictive>;
  insample(): Float64Array;
}

/** Fits a specification to values; the state goes through the bytes that are kept. */
export async function tryForecaster(text: string, y: ArrayLike<number>, periods: number[] = []): Promise<Tried> {
  const { spec, state } = await fitSpec(await readSpec(text), trainingOf(y, periods), idle);
  const fitted = { spec, state: decodeState(encodeState(state)) as unknown };
  const steps = (horizon: number) => Array.from({ length: horizon }, (_, i) => i + 1);
  return {
    fitted,
    found: describeFitted(fitted),
    predict: (horizon) => predictFitted(fitted, { label: "y", steps: steps(horizon), x: [] }, idle),
    insample: () => forecasterOf(fitted.spec).fitted?.(fitted.state, fitted.spec.params) ?? new Float64Array(0),
  };
}
