import { type StlOptions, stl } from "../decompose/stl.ts";

/** Origins from which the past is forecast again, at most, and errors that a step must have. */
const ORIGINS = 24;
const LEAST = 6;

/** A repeated season, a drifting trend and the seasonal means of the remainder, at the steps 1…`horizon`. */
export function plainForecast(y: Float64Array, sp: number, options: StlOptions, horizon: number): Float64Array {
  const { seasonal, trend, remainder } = stl(y, sp, options);
  const n = y.length;
  const slope = (trend[n - 1] - trend[0]) / (n - 1);
  return Float64Array.from({ length: horizon }, (_, i) => {
    const season = n - sp + (i % sp);
    let [sum, count] = [0, 0];
    for (let t = season; t >= 0; t -= sp, count++) sum += remainder[t];
    return seasonal[season] + trend[n - 1] + (i + 1) * slope + sum / count;
  });
}

/**
 * Mean squared errors of that forecast at the steps 1, 2, … from up to 24 origins in the later half of the series, each
 * decomposed anew: STL fits so closely that its remainders say little about what comes. Never falling with the step;
 * ends with the last step that has 6 errors, empty where none has.
 */
export function pastSpread(y: Float64Array, sp: number, options: StlOptions): Float64Array {
  const n = y.length;
  const first = Math.max(2 * sp, Math.floor(n / 2));
  const stride = Math.max(1, Math.floor((n - first) / ORIGINS));
  const squares = new Float64Array(n - first);
  const counts = new Uint32Array(n - first);
  for (let origin = first; origin < n; origin += stride) {
    const predicted = plainForecast(y.subarray(0, origin), sp, options, n - origin);
    for (let i = 0; i < predicted.length; i++) {
      squares[i] += (y[origin + i] - predicted[i]) ** 2;
      counts[i]++;
    }
  }
  const reach = counts.findIndex((count) => count < LEAST);
  let most = 0;
  return squares.subarray(0, reach < 0 ? counts.length : reach).map((sum, i) => {
    most = Math.max(most, sum / counts[i]);
    return most;
  });
}
