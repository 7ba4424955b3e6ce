import type { Predictive } from "../predictive.ts";
import { scaledPredictive, shiftedPredictive } from "../predictive-maps.ts";

/** Predictions times a positive number, plus a number: means stay means, and errors of models keep their weights. */
export function affinePredictive(inner: Predictive, times: number, plus: number): Predictive {
  const scaled = scaledPredictive(
    inner,
    inner.point.map(() => times),
  );
  const { linear } = inner;
  return {
    ...shiftedPredictive(
      scaled,
      inner.point.map(() => plus),
    ),
    ...(linear ? { linear: { sigma2: linear.sigma2 * times * times, psi: linear.psi } } : {}),
  };
}
