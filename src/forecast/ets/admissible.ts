import { ALPHA, BETA, type EtsModel, GAMMA, NONE, PHI } from "./model.ts";

/**
 * Whether the observations of long ago die out of the forecasts: all roots of the characteristic polynomial of Hyndman
 * et al. (2008, ch. 10) lie within the unit circle, by the Schur–Cohn test. Within the bounds only a trend beside a
 * season can fail. `scratch` holds m + 2 numbers.
 */
export function isAdmissible(model: EtsModel, point: Float64Array, scratch: Float64Array): boolean {
  const { trend, season, m } = model;
  if (trend === NONE || season === NONE || point[BETA] === 0) return true;
  const [alpha, beta, gamma, phi] = [point[ALPHA], point[BETA], point[GAMMA], point[PHI]];
  const inner = alpha + beta - alpha * phi;
  scratch[0] = 1;
  scratch[1] = alpha + beta - phi;
  for (let i = 2; i < m; i++) scratch[i] = inner;
  scratch[m] = inner + gamma - 1;
  scratch[m + 1] = phi * (1 - alpha - gamma);
  return isStable(scratch, m + 1);
}

/** Schur–Cohn on a₀zⁿ + … + aₙ with a₀ = 1, in place: every reflection coefficient is below 1 in size. */
function isStable(a: Float64Array, n: number): boolean {
  for (let k = n; k > 0; k--) {
    const r = a[k];
    if (!(Math.abs(r) < 1)) return false;
    const scale = 1 / (1 - r * r);
    for (let i = 1, j = k - 1; i <= j; i++, j--) {
      const left = a[i];
      const right = a[j];
      a[i] = (left - r * right) * scale;
      a[j] = (right - r * left) * scale;
    }
  }
  return true;
}
