const MAX_SWEEPS = 60;

/**
 * Rotates pairs of columns until all are orthogonal to each other, and `v` along with them (one-sided Jacobi,
 * Hestenes 1958): A becomes A·V with A·V's columns the left vectors times their singular values.
 * Two columns count as orthogonal when |cos| of their angle is below n·ε.
 */
export function orthogonalize(columns: readonly Float64Array[], v: readonly Float64Array[]): void {
  const n = columns.length;
  for (let sweep = 0, turned = true; turned && sweep < MAX_SWEEPS; sweep++) {
    turned = false;
    for (let i = 0; i < n - 1; i++) {
      for (let j = i + 1; j < n; j++) {
        const tangent = angle(columns[i], columns[j], n * Number.EPSILON);
        if (tangent === 0) continue;
        turned = true;
        rotate(columns[i], columns[j], tangent);
        rotate(v[i], v[j], tangent);
      }
    }
  }
}

/** Tangent of the rotation that makes x and y orthogonal; 0 when they are. */
function angle(x: Float64Array, y: Float64Array, tolerance: number): number {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let k = 0; k < x.length; k++) {
    xx += x[k] * x[k];
    yy += y[k] * y[k];
    xy += x[k] * y[k];
  }
  if (!(Math.abs(xy) > tolerance * Math.sqrt(xx) * Math.sqrt(yy))) return 0;
  const zeta = (yy - xx) / (2 * xy);
  return (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(zeta, 1));
}

function rotate(x: Float64Array, y: Float64Array, tangent: number): void {
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = cosine * tangent;
  for (let k = 0; k < x.length; k++) {
    const held = x[k];
    x[k] = cosine * held - sine * y[k];
    y[k] = sine * held + cosine * y[k];
  }
}
