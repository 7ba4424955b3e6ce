/** The B-splines that are not 0 at a point: numbers `first` to `first + degree`, and their values there. */
export interface BSplineValues {
  first: number;
  values: Float64Array;
}

/**
 * Equally spaced knots for `n` B-splines of a degree on [from, to], with `degree` knots beyond each end (Eilers & Marx
 * 1996): every function lives on the interval. n + degree + 1 knots; n > degree.
 */
export function uniformKnots(from: number, to: number, n: number, degree: number): Float64Array {
  const pieces = n - degree;
  return Float64Array.from({ length: n + degree + 1 }, (_, i) => from + ((to - from) * (i - degree)) / pieces);
}

/**
 * Values of the B-splines at x by the Cox–de Boor recursion in its triangular form (de Boor 1972; Piegl & Tiller, alg.
 * A2.2): they are not negative and sum to 1. Knots ascend strictly; x lies in [knots[degree], knots[n]], whose right end
 * belongs to the last piece.
 */
export function bSplineValues(x: number, knots: Float64Array, degree: number): BSplineValues {
  const span = spanOf(x, knots, degree);
  const values = new Float64Array(degree + 1);
  values[0] = 1;
  for (let d = 1; d <= degree; d++) {
    let carried = 0;
    for (let r = 0; r < d; r++) {
      const [left, right] = [knots[span + 1 + r - d], knots[span + 1 + r]];
      const share = values[r] / (right - left);
      values[r] = carried + (right - x) * share;
      carried = (x - left) * share;
    }
    values[d] = carried;
  }
  return { first: span - degree, values };
}

/** The last piece of the interval that starts at or before x. */
function spanOf(x: number, knots: Float64Array, degree: number): number {
  let low = degree;
  let high = knots.length - degree - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (knots[middle] <= x) low = middle;
    else high = middle;
  }
  return low;
}
