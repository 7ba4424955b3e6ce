/**
 * Gradient of f at x by central differences, ∂ᵢ = (f(x + hᵢ) − f(x − hᵢ))/2hᵢ with hᵢ = 6e-6·max(1, |xᵢ|) (near ∛ε),
 * into `out`; `at` is work space of the same length. Where one side is not finite that component is 0.
 */
export function gradientInto(
  f: (x: Float64Array) => number,
  x: Float64Array,
  out: Float64Array,
  at: Float64Array,
): void {
  at.set(x);
  for (let i = 0; i < x.length; i++) {
    const h = 6e-6 * Math.max(1, Math.abs(x[i]));
    at[i] = x[i] + h;
    const above = f(at);
    at[i] = x[i] - h;
    const below = f(at);
    at[i] = x[i];
    out[i] = Number.isFinite(above) && Number.isFinite(below) ? (above - below) / (2 * h) : 0;
  }
}

/**
 * Hessian of f at x by second central differences with steps hᵢ = `step`·max(1, |xᵢ|) (1e-4: near ε^¼), symmetric, by
 * rows. Points outside the domain of f leave NaN in the entries that need them.
 */
export function hessian(f: (x: Float64Array) => number, x: Float64Array, step = 1e-4): Float64Array[] {
  const n = x.length;
  const at = Float64Array.from(x);
  const h = Float64Array.from(x, (value) => step * Math.max(1, Math.abs(value)));
  const moved = (i: number, by: number, j: number, also: number) => {
    at[i] += by * h[i];
    at[j] += also * h[j];
    const value = f(at);
    at[i] = x[i];
    at[j] = x[j];
    return value;
  };
  const here = f(at);
  const rows = Array.from(x, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    rows[i][i] = (moved(i, 1, i, 0) - 2 * here + moved(i, -1, i, 0)) / (h[i] * h[i]);
    for (let j = 0; j < i; j++) {
      const cross = moved(i, 1, j, 1) - moved(i, 1, j, -1) - moved(i, -1, j, 1) + moved(i, -1, j, -1);
      rows[i][j] = cross / (4 * h[i] * h[j]);
      rows[j][i] = rows[i][j];
    }
  }
  return rows;
}
