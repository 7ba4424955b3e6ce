import type { PcaModel } from "./scores.ts";

/** A tag's part in a breach. */
export interface Contribution {
  tag: string;
  /** Of the sum over all tags. */
  share: number;
}

/**
 * Reconstruction-based contributions (Alcala & Qin 2009) of each tag to T² or SPE of a standardised row: by how much the
 * statistic falls when that tag alone is put where the model wants it. With M = Σ v_j v_jᵀ over the components left out
 * (SPE), or Σ v_j v_jᵀ/λ_j over those kept (T²): (Mz)_i²/M_ii; 0 for a tag that the statistic does not see.
 */
export function reconstructionContributions(model: PcaModel, z: Float64Array, statistic: "t2" | "spe"): Float64Array {
  const { p, components, values, vectors } = model;
  const [from, to] = statistic === "t2" ? [0, components] : [components, p];
  const projected = new Float64Array(p);
  const diagonal = new Float64Array(p);
  for (let j = from; j < to; j++) {
    const v = vectors[j];
    const weight = statistic === "t2" ? 1 / values[j] : 1;
    const score = v.reduce((sum, x, i) => sum + x * z[i], 0);
    for (let i = 0; i < p; i++) {
      projected[i] += v[i] * score * weight;
      diagonal[i] += v[i] * v[i] * weight;
    }
  }
  return projected.map((x, i) => (diagonal[i] > 1e-12 ? (x * x) / diagonal[i] : 0));
}

/** The largest shares, most first, ties by tag; `rest` is what the others hold together. */
export function topShares(
  tags: readonly string[],
  sums: Float64Array,
  top: number,
): { shown: Contribution[]; rest: number } {
  const total = sums.reduce((sum, x) => sum + x, 0);
  const all = tags.map((tag, i) => ({ tag, share: total > 0 ? sums[i] / total : 0 }));
  const sorted = all.sort((a, b) => b.share - a.share || (a.tag < b.tag ? -1 : 1));
  return { shown: sorted.slice(0, top), rest: sorted.slice(top).reduce((sum, { share }) => sum + share, 0) };
}
