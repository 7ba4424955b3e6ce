import { interpolate } from "./srvf.ts";

/** √γ′ of a warp on each interval of a grid over [0, 1]: a point of the unit sphere of L2, exact for γ linear in between. */
export function rootSlopes(u: Float64Array, warp: Float64Array): Float64Array {
  return Float64Array.from({ length: u.length - 1 }, (_, k) =>
    Math.sqrt(Math.max(0, warp[k + 1] - warp[k]) / (u[k + 1] - u[k])),
  );
}

/**
 * The angle arccos ∫ √γ′ between a warp and the identity (Fisher–Rao phase distance, 0 to π/2; Srivastava & Klassen 2016,
 * §4.10), as 2 asin(‖√γ′ − 1‖ / 2), which is exactly 0 for the identity. The same for γ and its inverse.
 */
export function phaseDistance(u: Float64Array, warp: Float64Array): number {
  let sum = 0;
  rootSlopes(u, warp).forEach((psi, k) => {
    sum += (psi - 1) ** 2 * (u[k + 1] - u[k]);
  });
  return 2 * Math.asin(Math.min(1, Math.sqrt(sum) / 2));
}

/** ∫ (γ′ − 1)² over [0, 1]. */
export function warpEnergy(u: Float64Array, warp: Float64Array): number {
  let sum = 0;
  for (let k = 1; k < u.length; k++) {
    const span = u[k] - u[k - 1];
    sum += ((warp[k] - warp[k - 1]) / span - 1) ** 2 * span;
  }
  return sum;
}

/** Where a strictly rising warp takes each grid point from: γ⁻¹ at the grid. */
export function invertWarp(u: Float64Array, warp: Float64Array): Float64Array {
  return interpolate(warp, u, u);
}

/**
 * The Karcher mean of warps of [0, 1]: the mean of their √γ′ on the unit sphere (log and exponential maps, until the mean
 * tangent is below 1e-10), integrated. A common warp of all of them warps their mean alike.
 */
export function meanWarp(u: Float64Array, warps: Float64Array[]): Float64Array {
  const span = Float64Array.from({ length: u.length - 1 }, (_, k) => u[k + 1] - u[k]);
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, k) => sum + x * b[k] * span[k], 0);
  const points = warps.map((warp) => rootSlopes(u, warp));
  let mean = unit(average(points), dot);
  for (let round = 0; round < 100; round++) {
    const tangent = average(points.map((psi) => logMap(mean, psi, dot)));
    const length = Math.sqrt(dot(tangent, tangent));
    if (length < 1e-10) break;
    mean = unit(
      mean.map((x, k) => Math.cos(length) * x + (Math.sin(length) / length) * tangent[k]),
      dot,
    );
  }
  const integral = new Float64Array(u.length);
  for (let k = 0; k < span.length; k++) integral[k + 1] = integral[k] + mean[k] ** 2 * span[k];
  return integral.map((at) => at / integral[integral.length - 1]);
}

type Dot = (a: Float64Array, b: Float64Array) => number;

function unit(v: Float64Array, dot: Dot): Float64Array {
  const length = Math.sqrt(dot(v, v));
  return v.map((x) => x / length);
}

/** The tangent at `mean` that points to `psi`, as long as the angle between them; 0 when they are one. */
function logMap(mean: Float64Array, psi: Float64Array, dot: Dot): Float64Array {
  const cosine = dot(mean, psi);
  const across = psi.map((x, k) => x - cosine * mean[k]);
  const sine = Math.sqrt(dot(across, across));
  if (sine < 1e-14) return across.fill(0);
  const scale = Math.atan2(sine, cosine) / sine;
  return across.map((x) => x * scale);
}

/** The mean of functions at each place. */
export function average(functions: Float64Array[]): Float64Array {
  const sum = new Float64Array(functions[0].length);
  for (const f of functions) for (let k = 0; k < sum.length; k++) sum[k] += f[k];
  return sum.map((x) => x / functions.length);
}
