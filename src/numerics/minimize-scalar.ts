const GOLDEN = (3 - Math.sqrt(5)) / 2;

/**
 * A local minimum of a continuous function between a and b by Brent's method (1973, ch. 5): golden sections, with
 * parabolic steps where they help. The place is within `tolerance` × |x| + `tolerance` of a minimum, or of a bound.
 */
export function minimizeScalar(
  f: (x: number) => number,
  a: number,
  b: number,
  tolerance = 1e-8,
): { x: number; value: number } {
  let [low, high] = [a, b];
  let x = low + GOLDEN * (high - low);
  let [w, v] = [x, x];
  let fx = f(x);
  let [fw, fv] = [fx, fx];
  let [step, before] = [0, 0];
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    const close = tolerance * (Math.abs(x) + 1);
    if (Math.abs(x - middle) <= 2 * close - (high - low) / 2) break;
    const parabolic = Math.abs(before) > close ? parabola() : null;
    if (parabolic === null) {
      before = x < middle ? high - x : low - x;
      step = GOLDEN * before;
    } else {
      before = step;
      step = parabolic;
    }
    const u = x + (Math.abs(step) >= close ? step : Math.sign(step) * close);
    const fu = f(u);
    if (fu <= fx) {
      if (u < x) high = x;
      else low = x;
      [v, fv, w, fw, x, fx] = [w, fw, x, fx, u, fu];
    } else {
      if (u < x) low = u;
      else high = u;
      if (fu <= fw || w === x) [v, fv, w, fw] = [w, fw, u, fu];
      else if (fu <= fv || v === x || v === w) [v, fv] = [u, fu];
    }
  }
  return { x, value: fx };

  /** The step to the vertex of the parabola through the three best points; null when it cannot be trusted. */
  function parabola(): number | null {
    const r = (x - w) * (fx - fv);
    const q = (x - v) * (fx - fw);
    const p = (x - v) * q - (x - w) * r;
    const twice = 2 * (q - r);
    const to = -p / twice;
    const inside = x + to > low && x + to < high;
    return Math.abs(to) < Math.abs(before / 2) && inside ? to : null;
  }
}
