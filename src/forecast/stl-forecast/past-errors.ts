import { type StlOptions, stl } from "../decompose/stl.ts";
import { fitSes } from "../ses.ts";

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

/** What the rows up to an origin forecast at the steps 1…`horizon`; null where they cannot. */
type FromOrigin = (rows: Float64Array, horizon: number) => Promise<Float64Array | null>;

/**
 * Mean squared errors of a forecast, `plainForecast` if none is named, at the steps 1, 2, … from up to 24 origins in the
 * later half of the series, each decomposed anew: STL fits so closely that its remainders say little about what comes.
 * Never falling with the step; ends with the last step that has 6 errors, empty where none has.
 */
export async function pastSpread(
  y: Float64Array,
  sp: number,
  options: StlOptions,
  forecast: FromOrigin = async (rows, horizon) => plainForecast(rows, sp, options, horizon),
): Promise<Float64Array> {
  const n = y.length;
  const first = Math.max(2 * sp, Math.floor(n / 2));
  const stride = strideOf(n, first);
  const squares = new Float64Array(n - first);
  const counts = new Uint32Array(n - first);
  for (let origin = first; origin < n; origin += stride) {
    const predicted = await forecast(y.subarray(0, origin), n - origin);
    if (predicted === null) continue;
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

/**
 * By how much the errors of a forecast from the adjusted series exceed what its fit says, as a ratio of standard
 * deviations of 1 and more: STL's season and trend follow the last values closely, so a model of what is left sees too
 * little noise. Measured for exponential smoothing with its season repeated, at the steps 1 to 3 from up to 24 origins,
 * each decomposed anew, beside σ²(1 + (h − 1)α²) of the whole series. 1 where fewer than 6 errors are there.
 */
export function closeness(y: Float64Array, sp: number, options: StlOptions): number {
  const n = y.length;
  const whole = adjustedOf(y, sp, options);
  const { alpha, sse } = fitSes(whole.adjusted);
  const sigma2 = sse / (n - 2);
  const first = Math.max(2 * sp, Math.floor(n / 2));
  let [squares, expected, count] = [0, 0, 0];
  for (let origin = first; origin < n; origin += strideOf(n, first)) {
    const { adjusted, season } = adjustedOf(y.subarray(0, origin), sp, options);
    const { level } = fitSes(adjusted, alpha);
    for (let h = 1; h <= Math.min(3, n - origin); h++, count++) {
      squares += (y[origin + h - 1] - level - season[(h - 1) % sp]) ** 2;
      expected += sigma2 * (1 + (h - 1) * alpha * alpha);
    }
  }
  return count < LEAST || expected === 0 ? 1 : Math.sqrt(Math.max(1, squares / expected));
}

/** The series without its season, and the last cycle of that. */
function adjustedOf(y: Float64Array, sp: number, options: StlOptions) {
  const { seasonal } = stl(y, sp, options);
  return { adjusted: y.map((value, t) => value - seasonal[t]), season: seasonal.subarray(y.length - sp) };
}

function strideOf(n: number, first: number): number {
  return Math.max(1, Math.floor((n - first) / ORIGINS));
}
