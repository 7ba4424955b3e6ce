import { ADD, ALPHA, BETA, type EtsModel, GAMMA, LEVEL, MUL, NONE, PHI, SEASON, TREND } from "./model.ts";

/**
 * The derivatives of `negativeLogLikelihood` by every number of the point that the model was filtered at last, by the
 * adjoint recursion (reverse accumulation) from the last observation to the first: the price of about two filters,
 * whatever the number of states. Nothing is allocated.
 */
export function likelihoodGradient(model: EtsModel, point: Float64Array, gradient: Float64Array): void {
  gradient.fill(0);
  byMeans(model);
  if (model.season === MUL) throughProducts(model, point, gradient);
  else throughSums(model, point, gradient);
}

/** Derivatives of the objective by each μ alone, into `model.byMean`. */
function byMeans({ error, y, mean, e, byMean, sse }: EtsModel): void {
  const weight = y.length / sse;
  for (let t = 0; t < y.length; t++) {
    byMean[t] = error === MUL ? (1 - weight * e[t] * (1 + e[t])) / mean[t] : -weight * e[t];
  }
}

/** Back from the last state, without season or with an additive one. */
function throughSums(model: EtsModel, point: Float64Array, gradient: Float64Array): void {
  const { season, m, y, news, byMean, back } = model;
  const [alpha, gamma] = [point[ALPHA], season === NONE ? 0 : point[GAMMA]];
  back.level = 0;
  back.slope = 0;
  let at = SEASON + ((y.length - 1) % m);
  for (let t = y.length - 1; t >= 0; t--) {
    const bySeason = gradient[at];
    const d = news[t];
    gradient[ALPHA] += back.level * d;
    gradient[GAMMA] += bySeason * d;
    const byNews = alpha * back.level + gamma * bySeason + trendNews(model, point, gradient, t);
    gradient[at] = season === NONE ? 0 : bySeason - byNews + byMean[t];
    throughTrend(model, point, gradient, t, byMean[t] + back.level - byNews);
    at = at === SEASON ? SEASON + m - 1 : at - 1;
  }
  gradient[LEVEL] = back.level;
  gradient[TREND] = back.slope;
}

/** The same with a multiplicative season. */
function throughProducts(model: EtsModel, point: Float64Array, gradient: Float64Array): void {
  const { m, y, ahead, seasonal, news, byMean, back } = model;
  const [alpha, gamma] = [point[ALPHA], point[GAMMA]];
  back.level = 0;
  back.slope = 0;
  let at = SEASON + ((y.length - 1) % m);
  for (let t = y.length - 1; t >= 0; t--) {
    const bySeason = gradient[at];
    const [q, s, d] = [ahead[t], seasonal[t], news[t]];
    const pull = d / q;
    gradient[ALPHA] += back.level * d;
    gradient[GAMMA] += bySeason * s * pull;
    const byNews = alpha * back.level + (gamma * s * bySeason) / q + trendNews(model, point, gradient, t);
    gradient[at] = bySeason * (1 + gamma * pull) - (byNews * (d + q)) / s + byMean[t] * q;
    const byQ = byMean[t] * s - (gamma * s * pull * bySeason) / q;
    throughTrend(model, point, gradient, t, byQ + back.level - byNews);
    at = at === SEASON ? SEASON + m - 1 : at - 1;
  }
  gradient[LEVEL] = back.level;
  gradient[TREND] = back.slope;
}

/** What the news does through the slope; adds to the derivative by β. */
function trendNews(model: EtsModel, point: Float64Array, gradient: Float64Array, t: number): number {
  if (model.trend === NONE) return 0;
  const by = model.trend === ADD ? model.back.slope : model.back.slope / model.level[t];
  gradient[BETA] += by * model.news[t];
  return by * point[BETA];
}

/** From the derivative by q to those by the level and slope before it; adds to the derivative by φ. */
function throughTrend(model: EtsModel, point: Float64Array, gradient: Float64Array, t: number, byQ: number): void {
  const { trend, level, slope, ahead, news, back } = model;
  const [b, phi] = [slope[t], point[PHI]];
  if (trend === ADD) {
    const byGrowth = back.slope + byQ;
    gradient[PHI] += b * byGrowth;
    back.slope = phi * byGrowth;
    back.level = byQ;
  } else if (trend === MUL) {
    const l = level[t];
    const g = ahead[t] / l;
    const byGrowth = back.slope + l * byQ;
    gradient[PHI] += g * Math.log(b) * byGrowth;
    back.level = g * byQ - (point[BETA] * news[t] * back.slope) / (l * l);
    back.slope = ((phi * g) / b) * byGrowth;
  } else back.level = byQ;
}
