/** Larger outcomes are taken for errors: their squares leave the doubles. */
export const LARGEST = 1e75;

/** True for a standard error whose fourth power and its inverse are numbers, as the formulas need. */
export function isUsable(se: number): boolean {
  return se * se > 1e-280 && se * se < 1e150;
}
