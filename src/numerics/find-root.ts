/**
 * A root of f between `low` and `high`, where f has opposite signs (or is 0 at an end): Chandrupatla (1997), inverse
 * quadratic steps where they are safe, bisection else. Stops when the bracket is narrower than `tolerance` (absolute)
 * or two neighbouring doubles. Ends of the same sign, or NaN, give NaN.
 */
export function findRoot(f: (x: number) => number, low: number, high: number, tolerance = 0): number {
  let [a, b] = [high, low];
  let [fa, fb] = [f(a), f(b)];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (!(fa * fb < 0)) return Number.NaN;
  let [c, fc] = [a, fa];
  let t = 0.5;
  for (let i = 0; i < 200; i++) {
    const x = a + t * (b - a);
    const fx = f(x);
    if (Math.sign(fx) === Math.sign(fa)) [c, fc] = [a, fa];
    else [c, fc, b, fb] = [b, fb, a, fa];
    [a, fa] = [x, fx];
    const best = Math.abs(fa) < Math.abs(fb) ? a : b;
    const least = (0.5 * tolerance + 2.3e-16 * Math.abs(best)) / Math.abs(b - a);
    if (fa === 0 || fb === 0 || !(least < 0.5)) return best;
    t = Math.min(1 - least, Math.max(least, fraction(a, b, c, fa, fb, fc)));
  }
  return a;
}

/** Where between a and b to look next: inverse quadratic interpolation when it is monotone there, else the middle. */
function fraction(a: number, b: number, c: number, fa: number, fb: number, fc: number): number {
  const xi = (a - b) / (c - b);
  const phi = (fa - fb) / (fc - fb);
  if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) return 0.5;
  return (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb));
}
