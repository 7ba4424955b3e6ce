/** Values differenced at each lag in turn, and what undoes it. NaN where a difference has no earlier value. */
export interface Differenced {
  values: Float64Array;
  /** For each lag the last `lag` values before it was taken. */
  tails: number[][];
}

/** y_t - y_{t-lag}, for each lag in turn. */
export function difference(y: Float64Array, lags: readonly number[]): Differenced {
  let values = y;
  const tails: number[][] = [];
  for (const lag of lags) {
    const before = values;
    tails.push(Array.from(before.subarray(before.length - lag)));
    values = before.map((value, t) => (t < lag ? Number.NaN : value - before[t - lag]));
  }
  return { values, tails };
}

/** Differences of steps 1, 2, … added up from the tails: the values themselves. */
export function cumulate(differences: Float64Array, lags: readonly number[], tails: readonly number[][]): Float64Array {
  let values = differences;
  for (let k = lags.length - 1; k >= 0; k--) {
    const [lag, tail] = [lags[k], tails[k]];
    const sum = new Float64Array(values.length);
    for (let h = 0; h < sum.length; h++) sum[h] = values[h] + (h < lag ? tail[tail.length - lag + h] : sum[h - lag]);
    values = sum;
  }
  return values;
}

/** Weights psi of a model divided by Π(1 - B^lag): those of the series whose differences it models. */
export function integratedWeights(psi: Float64Array, lags: readonly number[]): Float64Array {
  const weights = psi.slice();
  for (const lag of lags) for (let j = lag; j < weights.length; j++) weights[j] += weights[j - lag];
  return weights;
}
