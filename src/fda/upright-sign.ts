/** A moment below this share of what it would be without cancelling does not decide: rounding and the grid could turn it. */
const CLEAR = 0.1;

/**
 * The sign, 1 or -1, that turns a component upright: its integral is positive; where positive and negative parts nearly
 * cancel, its first moment about the middle of the grid (it rises), else its second, else its largest |value|. Integrals,
 * unlike largest values, do not change when the grid is made finer. `weights` are the quadrature's, positive.
 */
export function uprightSign(t: Float64Array, weights: Float64Array, component: Float64Array): 1 | -1 {
  const [first, last] = [t[0], t[t.length - 1]];
  const half = (last - first) / 2;
  for (const power of [0, 1, 2]) {
    let [sum, size] = [0, 0];
    for (let j = 0; j < t.length; j++) {
      const part = weights[j] * ((t[j] - first) / half - 1) ** power * component[j];
      sum += part;
      size += Math.abs(part);
    }
    if (Math.abs(sum) > CLEAR * size) return sum > 0 ? 1 : -1;
  }
  return largest(component) < 0 ? -1 : 1;
}

/** The entry of largest size; of sizes equal within 1e-9 the first, so that rounding cannot decide. */
function largest(component: Float64Array): number {
  return component.reduce((most, x) => (Math.abs(x) > Math.abs(most) * (1 + 1e-9) ? x : most), 0);
}
