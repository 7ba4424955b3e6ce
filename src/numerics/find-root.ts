/**
 * A root of f between a and b, where f(a) and f(b) differ in sign, by Chandrupatla's method (1997): inverse quadratic
 * interpolation where it is safe, else bisection (Brent's guarantee in fewer steps). The answer is within
 * 2ε|x| + `tolerance` of a change of sign. No change of sign, or NaN on the way, gives NaN.
 */
export function findRoot(f: (x: number) => number, a: number, b: number, tolerance = 0): number {
  // x1 is the newest point, x2 the other end of the bracket, x3 the point dropped last.
  let [x1, x2, x3] = [b, a, a];
  let [f1, f2, f3] = [f(b), f(a), 0];
  if (!(f1 * f2 <= 0)) return Number.NaN;
  let t = 0.5;
  for (;;) {
    const [best, fBest] = Math.abs(f1) < Math.abs(f2) ? [x1, f1] : [x2, f2];
    const least = (2 * Number.EPSILON * Math.max(Math.abs(x1), Math.abs(x2)) + tolerance) / Math.abs(x2 - x1);
    if (fBest === 0 || !(least <= 0.5)) return best;
    const x = x1 + Math.min(1 - least, Math.max(least, t)) * (x2 - x1);
    // Neighbouring doubles: there is nothing between them to look at.
    if (x === x1 || x === x2) return best;
    const fx = f(x);
    if (Number.isNaN(fx)) return Number.NaN;
    if (fx > 0 === f1 > 0) [x3, f3] = [x1, f1];
    else [x3, f3, x2, f2] = [x2, f2, x1, f1];
    [x1, f1] = [x, fx];
    t = nextShare(x1, f1, x2, f2, x3, f3);
  }
}

/** How far from x1 towards x2 to look: the inverse quadratic's root when it is monotone over the three points. */
function nextShare(x1: number, f1: number, x2: number, f2: number, x3: number, f3: number): number {
  const xi = (x1 - x2) / (x3 - x2);
  const phi = (f1 - f2) / (f3 - f2);
  if (!(phi * phi < xi && (1 - phi) ** 2 < 1 - xi)) return 0.5;
  return (f1 / (f2 - f1)) * (f3 / (f2 - f3)) + ((x3 - x1) / (x2 - x1)) * (f1 / (f3 - f1)) * (f2 / (f3 - f2));
}
