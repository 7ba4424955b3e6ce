import { pcg64 } from "../../numerics/pcg64.ts";
import { standardNormal } from "../../numerics/standard-normal.ts";
import type { EtsFit } from "./fit.ts";

/** Paths of a simulation. */
export const PATHS = 5000;
/** Seed of the generator (PCG64): the same model always gives the same paths. */
export const SEED = 1;
/** States that must stay positive are kept above this share of the last level. */
const LEAST = 1e-10;

/**
 * Simulates the model's future with normal errors and returns, for each of the `steps` (ascending, from 1), the values
 * of all paths in ascending order. A relative error is at least −1.
 */
export function simulateEts(fit: EtsFit, steps: readonly number[], paths = PATHS, seed = SEED): Float64Array[] {
  const rng = pcg64(seed);
  const sd = Math.sqrt(fit.sigma2);
  const last = steps[steps.length - 1];
  const samples = steps.map(() => new Float64Array(paths));
  const path = new Float64Array(last);
  for (let p = 0; p < paths; p++) {
    simulatePath(fit, path, () => sd * standardNormal(rng));
    for (let i = 0; i < steps.length; i++) samples[i][p] = path[steps[i] - 1];
  }
  for (const sample of samples) sample.sort();
  return samples;
}

/** One path of observations, into `path`. */
export function simulatePath(fit: EtsFit, path: Float64Array, draw: () => number): void {
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
    const error = form.error === "M" ? Math.max(-1, draw()) * mu : draw();
    const d = form.season === "M" ? error / s : error;
    path[j] = mu + error;
    if (form.season === "M") seasons[j % period] = Math.max(LEAST, s + (gamma * error) / q);
    else if (form.season === "A") seasons[j % period] = s + gamma * error;
    slope = form.trend === "M" ? Math.max(LEAST, g + (beta * d) / level) : g + beta * d;
    level = q + alpha * d;
    if (form.trend === "M" || form.season === "M") level = Math.max(least, level);
  }
}
