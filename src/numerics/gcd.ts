/** Greatest common divisor of two whole numbers that are not negative, by Euclid's algorithm; gcd(a, 0) = a. */
export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
