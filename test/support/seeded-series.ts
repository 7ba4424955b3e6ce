import { pcg64, type Rng } from "../../src/numerics/pcg64.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";

/** Normal noise of a seed. */
export function noise(n: number, seed: number, rng: Rng = pcg64(seed)): Float64Array {
  return Float64Array.from({ length: n }, () => standardNormal(rng));
}

/** Sums of normal noise of a seed. */
export function randomWalk(n: number, seed: number): Float64Array {
  let sum = 0;
  return noise(n, seed).map((step) => {
    sum += step;
    return sum;
  });
}

/** A positive series with a trend, a season of 4 and noise. */
export function quarterly(n: number, seed: number): Float64Array {
  return noise(n, seed).map((e, t) => 100 + 2 * t + 10 * Math.sin((t * Math.PI) / 2) + 5 * e);
}
