/**
 * The trend that minimises Σ(y - τ)² + λΣ(Δ²τ)² (Hodrick & Prescott 1997): (I + λD'D)τ = y with D the second
 * differences, by an LDL' factorisation of the pentadiagonal matrix in O(n). At least three values.
 */
export function hodrickPrescott(y: Float64Array, lambda: number): Float64Array {
  const n = y.length;
  const weights = [1, -2, 1];
  // Entry d of row i is the matrix at (i, i + d).
  const band = [new Float64Array(n).fill(1), new Float64Array(n), new Float64Array(n)];
  for (let s = 0; s + 2 < n; s++)
    for (let a = 0; a < 3; a++) for (let d = 0; a + d < 3; d++) band[d][s + a] += lambda * weights[a] * weights[a + d];
  const [pivot, first, second] = band;
  const trend = y.slice();
  for (let i = 0; i < n; i++) {
    const [l1, l2] = [first[i] / pivot[i], second[i] / pivot[i]];
    if (i + 1 < n) {
      pivot[i + 1] -= l1 * first[i];
      first[i + 1] -= l1 * second[i];
      trend[i + 1] -= l1 * trend[i];
    }
    if (i + 2 < n) {
      pivot[i + 2] -= l2 * second[i];
      trend[i + 2] -= l2 * trend[i];
    }
    [first[i], second[i]] = [l1, l2];
  }
  for (let i = n - 1; i >= 0; i--) {
    trend[i] = trend[i] / pivot[i];
    if (i + 1 < n) trend[i] -= first[i] * trend[i + 1];
    if (i + 2 < n) trend[i] -= second[i] * trend[i + 2];
  }
  return trend;
}
