import { refusal } from "../contract/outcome.ts";
import type { CurveData } from "../series/dataset/dataset.ts";

/** Squares of larger values, and their sums, leave the range of numbers; those of smaller ones vanish. */
const LARGEST = 1e140;
const SMALLEST = 1e-140;

/** Curves on one grid: one row a curve, in the order of the data. */
export interface CurveMatrix {
  /** The subject of messages. */
  label: string;
  names: string[];
  groups: (string | null)[];
  /** The grid, ascending. */
  t: Float64Array;
  /** Finite values, each as long as `t`. */
  rows: Float64Array[];
}

/**
 * A set of curves as rows over their one grid. Refuses TooFewCurves, TooFewPoints, IrregularGrid (grids of their own)
 * and NonFiniteCurve (naming the first cell), before any arithmetic. `what` names the question in messages.
 */
export function curveMatrix(
  data: CurveData,
  { curves, points, what }: { curves: number; points: number; what: string },
): CurveMatrix {
  const { label } = data;
  requireAtLeast("TooFewCurves", label, "curve", data.curves.length, curves, what);
  requireOneGrid(data);
  const t = data.curves[0].t;
  requireAtLeast("TooFewPoints", label, "grid point", t.length, points, what);
  requireFinite(data);
  requireSize(data);
  return {
    label,
    names: data.curves.map(({ name }) => name),
    groups: data.curves.map(({ group }) => group),
    t,
    rows: data.curves.map(({ v }) => v),
  };
}

/** Refuses when there are fewer than `needed`. */
export function requireAtLeast(
  name: "TooFewCurves" | "TooFewPoints",
  label: string,
  noun: string,
  n: number,
  needed: number,
  what: string,
): void {
  if (n >= needed) return;
  const remedy = `give at least ${needed} ${noun}s`;
  const cause = `${label}: ${n} ${noun}${n === 1 ? "" : "s"}, ${needed} needed for ${what}; ${remedy}`;
  throw refusal(name, cause, { check: `${noun}s`, observed: n, required: needed, remedy });
}

function requireOneGrid({ label, curves, shared_grid }: CurveData): void {
  if (shared_grid) return;
  const [first] = curves;
  const others = curves.filter(({ t }) => t.length !== first.t.length || t.some((at, i) => at !== first.t[i]));
  const remedy =
    "smooth them first (fda run-method --method smoothing leaves them on one grid, fda smooth --out writes them to a file), or give every curve the same points";
  throw refusal(
    "IrregularGrid",
    `${label}: ${others.length} of ${curves.length} curves do not stand on the grid of '${first.name}', first '${others[0].name}'; ${remedy}`,
    { check: "one_grid", observed: others.length, required: 0, remedy, curve: others[0].name },
  );
}

/** Refuses NonFiniteCurve when a value is missing, infinite or too large to be squared, naming the first cell. */
export function requireFinite({ label, curves }: CurveData): void {
  const unusable = (value: number) => !(Math.abs(value) <= LARGEST);
  const bad = curves.filter(({ v }) => v.some(unusable));
  if (bad.length === 0) return;
  const [{ name, t, v }] = bad;
  const n = bad.reduce((sum, curve) => sum + curve.v.filter(unusable).length, 0);
  const all = curves.reduce((sum, curve) => sum + curve.v.length, 0);
  const at = v.findIndex(unusable);
  const remedy =
    "fill these cells, leave the curves out, or give rows of curve, t, value without them, which fda smooth takes";
  throw refusal(
    "NonFiniteCurve",
    `${label}: ${n} of ${all} values, in ${bad.length} of ${curves.length} curves, are missing, not finite or beyond 1e140, first that of '${name}' at ${t[at]} (its point ${at + 1}); ${remedy}`,
    { check: "finite", observed: n, required: 0, remedy, curve: name, point: at + 1, at: t[at] },
  );
}

/** Refuses NonFiniteCurve: curves that are 0 throughout are curves; those that are not, but whose squares are 0, cannot be measured. */
export function requireSize({ label, curves }: CurveData): void {
  let largest = 0;
  for (const { v } of curves) for (const value of v) largest = Math.max(largest, Math.abs(value));
  if (largest === 0 || largest >= SMALLEST) return;
  const remedy = "give them in a smaller unit";
  const cause = `${label}: no value of ${curves.length === 1 ? "the curve" : `${curves.length} curves`} is larger than ${largest}, and squares of that vanish; ${remedy}`;
  throw refusal("NonFiniteCurve", cause, { check: "size", observed: largest, required: SMALLEST, remedy });
}
