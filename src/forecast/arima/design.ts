import { refusal } from "../../contract/outcome.ts";
import { extent } from "../../numerics/extent.ts";
import { solveUpper, thinQr } from "../../numerics/thin-qr.ts";
import { lostRows, type Orders } from "./orders.ts";
import { difference } from "./polynomial.ts";
import { profile } from "./profile.ts";

/** A named regressor in levels, as long as the series. */
export interface Regressor {
  name: string;
  values: Float64Array;
}

/** What is modelled: y(t) = Σ beta·x(t) + ARIMA(t). NaN in `y` is a missing row; regressors are finite. */
export interface Problem {
  /** The subject of messages. */
  label: string;
  y: Float64Array;
  x: Regressor[];
  orders: Orders;
  /** A mean (d + D = 0), a drift a step (d + D = 1), or neither. */
  constant: Constant;
}

export type Constant = "none" | "mean" | "drift";

/** The problem in units in which the search has a scale of 1: differenced, regressors orthonormal, series projected off them. */
export interface Design {
  orders: Orders;
  names: string[];
  /** Whether rows are missing, so that the filter runs over levels. */
  gaps: boolean;
  /** The series, then its regressors: differenced, or in levels when there are gaps. */
  columns: Float64Array[];
  /** y is `scale` times the first column, plus the regressors' share. */
  scale: number;
  /** Regression coefficients taken off beforehand, in orthonormal units, and the triangle that leads back. */
  taken: Float64Array;
  triangle: Float64Array[];
  /** Rows after differencing that were seen: the likelihood's n. */
  used: number;
  /** Leading missing rows that were left out. */
  skipped: number;
  /** The first level that was seen, taken off where a mean gives it back or differencing loses it; else 0. */
  base: number;
  constant: Constant;
}

/** Smallest share of the largest value that differences are told from rounding by. */
const ROUNDING = 16 * Number.EPSILON;

/**
 * Prepares a problem. `scale` is 0 when nothing is left after the regressors (the series is them, exactly). Refuses
 * SingularModel for regressors that are dependent after differencing, SeriesTooShort when no row is left to estimate from.
 */
export function designOf({ label, y: all, x, orders, constant }: Problem): Design {
  const skipped = Math.max(0, all.findIndex(Number.isFinite));
  const base = constant === "mean" || lostRows(orders) > 0 ? (all[skipped] ?? 0) : 0;
  const y = all.slice(skipped).map((value) => value - base);
  const regressors = [...constantOf(constant, all.length), ...x].map(({ name, values }) => ({
    name,
    values: values.subarray(skipped),
  }));
  const names = regressors.map(({ name }) => name);
  const qr = thinQr(regressors.map(({ values }) => difference(values, orders)));
  if (typeof qr === "number") throw dependent(label, names[qr]);
  const gaps = y.some(Number.isNaN);
  const observed = y.reduce((n, value) => n + (Number.isNaN(value) ? 0 : 1), 0);
  const used = observed - lostRows(orders);
  if (used < 1) throw tooShort(label, observed, lostRows(orders) + 1);
  const w = difference(y, orders);
  const taken = project(w, qr.q);
  const { min, max } = extent(all.filter(Number.isFinite));
  const rms = rootMeanSquare(w);
  const scale = rms > ROUNDING * 2 ** (orders.d + orders.D) * Math.max(-min, max) ? rms : 0;
  const columns = gaps ? levels(y, regressors, qr.r, taken, scale) : [w.map((value) => value / (scale || 1)), ...qr.q];
  return { orders, names, gaps, columns, scale, taken, triangle: qr.r, used, skipped, base, constant };
}

function constantOf(constant: Constant, n: number): Regressor[] {
  if (constant === "none") return [];
  if (constant === "mean") return [{ name: "intercept", values: new Float64Array(n).fill(1) }];
  return [{ name: "drift", values: Float64Array.from({ length: n }, (_, t) => t + 1) }];
}

/** Takes the least-squares fit on the columns off the rows of w that are there, in place; answers its coefficients. */
function project(w: Float64Array, q: readonly Float64Array[]): Float64Array {
  const there = [w, ...q].map((column) => column.map((value, t) => (Number.isNaN(w[t]) ? 0 : value)));
  const regression = profile({ whitened: there });
  const ok = q.length > 0 && Number.isFinite(regression.solve());
  const taken = ok ? regression.beta.slice() : new Float64Array(q.length);
  for (let k = 0; k < q.length; k++) for (let t = 0; t < w.length; t++) w[t] -= taken[k] * q[k][t];
  return taken;
}

/** Levels in the same units. */
function levels(
  y: Float64Array,
  regressors: readonly Regressor[],
  triangle: readonly Float64Array[],
  taken: Float64Array,
  scale: number,
): Float64Array[] {
  const rotated = regressors.map(() => new Float64Array(y.length));
  const row = new Float64Array(regressors.length);
  for (let t = 0; t < y.length; t++) {
    for (let k = 0; k < row.length; k++) {
      row[k] = regressors[k].values[t];
      for (let i = 0; i < k; i++) row[k] -= row[i] * triangle[i][k];
      row[k] /= triangle[k][k];
      rotated[k][t] = row[k];
    }
  }
  const left = y.map((value, t) => rotated.reduce((rest, column, k) => rest - taken[k] * column[t], value));
  return [left.map((value) => value / (scale || 1)), ...rotated];
}

/** Coefficients of the regressors in their own units from those found in the search's units. */
export function regressionOf(design: Design, found: ArrayLike<number>): Float64Array {
  const beta = design.taken.map((value, k) => value + design.scale * found[k]);
  solveUpper(design.triangle, beta);
  if (design.constant === "mean") beta[0] += design.base;
  return beta;
}

function rootMeanSquare(w: Float64Array): number {
  let [sum, n] = [0, 0];
  for (const value of w) {
    if (Number.isNaN(value)) continue;
    sum += value * value;
    n++;
  }
  return n === 0 ? 0 : Math.sqrt(sum / n);
}

function dependent(label: string, name: string) {
  const remedy = "leave it out";
  return refusal(
    "SingularModel",
    `${label}: ${name} is a combination of the other explaining columns after differencing; ${remedy}`,
    { check: "rank", observed: name, required: "columns that are independent after differencing", remedy },
  );
}

function tooShort(label: string, observed: number, required: number) {
  const remedy = "difference less, or give a longer history";
  return refusal(
    "SeriesTooShort",
    `${label}: ${observed} observations, ${required} needed for one row after differencing; ${remedy}`,
    { check: "length", observed, required, remedy },
  );
}
