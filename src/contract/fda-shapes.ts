import * as z from "zod/mini";
import { field } from "./field.ts";
import { parts, plural } from "./text.ts";

const count = z.int();
const cap = z.union([z.int().check(z.nonnegative()), z.literal("all")]);

/** Longest list of curves in an `fda` answer. */
export const maxCurvesField = (most = 20) => field(z._default(cap, most), "Most curves listed.");

/** Longest list of grid points in an `fda` answer. */
export const maxPointsField = () => field(z._default(cap, 21), "Most grid points listed, evenly spread.");

/** The curves that an `fda` answer is about. */
export const curvesShape = {
  handle: z.string(),
  n_curves: count,
  n_points: count,
  grid_min: z.number(),
  grid_max: z.number(),
};

/** The values of `curvesShape`. */
export function curvesFields(handle: string, { names, t }: { names: string[]; t: Float64Array }) {
  return { handle, n_curves: names.length, n_points: t.length, grid_min: t[0], grid_max: t[t.length - 1] };
}

/** A headline: which curves. */
export function curvesLine(f: ReturnType<typeof curvesFields>): string {
  return `${f.handle}  ${parts(plural(f.n_curves, "curve"), `${plural(f.n_points, "point")}, ${f.grid_min} to ${f.grid_max}`)}`;
}
