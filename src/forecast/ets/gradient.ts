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

/**
 * Back from the last state, without season or with an additive one. The trend's part stands in both of these functions:
 * derivatives that are shared with a third would be in memory, and a search spends most of its time here.
 */
function throughSums(model: EtsModel, point: Float64Array, gradient: Float64Array): void {
  const { trend, season, m, y, level, slope, ahead, news, byMean } = model;
  const [alpha, beta, phi, gamma] = [point[ALPHA], point[BETA], point[PHI], season === NONE ? 0 : point[GAMMA]];
  let byAlpha = 0;
  let byBeta = 0;
  let byGamma = 0;
  let byPhi = 0;
  let byLevel = 0;
  let bySlope = 0;
  let at = SEASON + ((y.length - 1) % m);
  for (let t = y.length - 1; t >= 0; t--) {
    const bySeason = gradient[at];
    const d = news[t];
    byAlpha += byLevel * d;
    byGamma += bySeason * d;
    // What the news does through the slope.
    const slopeNews = trend === MUL ? bySlope / level[t] : bySlope;
    byBeta += slopeNews * d;
    const byNews = alpha * byLevel + gamma * bySeason + slopeNews * beta;
    gradient[at] = season === NONE ? 0 : bySeason - byNews + byMean[t];
    byLevel = byMean[t] + byLevel - byNews;
    if (trend === ADD) {
      const byGrowth = bySlope + byLevel;
      byPhi += slope[t] * byGrowth;
      bySlope = phi * byGrowth;
    } else if (trend === MUL) {
      const l = level[t];
      const b = slope[t];
      const g = ahead[t] / l;
      const byGrowth = bySlope + l * byLevel;
      byPhi += g * Math.log(b) * byGrowth;
      byLevel = g * byLevel - (beta * d * bySlope) / (l * l);
      bySlope = ((phi * g) / b) * byGrowth;
    }
    at = at === SEASON ? SEASON + m - 1 : at - 1;
  }
  gradient[ALPHA] = byAlpha;
  gradient[BETA] = byBeta;
  gradient[GAMMA] = byGamma;
  gradient[PHI] = byPhi;
  gradient[LEVEL] = byLevel;
  gradient[TREND] = bySlope;
}

/** The same with a multiplicative season. */
function throughProducts(model: EtsModel, point: Float64Array, gradient: Float64Array): void {
  const { trend, m, y, level, slope, ahead, seasonal, news, byMean } = model;
  const [alpha, beta, phi, gamma] = [point[ALPHA], point[BETA], point[PHI], point[GAMMA]];
  let byAlpha = 0;
  let byBeta = 0;
  let byGamma = 0;
  let byPhi = 0;
  let byLevel = 0;
  let bySlope = 0;
  let at = SEASON + ((y.length - 1) % m);
  for (let t = y.length - 1; t >= 0; t--) {
    const bySeason = gradient[at];
    const q = ahead[t];
    const s = seasonal[t];
    const d = news[t];
    const pull = d / q;
    byAlpha += byLevel * d;
    byGamma += bySeason * s * pull;
    const slopeNews = trend === MUL ? bySlope / level[t] : bySlope;
    byBeta += slopeNews * d;
    const byNews = alpha * byLevel + (gamma * s * bySeason) / q + slopeNews * beta;
    gradient[at] = bySeason * (1 + gamma * pull) - (byNews * (d + q)) / s + byMean[t] * q;
    byLevel = byMean[t] * s - (gamma * s * pull * bySeason) / q + byLevel - byNews;
    if (trend === ADD) {
      const byGrowth = bySlope + byLevel;
      byPhi += slope[t] * byGrowth;
      bySlope = phi * byGrowth;
    } else if (trend === MUL) {
      const l = level[t];
      const b = slope[t];
      const g = q / l;
      const byGrowth = bySlope + l * byLevel;
      byPhi += g * Math.log(b) * byGrowth;
      byLevel = g * byLevel - (beta * d * bySlope) / (l * l);
      bySlope = ((phi * g) / b) * byGrowth;
    }
    at = at === SEASON ? SEASON + m - 1 : at - 1;
  }
  gradient[ALPHA] = byAlpha;
  gradient[BETA] = byBeta;
  gradient[GAMMA] = byGamma;
  gradient[PHI] = byPhi;
  gradient[LEVEL] = byLevel;
  gradient[TREND] = bySlope;
}
