import { ADD, ALPHA, BETA, type EtsModel, GAMMA, LEVEL, MUL, NONE, PHI, SEASON, TREND } from "./model.ts";

/** Below this (of data whose mean size is 1) a divisor counts as 0. */
const TINY = 1e-10;
/** Factors are gathered up to this before their logarithm is taken. */
const HUGE = 1e100;

/**
 * Runs the data through the form from the start states of `point` and returns ½·n·ln Σe² + Σ ln μ, the second sum for
 * multiplicative errors only: minus the log-likelihood on R's scale (σ² concentrated out, constants dropped). States,
 * errors and Σe² are left in the model. Infinity where a state or mean that must be positive is not. Nothing is
 * allocated.
 */
export function negativeLogLikelihood(model: EtsModel, point: Float64Array): number {
  const value = filterData(model, point) + 0.5 * model.y.length * Math.log(model.sse);
  return Number.isNaN(value) || model.sse === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : value;
}

/**
 * The recursion of Hyndman et al. (2008), ch. 2, in terms of the news d = p − q, where q is the level that the
 * trend leads to and p the observation without its season: level q + αd, slope φb + βd (b^φ + βd/l), season s + γd (s +
 * γsd/q). The error does not enter: both kinds move the states alike. Leaves Σe² and returns Σ ln μ for multiplicative
 * errors, else 0; NaN when it breaks off, or some μ ≤ 0 there.
 */
function filterData(model: EtsModel, point: Float64Array): number {
  const { error, trend, season, m, y, level, slope, seasonal, ahead, news, mean, e, last } = model;
  const [alpha, beta, gamma, phi] = [point[ALPHA], point[BETA], point[GAMMA], point[PHI]];
  const seasons = last.seasons;
  for (let j = 0; j < m; j++) seasons[j] = season === NONE ? 0 : point[SEASON + j];
  let l = point[LEVEL];
  let b = point[TREND];
  let at = 0;
  let sse = 0;
  let logs = 0;
  let product = 1;
  for (let t = 0; t < y.length; t++) {
    const s = seasons[at];
    if (trend === MUL && !(b > TINY && l > TINY)) return Number.NaN;
    const g = trend === ADD ? phi * b : trend === NONE ? 0 : phi === 1 ? b : b ** phi;
    const q = trend === MUL ? l * g : l + g;
    let d = y[t] - q;
    let mu = q;
    if (season === ADD) {
      d -= s;
      mu += s;
      seasons[at] = s + gamma * d;
    } else if (season === MUL) {
      if (!(s > TINY && q > TINY)) return Number.NaN;
      d = y[t] / s - q;
      mu *= s;
      seasons[at] = s + (gamma * s * d) / q;
    }
    let error_t = y[t] - mu;
    if (error === MUL) {
      if (!(mu > TINY)) return Number.NaN;
      error_t /= mu;
      product *= mu;
      if (product > HUGE || product < 1 / HUGE) {
        logs += Math.log(product);
        product = 1;
      }
    }
    sse += error_t * error_t;
    level[t] = l;
    slope[t] = b;
    seasonal[t] = s;
    ahead[t] = q;
    news[t] = d;
    mean[t] = mu;
    e[t] = error_t;
    if (trend === ADD) b = g + beta * d;
    else if (trend === MUL) b = g + (beta * d) / l;
    l = q + alpha * d;
    at = at + 1 === m ? 0 : at + 1;
  }
  last.level = l;
  last.slope = b;
  model.sse = sse;
  return logs + Math.log(product);
}
