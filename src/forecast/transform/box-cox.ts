import { mean } from "../../numerics/mean.ts";
import { minimizeScalar } from "../../numerics/minimize-scalar.ts";
import { normalQuantile } from "../../numerics/normal.ts";
import { pearson } from "../../numerics/pearson.ts";

/** (v^λ - 1)/λ, or ln v for λ = 0 (Box & Cox 1964); v > 0. Exact near λ = 0. */
export function boxCox(v: number, lambda: number): number {
  return lambda === 0 ? Math.log(v) : Math.expm1(lambda * Math.log(v)) / lambda;
}

/** The value whose Box-Cox transform is z: 0 below the least and Infinity above the largest transform that there is. */
export function inverseBoxCox(z: number, lambda: number): number {
  if (lambda === 0) return Math.exp(z);
  const inside = lambda * z;
  if (inside <= -1) return lambda > 0 ? 0 : Number.POSITIVE_INFINITY;
  return Math.exp(Math.log1p(inside) / lambda);
}

/** Bounds of a search; null: from -2 to 2 and on where the best lies at an end. */
export type LambdaBounds = readonly [number, number] | null;

/** λ of the largest normal likelihood, (λ-1)·Σln y - n/2·ln Var(y^(λ)) (Box & Cox 1964). The unit of y has no part in it. */
export function lambdaByLikelihood(y: Float64Array, bounds: LambdaBounds): number {
  const logs = centredLogs(y);
  return searched((lambda) => Math.log(variance(logs.map((log) => powered(log, lambda)))) / 2, bounds);
}

/** λ of the largest correlation between the ordered values and normal quantiles at Filliben's medians (1975). */
export function lambdaByCorrelation(y: Float64Array, bounds: LambdaBounds): number {
  const logs = centredLogs(y).sort((a, b) => a - b);
  const expected = fillibenMedians(y.length).map(normalQuantile);
  return searched(
    (lambda) =>
      -pearson(
        expected,
        logs.map((log) => powered(log, lambda)),
      ),
    bounds,
  );
}

/**
 * λ that makes the spread of the seasons most alike: the least coefficient of variation of sd/mean^(1-λ) over the last
 * ⌊n/m⌋ whole seasons of m rows (Guerrero 1993; divisors m - 1 within and the number of seasons between).
 */
export function lambdaByGuerrero(y: Float64Array, m: number, bounds: LambdaBounds): number {
  const seasons = Math.floor(y.length / m);
  const of = Array.from({ length: seasons }, (_, s) => y.subarray(y.length - (seasons - s) * m).subarray(0, m));
  const scale = mean(y);
  const means = of.map((rows) => mean(rows) / scale);
  const sds = of.map((rows) => Math.sqrt((variance(rows) * m) / (m - 1)) / scale);
  return searched((lambda) => {
    const ratios = Float64Array.from(sds, (sd, s) => sd / means[s] ** (1 - lambda));
    return Math.sqrt(variance(ratios)) / mean(ratios);
  }, bounds);
}

/** Logarithms about their mean: the transform of y over its geometric mean. */
function centredLogs(y: Float64Array): Float64Array {
  const logs = y.map(Math.log);
  const centre = mean(logs);
  return logs.map((log) => log - centre);
}

function powered(log: number, lambda: number): number {
  return lambda === 0 ? log : Math.expm1(lambda * log) / lambda;
}

function fillibenMedians(n: number): Float64Array {
  const last = 0.5 ** (1 / n);
  return Float64Array.from({ length: n }, (_, i) => {
    if (i === 0) return 1 - last;
    return i === n - 1 ? last : (i + 1 - 0.3175) / (n + 0.365);
  });
}

function variance(values: Float64Array): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length;
}

function searched(f: (lambda: number) => number, bounds: LambdaBounds): number {
  if (bounds !== null) return minimizeScalar(f, bounds[0], bounds[1]).x;
  for (let reach = 2; ; reach *= 2) {
    const { x } = minimizeScalar(f, -reach, reach);
    if (Math.abs(x) < 0.99 * reach || reach >= 16) return x;
  }
}
