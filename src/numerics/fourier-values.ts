/**
 * Values of the first `n` functions of a Fourier basis at x, in cycles: 1, sin 2πx, cos 2πx, sin 4πx, cos 4πx, … Neither is
 * scaled to length 1. n is odd, so that each sine has its cosine.
 */
export function fourierValues(x: number, n: number): Float64Array {
  const values = new Float64Array(n).fill(1, 0, 1);
  for (let k = 1; 2 * k < n; k++) {
    values[2 * k - 1] = Math.sin(2 * Math.PI * k * x);
    values[2 * k] = Math.cos(2 * Math.PI * k * x);
  }
  return values;
}
