import { depths, functionalBoxplot } from "../depth.ts";
import { QUADRATURE_RULES, quadratureWeights } from "../quadrature.ts";
import { another, num } from "./advice.ts";
import { type Method, overGrid, wordOf } from "./method.ts";

/** Depths of curves among themselves. */
export const depth: Method = {
  name: "depth",
  computes:
    "how central each curve is (Fraiman-Muniz, modified band), the deepest curve, and functional boxplot outliers",
  parameters: [
    {
      name: "weights",
      default: "trapezoid",
      range: QUADRATURE_RULES.join(", "),
      about: "rule for means over the grid",
    },
  ],
  better: {},
  main: "depths",
  leaves: null,
  refuses: ["TooFewCurves", "TooFewPoints", "IrregularGrid", "NonFiniteCurve"],
  needs: () => ({ curves: 4, points: 2, what: "depths with a functional boxplot" }),
  async run(curves, parameters) {
    const rule = wordOf(parameters, "weights", QUADRATURE_RULES);
    const found = depths(curves, quadratureWeights(curves.label, curves.t, rule));
    const box = functionalBoxplot(curves, found.modified_band);
    const outside = new Map(box.outliers.map(({ index, n_outside }) => [index, n_outside]));
    const fm = found.fraiman_muniz;
    return {
      diagnostics: {
        deepest: curves.names[box.median],
        least_deep: curves.names[fm.indexOf(fm.reduce((a, b) => Math.min(a, b)))],
        depth_min: fm.reduce((a, b) => Math.min(a, b)),
        depth_mean: fm.reduce((a, b) => a + b, 0) / fm.length,
        depth_max: fm.reduce((a, b) => Math.max(a, b)),
        n_outliers: box.outliers.length,
        outlier_fraction: box.outliers.length / fm.length,
        outliers:
          box.outliers
            .map(({ index }) => curves.names[index])
            .slice(0, 10)
            .join(", ") || "none",
      },
      fields: {
        depths: {
          rows: "curve",
          row_names: curves.names,
          columns: "value",
          column_names: ["fraiman_muniz", "modified_band", "n_points_outside"],
          values: curves.names.map((_, i) => [fm[i], found.modified_band[i], outside.get(i) ?? 0]),
        },
        central_half: overGrid(curves, "envelope", ["low", "high"], [box.low, box.high]),
      },
    };
  },
  blocks: true,
  rules: ["many_outliers"],
  async advise(_, __, { diagnostics: d }) {
    if (!(num(d.outlier_fraction) > 0.15)) return [];
    const numbers = { n_outliers: num(d.n_outliers), outlier_fraction: num(d.outlier_fraction), threshold: 0.15 };
    const action = "more than 15 % of the curves leave the fences: they may be a group of their own, so cluster first";
    return [another("many_outliers", "clustering", action, numbers)];
  },
};
