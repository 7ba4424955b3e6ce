/**
 * The square-root velocity function of a curve whose points are joined by straight lines: on each of the m − 1 intervals
 * sign(Δf)·√(|Δf| / Δt), a constant (Srivastava & Klassen 2016, ch. 4; exact for such curves, on any grid). Its squared
 * norm Σ q² Δt is the curve's total variation.
 */
export function srvf(t: Float64Array, f: Float64Array): Float64Array {
  return Float64Array.from({ length: t.length - 1 }, (_, k) => {
    const rise = f[k + 1] - f[k];
    return Math.sign(rise) * Math.sqrt(Math.abs(rise) / (t[k + 1] - t[k]));
  });
}

/** The curve with that SRVF and that first value: f(t_k) = start + Σ q|q| Δt, exact. */
export function curveOfSrvf(t: Float64Array, q: Float64Array, start: number): Float64Array {
  const f = new Float64Array(t.length).fill(start);
  for (let k = 0; k < q.length; k++) f[k + 1] = f[k] + q[k] * Math.abs(q[k]) * (t[k + 1] - t[k]);
  return f;
}

/** ∫ q² of a step function: Σ q_k² Δt_k. */
export function squaredNorm(t: Float64Array, q: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < q.length; k++) sum += q[k] ** 2 * (t[k + 1] - t[k]);
  return sum;
}

/**
 * The SRVF (q∘γ)√γ′ averaged over each interval of the grid, for a step function q and a warp γ that is linear between
 * grid points: (Q(γ_{k+1}) − Q(γ_k)) / √(Δγ Δt) with Q = ∫ q. It is the L2 projection onto step functions of the grid.
 */
export function warpedSrvf(t: Float64Array, q: Float64Array, warp: Float64Array): Float64Array {
  const integral = new Float64Array(t.length);
  for (let k = 0; k < q.length; k++) integral[k + 1] = integral[k] + q[k] * (t[k + 1] - t[k]);
  const at = interpolate(t, integral, warp);
  return q.map((_, k) => {
    // Where nothing is warped the value itself, without rounding.
    if (warp[k] === t[k] && warp[k + 1] === t[k + 1]) return q[k];
    const step = (warp[k + 1] - warp[k]) * (t[k + 1] - t[k]);
    return step > 0 ? (at[k + 1] - at[k]) / Math.sqrt(step) : 0;
  });
}

/** Values at ascending places of the curve through (t, f) by straight lines; the end values outside the grid. */
export function interpolate(t: Float64Array, f: Float64Array, at: Float64Array): Float64Array {
  let k = 0;
  return at.map((x) => {
    while (k < t.length - 2 && x > t[k + 1]) k++;
    if (x <= t[k]) return f[k];
    if (x >= t[k + 1]) return f[k + 1];
    return f[k] + ((x - t[k]) / (t[k + 1] - t[k])) * (f[k + 1] - f[k]);
  });
}
