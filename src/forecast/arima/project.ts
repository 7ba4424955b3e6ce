import type { Regressor } from "./design.ts";
import { exactWhitener } from "./exact.ts";
import type { ArimaModel } from "./fit.ts";
import { lostRows } from "./orders.ts";
import { difference, differencing, expandInto, psiWeights } from "./polynomial.ts";
import { stateExcess, stateLoads } from "./state-excess.ts";
import { gapWhitener } from "./with-gaps.ts";

/** Means and variances of steps 1 … h after the last row. */
export interface Projection {
  mean: Float64Array;
  variance: Float64Array;
  /** ψ weights of the integrated process, whose squares add up to the variance over σ²; null with gaps. */
  psi: Float64Array | null;
}

/**
 * Projects a series h steps on by a model whose coefficients stand. `x` holds the model's regressors (without the
 * constant) over the series and the h rows after it. Without gaps the variance is σ²·Σ_{j<h} ψⱼ² and what the n rows
 * leave unknown of the state; with gaps both numbers come from the filter run on. The uncertainty of the coefficients is
 * not in the variance. σ² is the corrected one.
 */
export function projectArima(model: ArimaModel, y: Float64Array, x: Regressor[], h: number): Projection {
  const skipped = Math.max(0, y.findIndex(Number.isFinite));
  const known = regressionPart(model, x, y.length + h);
  const z = y.slice(skipped).map((value, t) => value - known[skipped + t]);
  const forecast = z.some(Number.isNaN) ? withGaps(model, z, h) : complete(model, z, h);
  for (let k = 0; k < h; k++) forecast.mean[k] += known[y.length + k];
  return forecast;
}

/**
 * One-step predictions of the rows of a series by a model whose coefficients stand; NaN in rows that differencing uses
 * up. A missing row has one too.
 */
export function predictedRows(model: ArimaModel, y: Float64Array, x: Regressor[]): Float64Array {
  const skipped = Math.max(0, y.findIndex(Number.isFinite));
  const known = regressionPart(model, x, y.length);
  const z = y.slice(skipped).map((value, t) => value - known[skipped + t]);
  const lost = lostRows(model.orders);
  const out = new Float64Array(y.length).fill(Number.NaN);
  const { phi, theta } = polynomials(model);
  if (z.some(Number.isNaN)) {
    const { predicted, shift } = filteredLevels(model, z, 0);
    for (let t = lost; t < z.length; t++) out[skipped + t] = predicted[t] + shift + known[skipped + t];
    return out;
  }
  const filter = exactWhitener([difference(z, model.orders)], phi.length, theta.length);
  filter.run(phi, theta);
  for (let t = lost; t < z.length; t++) {
    const innovation = model.sigma2 === 0 ? 0 : filter.whitened[0][t - lost] / filter.scales[t - lost];
    out[skipped + t] = y[skipped + t] - innovation;
  }
  return out;
}

/** Σ beta·x over the rows of the series and those to come. */
export function regressionPart({ constant, beta }: ArimaModel, x: Regressor[], rows: number): Float64Array {
  const out = new Float64Array(rows);
  const own = constant === "none" ? 0 : 1;
  for (let t = 0; t < rows; t++) {
    if (own > 0) out[t] = constant === "mean" ? beta[0] : beta[0] * (t + 1);
    for (let k = 0; k < x.length; k++) out[t] += beta[own + k] * x[k].values[t];
  }
  return out;
}

/** The lag polynomials of a model, multiplied out. */
export function polynomials({ orders, arma }: ArimaModel): { phi: Float64Array; theta: Float64Array } {
  const phi = new Float64Array(orders.p + orders.m * orders.P);
  const theta = new Float64Array(orders.q + orders.m * orders.Q);
  expandInto(Float64Array.from(arma), orders, phi, theta);
  return { phi, theta };
}

function complete(model: ArimaModel, z: Float64Array, h: number): Projection {
  const { phi, theta } = polynomials(model);
  const delta = differencing(model.orders);
  const mean = new Float64Array(h);
  // A noiseless model has no process to filter: what is left over is continued by its differences alone.
  const state = model.sigma2 === 0 ? new Float64Array(1) : stateAfter(model, z, phi, theta);
  const lag = (k: number) => (k >= 0 ? mean[k] : z[z.length + k]);
  for (let k = 0; k < h; k++) {
    mean[k] = state[0];
    const head = state[0];
    for (let i = 0; i + 1 < state.length; i++) state[i] = state[i + 1] + (i < phi.length ? phi[i] * head : 0);
    for (let i = 0; i < delta.length; i++) if (delta[i] !== 0) mean[k] += delta[i] * lag(k - 1 - i);
  }
  const psi = psiWeights(phi, theta, delta, h);
  const loads = stateLoads(phi, Math.max(phi.length, theta.length + 1), delta, h);
  const excess = stateExcess(phi, theta, z.length - delta.length, loads);
  let sum = 0;
  const variance = psi.map((weight, k) => {
    sum += weight * weight;
    return (sum + excess[k]) * model.sigma2;
  });
  return { mean, psi, variance };
}

/** The filter's prediction of the state that follows the last row, with a 0 behind it. */
function stateAfter({ orders }: ArimaModel, z: Float64Array, phi: Float64Array, theta: Float64Array): Float64Array {
  const w = difference(z, orders);
  const filter = exactWhitener([w], phi.length, theta.length);
  filter.run(phi, theta);
  return filter.state();
}

function withGaps(model: ArimaModel, z: Float64Array, h: number): Projection {
  const { predicted, variance, shift } = filteredLevels(model, z, h);
  return {
    mean: predicted.slice(z.length).map((value) => value + shift),
    variance: variance.slice(z.length).map((value) => value * model.sigma2),
    psi: null,
  };
}

/** Innovations over √F of a series with gaps, in its own units; NaN in missing rows. */
export function filteredResiduals(model: ArimaModel, y: Float64Array, x: Regressor[]): Float64Array {
  const skipped = Math.max(0, y.findIndex(Number.isFinite));
  const known = regressionPart(model, x, y.length);
  const z = y.slice(skipped).map((value, t) => value - known[skipped + t]);
  const { predicted, variance, shift } = filteredLevels(model, z, 0);
  return y.map((_, t) => (z[t - skipped] - shift - predicted[t - skipped]) / Math.sqrt(variance[t - skipped]));
}

/** The filter over levels and h rows after them, less the first level where differencing loses it. */
function filteredLevels(model: ArimaModel, z: Float64Array, h: number) {
  const { phi, theta } = polynomials(model);
  const shift = lostRows(model.orders) > 0 ? z[0] : 0;
  const levels = new Float64Array(z.length + h).fill(Number.NaN);
  for (let t = 0; t < z.length; t++) levels[t] = z[t] - shift;
  const filter = gapWhitener([levels], phi.length, theta.length, differencing(model.orders), z.length);
  filter.run(phi, theta);
  return { predicted: filter.predicted, variance: filter.variance, shift };
}
