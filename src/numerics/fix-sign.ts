/**
 * Turns a vector, in place, so that its largest |entry| is positive, and tells whether it turned: an axis has no sign of
 * its own. Entries equal within 10⁻⁹ count as equal and the first of them decides, so that rounding cannot.
 */
export function fixSign(vector: Float64Array): boolean {
  let at = 0;
  for (let i = 1; i < vector.length; i++) if (Math.abs(vector[i]) > Math.abs(vector[at]) * (1 + 1e-9)) at = i;
  const turn = vector[at] < 0;
  if (turn) for (let i = 0; i < vector.length; i++) vector[i] = -vector[i];
  return turn;
}
