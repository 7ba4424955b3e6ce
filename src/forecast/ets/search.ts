import { minimizeInBox } from "../../numerics/minimize-in-box.ts";
import { type EtsBounds, type EtsFixed, etsCoordinates, toCoordinates } from "./coordinates.ts";
import type { EtsForm } from "./form.ts";
import { negativeLogLikelihood } from "./likelihood.ts";
import { type EtsModel, etsModel } from "./model.ts";
import { etsObjective } from "./objective.ts";
import { type Start, starts } from "./starts.ts";

/** How hard to look. */
export interface EtsEffort {
  /** Searches from the likeliest starts. */
  starts: number;
  /** Gain in log-likelihood below which a search has ended. */
  tolerance: number;
}

/** Enough to tell which forms lead. */
export const QUICK: EtsEffort = { starts: 4, tolerance: 1e-6 };
/** For the number that is reported. */
export const FULL: EtsEffort = { starts: 12, tolerance: 1e-9 };

const MAX_ITERATIONS = 500;

/** The likeliest point found of a form. */
export interface EtsOptimum {
  model: EtsModel;
  point: Float64Array;
  /** Minus the log-likelihood of the data as they were given, on R's scale. */
  value: number;
  converged: boolean;
}

/** Searches the likelihood of data whose mean size is about 1. Null when no start allows positive means. */
export function searchEts(
  y: Float64Array,
  form: EtsForm,
  fixed: EtsFixed,
  bounds: EtsBounds,
  effort: EtsEffort,
): EtsOptimum | null {
  const steps = searchSteps(y, form, fixed, bounds, effort);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps, one a start, so that a caller can let others run between them. */
export function* searchSteps(
  y: Float64Array,
  form: EtsForm,
  fixed: EtsFixed,
  bounds: EtsBounds,
  effort: EtsEffort,
): Generator<void, EtsOptimum | null, void> {
  const model = etsModel(form, y);
  let best: Omit<EtsOptimum, "model"> | null = null;
  for (const start of starts(model, form, fixed, bounds).slice(0, effort.starts)) {
    yield;
    const found = descend(model, form, fixed, bounds, start, effort.tolerance);
    if (best === null || found.value < best.value) best = found;
  }
  return best && { model, ...best };
}

/** Down from one start. */
function descend(
  model: EtsModel,
  form: EtsForm,
  fixed: EtsFixed,
  bounds: EtsBounds,
  start: Start,
  tolerance: number,
): Omit<EtsOptimum, "model"> {
  const point = start.point.slice();
  negativeLogLikelihood(model, point);
  const size = Math.max(1e-6, Math.sqrt(model.sse / model.y.length));
  const coordinates = etsCoordinates(form, fixed, bounds, { size, level: 1 });
  const objective = etsObjective(model, coordinates, point);
  const found = minimizeInBox(objective, toCoordinates(coordinates, point), coordinates.lower, coordinates.upper, {
    tolerance,
    maxIterations: MAX_ITERATIONS,
  });
  objective(found.x, new Float64Array(found.x.length));
  return { point, value: found.value, converged: found.converged };
}
