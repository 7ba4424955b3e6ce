import type { Spectrum } from "./spectrum.ts";

/** A principal component model: a spectrum of which the first `components` are kept. */
export interface PcaModel extends Spectrum {
  components: number;
}

/** Hotelling's T² and the squared prediction error (Q) of each row. */
export interface RowScores {
  t2: Float64Array;
  spe: Float64Array;
}

/** Rows whose standardised values stay in the processor's first cache, and rows between two calls of `tick`. */
const BLOCK = 64;
const CHUNK = 4096;

/**
 * Scores rows `from` to `to` (not inside) of columns against a model: z = (x − mean)/sd, s_j = v_j·z, T² = Σ_{j≤k} s_j²/λ_j
 * over the kept components, SPE = Σ_{j>k} s_j² over the others (the residual's squared length, without the cancellation
 * of |z|² − Σ_{j≤k} s_j²).
 */
export async function scoreRows(
  model: PcaModel,
  columns: readonly Float64Array[],
  tick: () => Promise<void>,
  from = 0,
  to = columns[0].length,
): Promise<RowScores> {
  const t2 = new Float64Array(to - from);
  const spe = new Float64Array(to - from);
  const z = columns.map(() => new Float64Array(BLOCK));
  const score = new Float64Array(BLOCK);
  for (let start = from; start < to; start += BLOCK) {
    const n = Math.min(BLOCK, to - start);
    standardise(model, columns, start, n, z);
    for (let j = 0; j < model.p; j++) {
      project(z, model.vectors[j], n, score);
      const kept = j < model.components;
      addSquares(kept ? t2 : spe, start - from, score, n, kept ? 1 / model.values[j] : 1);
    }
    if ((start - from + BLOCK) % CHUNK === 0) await tick();
  }
  return { t2, spe };
}

function addSquares(into: Float64Array, at: number, score: Float64Array, n: number, weight: number): void {
  for (let r = 0; r < n; r++) into[at + r] += score[r] * score[r] * weight;
}

/** The standardised values of one row. */
export function standardisedRow({ means, sds }: Spectrum, columns: readonly Float64Array[], row: number): Float64Array {
  return Float64Array.from(columns, (column, i) => (column[row] - means[i]) / sds[i]);
}

function standardise(
  model: PcaModel,
  columns: readonly Float64Array[],
  start: number,
  n: number,
  z: Float64Array[],
): void {
  for (let i = 0; i < columns.length; i++) {
    const [column, into, m, inverse] = [columns[i], z[i], model.means[i], 1 / model.sds[i]];
    for (let r = 0; r < n; r++) into[r] = (column[start + r] - m) * inverse;
  }
}

/** score(r) = Σ_i w_i z_i(r), four columns at a time so that each sum is stored once in four. */
function project(z: Float64Array[], w: Float64Array, n: number, score: Float64Array): void {
  score.fill(0, 0, n);
  let i = 0;
  for (; i + 3 < z.length; i += 4) {
    const [a, b, c, d] = [z[i], z[i + 1], z[i + 2], z[i + 3]];
    const [wa, wb, wc, wd] = [w[i], w[i + 1], w[i + 2], w[i + 3]];
    for (let r = 0; r < n; r++) score[r] += wa * a[r] + wb * b[r] + (wc * c[r] + wd * d[r]);
  }
  for (; i < z.length; i++) {
    const [a, wa] = [z[i], w[i]];
    for (let r = 0; r < n; r++) score[r] += wa * a[r];
  }
}
