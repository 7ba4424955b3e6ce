import { refusal } from "../../contract/outcome.ts";
import { extent } from "../../numerics/extent.ts";
import { solveUpper, type ThinQr, thinQr } from "../../numerics/thin-qr.ts";
import { bridged, emptyPhase, freeValues, type Span, spanOf } from "./gaps.ts";
import { lostRows, type Orders } from "./orders.ts";
import { difference } from "./polynomial.ts";

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
  /** The series, then its regressors, then a column for each of `nuisance` missing rows, whose values are free. */
  columns: Float64Array[];
  nuisance: number;
  /** Whether the columns are levels, for the filter over gaps, and not differenced. */
  levels: boolean;
  /** y is `scale` times the first column, plus the regressors' share. */
  scale: number;
  /** Regression coefficients taken off beforehand, in orthonormal units, and the triangle that leads back. */
  taken: Float64Array;
  triangle: Float64Array[];
  /** Rows after differencing that were seen: the likelihood's n. */
  used: number;
  /** The rows looked at: missing ones at the ends are left out. */
  span: Span;
  /** The first level that was seen, taken off where a mean gives it back or differencing loses it; else 0. */
  base: number;
  constant: Constant;
}

/** Smallest share of the largest value that differences are told from rounding by. */
const ROUNDING = 16 * Number.EPSILON;

/**
 * Prepares a problem. `scale` is 0 when nothing is left after the regressors (the series is them, exactly). Refuses
 * SingularModel for regressors that are dependent after differencing, SeriesTooShort when no row is left to estimate from,
 * MissingValues when a phase of a differenced season was never seen.
 */
export function designOf({ label, y: all, x, orders, constant }: Problem): Design {
  const span = spanOf(all);
  const base = constant === "mean" || lostRows(orders) > 0 ? (all[span.from] ?? 0) : 0;
  const y = all.slice(span.from, span.to).map((value) => value - base);
  const regressors = [...constantOf(constant, all.length), ...x].map(({ name, values }) => ({
    name,
    values: values.subarray(span.from, span.to),
  }));
  const names = regressors.map(({ name }) => name);
  const qr = thinQr(regressors.map(({ values }) => difference(values, orders)));
  if (typeof qr === "number") throw dependent(label, names[qr]);
  const observed = y.length - span.missing.length;
  const used = observed - lostRows(orders);
  if (used < 1) throw tooShort(label, observed, lostRows(orders) + 1);
  const phase = orders.D > 0 ? emptyPhase(span.missing, y.length, orders.m) : -1;
  if (phase >= 0) throw phaseMissing(label, phase, orders.m);
  const w = difference(bridged(y), orders);
  const free = freeValues(span.missing, qr.q, y.length, orders);
  const { taken, left } = project(w, free?.qr ?? qr, names.length);
  const rms = Math.sqrt(left.reduce((sum, value) => sum + value * value, 0) / used);
  const { min, max } = extent(all.filter(Number.isFinite));
  const scale = rms > ROUNDING * 2 ** (orders.d + orders.D) * Math.max(-min, max) ? rms : 0;
  const columns = free
    ? [w.map((value) => value / (scale || 1)), ...qr.q, ...free.columns]
    : inLevels(y, regressors, qr.r, taken, scale);
  const common = { orders, names, columns, scale, taken, triangle: qr.r, used, span, base, constant };
  return { ...common, levels: free === null, nuisance: free === null ? 0 : span.missing.length };
}

function constantOf(constant: Constant, n: number): Regressor[] {
  if (constant === "none") return [];
  if (constant === "mean") return [{ name: "intercept", values: new Float64Array(n).fill(1) }];
  return [{ name: "drift", values: Float64Array.from({ length: n }, (_, t) => t + 1) }];
}

/**
 * Takes the least-squares share of the first k columns of a QR (orthonormal themselves) off w, in place. Answers its
 * coefficients, and what all columns leave.
 */
function project(w: Float64Array, { q, r }: ThinQr, k: number): { taken: Float64Array; left: Float64Array } {
  const left = w.slice();
  const shares = new Float64Array(q.length);
  // Twice: what the first pass leaves of a large level is rounding, and the second takes it.
  for (let pass = 0; pass < 2; pass++) {
    q.forEach((unit, i) => {
      const share = unit.reduce((sum, value, t) => sum + value * left[t], 0);
      shares[i] += share;
      for (let t = 0; t < left.length; t++) left[t] -= share * unit[t];
    });
  }
  if (q.length === k) w.set(left);
  else {
    solveUpper(r, shares);
    for (let i = 0; i < k; i++) for (let t = 0; t < w.length; t++) w[t] -= shares[i] * q[i][t];
  }
  return { taken: shares.slice(0, k), left };
}

/** Levels in the same units. */
function inLevels(
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

function dependent(label: string, name: string) {
  const remedy = "leave it out";
  return refusal(
    "SingularModel",
    `${label}: ${name} is a combination of the other explaining columns after differencing; ${remedy}`,
    { check: "rank", observed: name, required: "columns that are independent after differencing", remedy },
  );
}

function phaseMissing(label: string, phase: number, m: number) {
  const remedy = "leave the season undifferenced (D=0)";
  return refusal(
    "MissingValues",
    `${label}: every row of one phase of the season of ${m} is missing (data row ${phase + 1} of each ${m}), so its level is unknown; ${remedy}`,
    { check: "seen_phases", observed: phase, required: "a value in each phase", remedy },
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
