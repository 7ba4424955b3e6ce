import { mean } from "../../numerics/mean.ts";

/** Mean over rows of max(p(y − q), (p − 1)(y − q)): the loss whose least expectation is the p-quantile. */
export function pinballLoss(actual: Float64Array, predicted: Float64Array, p: number): number {
  return mean(
    actual.map((value, i) => {
      const error = value - predicted[i];
      return Math.max(p * error, (p - 1) * error);
    }),
  );
}
