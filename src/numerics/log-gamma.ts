const HALF_LN_2PI = 0.9189385332046727;
/** From here the asymptotic series below is exact to the last bit. */
const ASYMPTOTIC = 15;

/**
 * What Stirling's formula lacks: ln Γ(x) − [(x − ½) ln x − x + ½ ln 2π] for x ≥ 15, by seven terms of its asymptotic
 * series (Abramowitz & Stegun 6.1.41); the first term left out is below 4·10⁻¹⁷.
 */
export function stirlingError(x: number): number {
  const z = 1 / (x * x);
  return (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z * (1 / 1188 - z * (691 / 360360 - z / 156)))))) / x;
}

/**
 * ln Γ(x) for x > 0: Stirling's series, reached by Γ(x) = Γ(x+k) / (x(x+1)…(x+k−1)) when x < 15. Absolute error some
 * 10⁻¹⁵ near the zeros at 1 and 2. x = 0 gives Infinity, x < 0 NaN.
 */
export function logGamma(x: number): number {
  if (x < 0) return Number.NaN;
  let product = 1;
  let z = x;
  for (; z < ASYMPTOTIC; z++) product *= z;
  const stirling = (z - 0.5) * Math.log(z) - z + HALF_LN_2PI + stirlingError(z);
  return x === Number.POSITIVE_INFINITY ? x : stirling - Math.log(product);
}
