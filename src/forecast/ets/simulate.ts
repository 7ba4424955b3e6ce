import { pcg64 } from "../../numerics/pcg64.ts";
import { standardNormal } from "../../numerics/standard-normal.ts";
import type { EtsFit } from "./fit.ts";

/** Paths of a simulation. */
export const PATHS = 5000;
/** Seed of the generator (PCG64): the same model always gives the same paths. */
export const SEED = 1;
/** States that must stay positive are kept above this share of the last level. */
const LEAST = 1e-10;

/** What paths say of each step asked for. */
export interface EtsSample {
  mean: Float64Array;
  /** The values of all paths, ascending. */
  sorted: Float64Array[];
}

/**
 * Simulates the model's future with normal errors at `steps` (ascending, from 1). Paths come in pairs whose errors have
 * opposite signs, so that means carry little noise. A relative error is at least −1.
 */
export function simulateEts(fit: EtsFit, steps: readonly number[], paths = PATHS, seed = SEED): EtsSample {
  const rng = pcg64(seed);
  const sd = Math.sqrt(fit.sigma2);
  const path = new Float64Array(steps[steps.length - 1]);
  const errors = new Float64Array(path.length);
  const sorted = steps.map(() => new Float64Array(paths));
  const mean = new Float64Array(steps.length);
  for (let p = 0; p < paths; p++) {
    const sign = p % 2 === 0 ? sd : -sd;
    if (p % 2 === 0) for (let j = 0; j < errors.length; j++) errors[j] = standardNormal(rng);
    simulatePath(fit, path, (j) => sign * errors[j]);
    for (let i = 0; i < steps.length; i++) {
      sorted[i][p] = path[steps[i] - 1];
      mean[i] += sorted[i][p] / paths;
    }
  }
  for (const sample of sorted) sample.sort();
  return { mean, sorted };
}

/** One path of observations, into `path`; `draw` gives the error of each place in it. */
export function simulatePath(fit: EtsFit, path: Float64Array, draw: (j: number) => number): void {
  const { form, final, alpha } = fit;
  const [beta, gamma, phi] = [fit.beta ?? 0, fit.gamma ?? 0, fit.phi ?? 1];
  const least = LEAST * Math.abs(final.level);
  const seasons = Float64Array.from(form.season === "N" ? [0] : final.season);
  const period = seasons.length;
  let level = final.level;
  let slope = final.trend ?? 0;
  for (let j = 0; j < path.length; j++) {
    const s = seasons[j % period];
    const g = form.trend === "M" ? slope ** phi : slope * phi;
    const q = form.trend === "M" ? level * g : level + g;
    const mu = form.season === "M" ? q * s : q + s;
    const error = form.error === "M" ? Math.max(-1, draw(j)) * mu : draw(j);
    const d = form.season === "M" ? error / s : error;
    path[j] = mu + error;
    if (form.season === "M") seasons[j % period] = Math.max(LEAST, s + (gamma * error) / q);
    else if (form.season === "A") seasons[j % period] = s + gamma * error;
    slope = form.trend === "M" ? Math.max(LEAST, g + (beta * d) / level) : g + beta * d;
    level = q + alpha * d;
    if (form.trend === "M" || form.season === "M") level = Math.max(least, level);
  }
}
