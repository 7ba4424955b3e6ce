import { refusal } from "../contract/outcome.ts";
import { median } from "../numerics/median.ts";
import type { CurveData } from "../series/dataset/dataset.ts";
import { type CurveMatrix, requireAtLeast, requireFinite, requireSize } from "./curve-matrix.ts";
import { type Smoothed, type SmoothRequest, smoothGrids } from "./smooth-curves.ts";

/** Curves on grids of their own, smoothed, and what they are on a common grid. */
export interface OwnGrids {
  smoothed: Smoothed;
  /** The curves as they are, by grid: `grids[g]` are those that `smoothed.grids[g]` fits. */
  grids: { t: Float64Array; rows: Float64Array[] }[];
  /** Grid and row of each curve, in the order of the data. */
  places: { grid: number; row: number }[];
  /** Evenly spaced over what all curves cover, as many points as the median curve has. */
  t: Float64Array;
  fitted: Float64Array[];
}

/**
 * Smooths each curve from its own points on one basis over all that any curve covers, with one λ, and evaluates the smooths
 * where all curves have points around. Refuses TooFewPoints, NonFiniteCurve, IrregularGrid (nothing that all cover) and as
 * `smoothCurves`.
 */
export function smoothOwnGrids(data: CurveData, request: SmoothRequest, points: number, what: string): OwnGrids {
  const { label, curves } = data;
  requireFinite(data);
  requireSize(data);
  for (const { name, t } of curves)
    requireAtLeast("TooFewPoints", `${label}, '${name}'`, "grid point", t.length, points, what);
  const { grids, places } = byGrid(data);
  const ends = grids.map(({ t }) => [t[0], t[t.length - 1]]);
  const from = ends.reduce((least, [first]) => Math.min(least, first), Number.POSITIVE_INFINITY);
  const to = ends.reduce((most, [, last]) => Math.max(most, last), Number.NEGATIVE_INFINITY);
  const { t } = commonGrid(data);
  const smoothed = smoothGrids(label, grids, [from, to], request);
  const u = t.map((x) => (x - from) / (to - from));
  const across = smoothed.grids.map(({ basis, fit }, g) => elsewhere(basis, fit.lambda, grids[g].rows, u));
  return { smoothed, grids, places, t, fitted: places.map(({ grid, row }) => across[grid][row]) };
}

/** Curves that stand on the same points, together. */
function byGrid({ curves }: CurveData): Pick<OwnGrids, "grids" | "places"> {
  const numbers = new Map<string, number>();
  const grids: OwnGrids["grids"] = [];
  const places = curves.map(({ t, v }) => {
    const key = t.join();
    const grid = numbers.get(key) ?? grids.length;
    if (grid === grids.length) grids.push({ t, rows: [] });
    numbers.set(key, grid);
    return { grid, row: grids[grid].rows.push(v) - 1 };
  });
  return { grids, places };
}

/**
 * Where the smooths of curves on grids of their own stand: as many points as the median curve has, evenly over what all
 * cover. Refuses IrregularGrid when that is nothing.
 */
export function commonGrid({ label, curves }: CurveData): Pick<CurveMatrix, "names" | "t"> {
  const ends = curves.map(({ t }) => [t[0], t[t.length - 1]]);
  const low = ends.reduce((most, [first]) => Math.max(most, first), Number.NEGATIVE_INFINITY);
  const high = ends.reduce((least, [, last]) => Math.min(least, last), Number.POSITIVE_INFINITY);
  if (!(high > low)) {
    const remedy = "leave out curves that stand apart";
    const cause = `${label}: no stretch of the grid is covered by all curves (one begins at ${low}, one ends at ${high}); ${remedy}`;
    throw refusal("IrregularGrid", cause, { check: "overlap", observed: high - low, required: "> 0", remedy });
  }
  const n = Math.max(2, Math.round(median(Float64Array.from(curves, ({ t }) => t.length))));
  const t = Float64Array.from({ length: n }, (_, k) => (k === n - 1 ? high : low + ((high - low) * k) / (n - 1)));
  return { names: curves.map(({ name }) => name), t };
}

/** Smooths of rows at other points u of the basis. */
function elsewhere(
  basis: Smoothed["grids"][number]["basis"],
  lambda: number,
  rows: Float64Array[],
  u: Float64Array,
): Float64Array[] {
  const there = basis.at(u);
  const dot = (x: Float64Array, y: Float64Array) => x.reduce((sum, a, i) => sum + a * y[i], 0);
  const kept = basis.rates.map((rate) => 1 / (1 + lambda * rate));
  return rows.map((row) => {
    const fit = new Float64Array(u.length);
    const add = (weight: number, f: Float64Array) => {
      for (let k = 0; k < fit.length; k++) fit[k] += weight * f[k];
    };
    basis.trend.forEach((f, k) => {
      add(dot(f, row), there.trend[k]);
    });
    basis.modes.forEach((f, k) => {
      add(kept[k] * dot(f, row), there.modes[k]);
    });
    return fit;
  });
}

/** The smooths as curves on their common grid. */
export function commonCurves({ label, curves }: CurveData, { t, fitted }: OwnGrids): CurveMatrix {
  return {
    label,
    names: curves.map(({ name }) => name),
    groups: curves.map(({ group }) => group),
    t,
    rows: fitted,
  };
}
