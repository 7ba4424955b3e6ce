import { attains, type Predictive } from "./predictive.ts";

const LEVELS = 2000;

/**
 * The mean of each entry where the points are medians (a bias-adjusted forecast): exp(mu + sigma^2/2) of a lognormal,
 * else the mean of quantiles at 2,000 evenly spaced probabilities (midpoint rule). Points that are means stay as they
 * are. Null where not every such quantile exists, as for conformal intervals.
 */
export function meanOfForecast(predicted: Predictive): Float64Array | null {
  const { point, point_is, distribution, quantile } = predicted;
  if (point_is === "mean") return point;
  if (distribution?.name === "lognormal") {
    const { mu, sigma } = distribution;
    return Float64Array.from(mu, (m, i) => Math.exp(m + (sigma[i] * sigma[i]) / 2));
  }
  if (!point.every((_, i) => attains(predicted, i, 0.5 / LEVELS))) return null;
  return point.map((_, i) => {
    let sum = 0;
    for (let k = 0; k < LEVELS; k++) sum += quantile(i, (k + 0.5) / LEVELS);
    return sum / LEVELS;
  });
}
