import type { Transformer, Work } from "../../src/forecast/component.ts";
import { fitTransformer } from "../../src/forecast/compose/parts.ts";
import { describeFitted, type Fitted, fitSpec, predictFitted } from "../../src/forecast/engine.ts";
import type { Predictive } from "../../src/forecast/predictive.ts";
import { readSpec } from "../../src/forecast/spec/resolve-spec.ts";
import type { ComponentSpec } from "../../src/forecast/spec/spec.ts";
import type { Training } from "../../src/forecast/training.ts";
import type { NumberColumn } from "../../src/series/dataset/dataset.ts";

/** Work that nothing cancels or looks at. */
export const idle: Work = { tick: async () => {}, progress: () => {} };

/** Rows 0, 1, 2, … of a series without labels. */
export function trainOf(y: ArrayLike<number>, more: Partial<Training> = {}): Training {
  const index = {
    kind: "position",
    name: null,
    at: Float64Array.from(y, (_, t) => t),
    tz: null,
    style: "date",
  } as const;
  return { label: "y", y: Float64Array.from(y), x: [], first: 0, index, frequency: null, periods: [], ...more };
}

/** A specification fitted, its state as JSON keeps it. */
export async function fitText(text: string, train: Training): Promise<Fitted> {
  const fitted = await fitSpec(await readSpec(text), train, idle);
  return { spec: fitted.spec, state: JSON.parse(JSON.stringify(fitted.state)) };
}

/** Predictions at the steps, or at 1 to a number of them. */
export function predictAt(fitted: Fitted, steps: number | number[], x: NumberColumn[] = []): Promise<Predictive> {
  const at = typeof steps === "number" ? Array.from({ length: steps }, (_, i) => i + 1) : steps;
  return predictFitted(fitted, { label: "y", steps: at, x }, idle);
}

/** Fits and predicts. */
export async function forecastOf(text: string, train: Training, steps: number | number[], x: NumberColumn[] = []) {
  const fitted = await fitText(text, train);
  return { ...(await predictAt(fitted, steps, x)), found: describeFitted(fitted) };
}

/** A transformer fitted to rows, with its parts at hand. */
export async function transformed(text: string, train: Training) {
  const spec: ComponentSpec = await readSpec(text);
  const component = spec.component as Transformer;
  const state: unknown = JSON.parse(JSON.stringify((await fitTransformer(spec, train, idle)) ?? null));
  const rows = await component.transform(state, spec.params, train, idle);
  return { spec, component, state, rows, found: component.describe(state, spec.params) };
}
