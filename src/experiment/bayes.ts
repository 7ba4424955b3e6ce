import { normalCdf, normalPdf, normalQuantile } from "../numerics/normal.ts";

/** A normal prior on the effect; `sd` null is flat. */
export interface Prior {
  mean: number;
  sd: number | null;
}

/** What a normal likelihood with known SE says under the prior. */
export interface Posterior {
  mean: number;
  sd: number;
  /** Central credible interval. */
  low: number;
  high: number;
  /** Posterior probability that the effect is above 0. */
  chance_to_win: number;
  /** Expected loss of choosing the treatment (E max(−d, 0)) and of staying with the control (E max(d, 0)). */
  risk: { treatment: number; control: number };
}

/** The precision-weighted normal posterior of an effect estimated as `estimate` ± `se`. */
export function normalPosterior(estimate: number, se: number, prior: Prior, alpha: number): Posterior {
  const [data, belief] = [1 / (se * se), prior.sd === null ? 0 : 1 / (prior.sd * prior.sd)];
  const mean = (data * estimate + belief * prior.mean) / (data + belief);
  const sd = 1 / Math.sqrt(data + belief);
  const half = normalQuantile(1 - alpha / 2) * sd;
  const z = mean / sd;
  const loss = (side: 1 | -1) => Math.max(0, sd * normalPdf(z) + side * mean * normalCdf(side * z));
  return {
    mean,
    sd,
    low: mean - half,
    high: mean + half,
    chance_to_win: normalCdf(z),
    risk: { treatment: loss(-1), control: loss(1) },
  };
}
