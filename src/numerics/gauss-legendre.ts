/**
 * Nodes (ascending) and weights of the n-point Gauss–Legendre rule on [−1, 1]: exact for polynomials of degree 2n−1.
 * Roots of the Legendre polynomial by Newton's method from Tricomi's start (Numerical Recipes §4.6).
 */
export function gaussLegendre(n: number): { nodes: Float64Array; weights: Float64Array } {
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let i = 0; i < (n + 1) >> 1; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let step = 1, k = 0; Math.abs(step) > 1e-15 && k < 50; k++) {
      const { value, before } = legendre(n, x);
      slope = (n * (x * value - before)) / (x * x - 1);
      step = value / slope;
      x -= step;
    }
    nodes[i] = -x;
    nodes[n - 1 - i] = x;
    weights[i] = weights[n - 1 - i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}

/** The Legendre polynomials of degree n and n−1 at x, by the three-term recurrence. */
function legendre(n: number, x: number): { value: number; before: number } {
  let value = 1;
  let before = 0;
  for (let k = 1; k <= n; k++) [value, before] = [((2 * k - 1) * x * value - (k - 1) * before) / k, value];
  return { value, before };
}
