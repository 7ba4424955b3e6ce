import type { EtsFit } from "./fit.ts";
import { meanSize } from "./fit.ts";
import { negativeLogLikelihood } from "./likelihood.ts";
import { etsModel, SEASON } from "./model.ts";

/**
 * Runs further observations through a fitted model: its states, fitted values, residuals and n move on, its estimates
 * and criteria stay those of the fit. Null where a mean or factor that must be positive is not.
 */
export function continueStates(fit: EtsFit, added: Float64Array): EtsFit | null {
  const { form, final } = fit;
  if (added.length === 0) return fit;
  const scale = Math.abs(final.level) || meanSize(added);
  const slope = form.trend === "M" ? 1 : scale;
  const season = form.season === "M" ? 1 : scale;
  const model = etsModel(
    form,
    added.map((x) => x / scale),
  );
  const point = new Float64Array(SEASON + model.m);
  point.set([fit.alpha, fit.beta ?? 0, fit.gamma ?? 0, fit.phi ?? 1, final.level / scale, (final.trend ?? 0) / slope]);
  point.set(
    final.season.map((s) => s / season),
    SEASON,
  );
  if (negativeLogLikelihood(model, point) === Number.POSITIVE_INFINITY) return null;
  const { last, m } = model;
  const unit = form.error === "M" ? 1 : scale;
  return {
    ...fit,
    n: fit.n + added.length,
    final: {
      level: last.level * scale,
      trend: final.trend === null ? null : last.slope * slope,
      season: final.season.map((_, j) => last.seasons[(added.length + j) % m] * season),
    },
    fitted: joined(fit.fitted, model.mean, scale),
    residuals: joined(fit.residuals, model.e, unit),
  };
}

function joined(before: ArrayLike<number>, after: Float64Array, scale: number): Float64Array {
  const all = new Float64Array(before.length + after.length);
  all.set(before);
  for (let t = 0; t < after.length; t++) all[before.length + t] = after[t] * scale;
  return all;
}
