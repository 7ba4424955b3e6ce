/** The reflection I − βvvᵀ; v is zero before `from`, and β = 0 stands for the identity. */
export interface Reflector {
  v: Float64Array;
  beta: number;
  from: number;
}

/** The reflection that leaves `norm` at x[from] and zeros after it, without touching what is before (scaled against overflow). */
export function reflector(x: Float64Array, from: number): Reflector & { norm: number } {
  const v = new Float64Array(x.length);
  let scale = 0;
  for (let i = from; i < x.length; i++) scale = Math.max(scale, Math.abs(x[i]));
  let tail = 0;
  for (let i = from; i < x.length; i++) {
    v[i] = scale === 0 ? 0 : x[i] / scale;
    if (i > from) tail += v[i] * v[i];
  }
  if (tail === 0) return { v, beta: 0, from, norm: x[from] };
  const length = Math.sqrt(v[from] * v[from] + tail);
  const norm = v[from] > 0 ? -length : length;
  v[from] -= norm;
  return { v, beta: 2 / (v[from] * v[from] + tail), from, norm: norm * scale };
}

/** x ← (I − βvvᵀ)x, in place. */
export function reflect(x: Float64Array, { v, beta, from }: Reflector): void {
  if (beta === 0) return;
  let dot = 0;
  for (let i = from; i < x.length; i++) dot += v[i] * x[i];
  dot *= beta;
  for (let i = from; i < x.length; i++) x[i] -= dot * v[i];
}
