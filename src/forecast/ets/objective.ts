import type { Objective } from "../../numerics/minimize-in-box.ts";
import { isAdmissible } from "./admissible.ts";
import { type EtsCoordinates, toCoordinateGradient, toPoint } from "./coordinates.ts";
import { likelihoodGradient } from "./gradient.ts";
import { negativeLogLikelihood } from "./likelihood.ts";
import type { EtsModel } from "./model.ts";

/** Errors of this size, in data whose mean size is 1, are rounding. */
const ROUNDING = 1e-13;

/** Σe² at or below this is rounding: the fit is exact. */
export function exactSse(n: number): number {
  return n * ROUNDING * ROUNDING;
}

/**
 * Minus the log-likelihood over the coordinates, with its gradient; `point` holds the given parameters and is where the
 * rest is written. An exact fit is as good as it gets:
 * its value is ½·n·ln `exactSse(n)` whatever the kind of error, its gradient 0.
 */
export function etsObjective(model: EtsModel, coordinates: EtsCoordinates, point: Float64Array): Objective {
  const byPoint = new Float64Array(point.length);
  const scratch = new Float64Array(model.m + 2);
  const exact = exactSse(model.y.length);
  return (z, byZ) => {
    toPoint(coordinates, z, point);
    if (coordinates.admissible && !isAdmissible(model, point, scratch)) return Number.POSITIVE_INFINITY;
    const value = negativeLogLikelihood(model, point);
    if (value === Number.POSITIVE_INFINITY) return value;
    if (model.sse > exact) {
      likelihoodGradient(model, point, byPoint);
      toCoordinateGradient(coordinates, z, point, byPoint, byZ);
      return value;
    }
    byZ.fill(0);
    return 0.5 * model.y.length * Math.log(exact);
  };
}
