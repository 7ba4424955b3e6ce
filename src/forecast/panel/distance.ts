import { refusal } from "../../contract/outcome.ts";
import { besideLine, dtwDistance } from "../../numerics/dtw.ts";
import { squaredDistance } from "../../numerics/squared-distance.ts";
import type { Panel } from "../other-components.ts";

/** How far apart two series are. */
export interface Metric {
  distance: "dtw" | "euclidean" | "squared";
  /** Band of the warping as a share of the first series' length; null for none. */
  window: number | null;
}

/** Distance of two series, or Infinity from `limit` on (dtw, squared) and where no path lies in the band. */
export type Distance = (a: Float64Array, b: Float64Array, limit?: number) => number;

/** The distance function: dtw is the sum of squares along the path, `squared` the sum of squares, euclidean its root. */
export function distanceOf({ distance, window }: Metric): Distance {
  if (distance === "squared") return squaredDistance;
  if (distance === "euclidean") return (a, b) => Math.sqrt(squaredDistance(a, b));
  return (a, b, limit) => {
    const band = besideLine(a.length, b.length, window === null ? undefined : window * a.length);
    return dtwDistance(a, b, { cost: "squared", band }, limit);
  };
}

/** Refuses missing and infinite values; and, where `even` is asked for, series of different lengths. */
export function requireRows({ names, rows }: Panel, even: boolean): void {
  const broken = rows.findIndex((row) => row.some((value) => !Number.isFinite(value)));
  if (broken >= 0) {
    const missing = rows[broken].reduce((n, value) => n + (Number.isFinite(value) ? 0 : 1), 0);
    const remedy = "leave the series out, or fill its values";
    throw refusal(
      "NonFiniteCurve",
      `${names[broken]}: ${missing} of ${rows[broken].length} values are missing; ${remedy}`,
      {
        check: "finite",
        observed: missing,
        required: 0,
        remedy,
      },
    );
  }
  const lengths = [...new Set(rows.map((row) => row.length))].sort((a, b) => a - b);
  if (!even || lengths.length < 2) return;
  const remedy = "put the series on one grid, or use distance='dtw' and averaging_method='dba'";
  throw refusal("IrregularGrid", `the series have ${lengths[0]} to ${lengths[lengths.length - 1]} values; ${remedy}`, {
    check: "equal_lengths",
    observed: lengths,
    required: "one length",
    remedy,
  });
}

/** Refuses fewer series than are needed. */
export function requireSeries(n: number, needed: number, what: string): void {
  if (n >= needed) return;
  const remedy = `give more series, or ask for fewer`;
  throw refusal("TooFewCurves", `${n} series, ${needed} needed for ${what}; ${remedy}`, {
    check: "n_series",
    observed: n,
    required: needed,
    remedy,
  });
}
