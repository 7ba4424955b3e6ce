import { fpcaOnThread } from "../fpca-fields.ts";
import { QUADRATURE_RULES } from "../quadrature.ts";
import { advice, num } from "./advice.ts";
import { type Method, numberOf, overGrid, type Recommendation, wordOf } from "./method.ts";

const WHOLE = { max_curves: Number.POSITIVE_INFINITY, max_points: Number.POSITIVE_INFINITY };
const TARGET = 0.9;
/** Neighbouring gaps that differ more than this are badly served by Simpson's rule. */
const UNEVEN = 1.5;

/** Functional principal components. */
export const fpca: Method = {
  name: "fpca",
  computes: "mean, principal components and scores; shares are of the total variance, divisor n - 1",
  parameters: [
    { name: "n_comp", default: 3, range: "1 or more", about: "most components" },
    { name: "weights", default: "trapezoid", range: QUADRATURE_RULES.join(", "), about: "rule for integrals" },
  ],
  better: { cumulative_variance_explained: "larger", ic_p1: "smaller" },
  // Every component adds to the share.
  moves: { n_comp: ["cumulative_variance_explained"] },
  main: "scores",
  leaves: null,
  refuses: ["TooFewCurves", "TooFewPoints", "IrregularGrid", "NonFiniteCurve", "NotIdentifiable"],
  needs: () => ({ curves: 2, points: 2, what: "principal components" }),
  async run(curves, parameters, _, ctx) {
    const rule = wordOf(parameters, "weights", QUADRATURE_RULES);
    const f = await fpcaOnThread(ctx, curves, { n_comp: numberOf(parameters, "n_comp"), weights: rule, ...WHOLE });
    const kept = f.components.slice(0, f.n_components);
    const names = kept.map(({ component }) => `component ${component}`);
    const reach = Object.fromEntries(f.components_for.map((c) => [`components_for_${100 * c.share}`, c.n_components]));
    return {
      diagnostics: {
        n_components: f.n_components,
        rank: f.rank,
        total_variance: f.total_variance,
        first_share: f.components[0].explained_variance_ratio,
        cumulative_variance_explained: kept[kept.length - 1].cumulative_variance_explained,
        ic_p1: kept[kept.length - 1].ic_p1,
        ...(kept[kept.length - 1].ic_p1 === null ? { ic_p1_reason: kept[kept.length - 1].ic_p1_reason ?? "" } : {}),
        ...reach,
        equal_eigenvalues: f.equal_eigenvalues.map((pair) => pair.join("=")).join(", ") || "none",
      },
      fields: {
        scores: {
          rows: "curve",
          row_names: curves.names,
          columns: "component",
          column_names: names,
          values: f.scores.map(({ values }) => values),
        },
        components: overGrid(
          curves,
          "component",
          names,
          kept.map(({ values }) => values ?? []),
        ),
        mean: overGrid(curves, "curve", ["mean"], [f.mean]),
        eigenvalues: {
          rows: "component",
          row_names: names,
          columns: "value",
          column_names: ["eigenvalue", "explained_variance_ratio", "cumulative_variance_explained"],
          values: kept.map((c) => [c.eigenvalue, c.explained_variance_ratio, c.cumulative_variance_explained]),
        },
      },
    };
  },
  rules: ["share_below_90", "more_than_99", "uneven_grid_simpson"],
  async advise(curves, parameters, { diagnostics: d }) {
    const n_comp = numberOf(parameters, "n_comp");
    const share = num(d.cumulative_variance_explained);
    const numbers = { cumulative_variance_explained: share, n_components: num(d.n_components) };
    const found: Recommendation[] = [];
    if (share < TARGET) {
      const wanted = num(d.components_for_90);
      const action = `the components kept hold less than 90 % of the total variance: ${wanted} reach it`;
      const reach = { components_for_90: wanted, components_for_95: num(d.components_for_95) };
      found.push(advice("share_below_90", "parameter", action, { ...numbers, ...reach }, { n_comp: wanted }));
    }
    const enough = num(d.components_for_99);
    if (num(d.n_components) > enough) {
      const action = `${enough} components reach 99 % of the total variance: the others may be noise`;
      found.push(
        advice(
          "more_than_99",
          "parameter",
          action,
          { ...numbers, components_for_99: enough },
          { n_comp: Math.min(n_comp, enough) },
        ),
      );
    }
    const ratio = gapRatio(curves.t);
    if (parameters.weights === "simpson" && ratio > UNEVEN) {
      const action = "neighbouring gaps of the grid differ, where Simpson's weights alternate: use the trapezoid rule";
      found.push(advice("uneven_grid_simpson", "parameter", action, { gap_ratio: ratio }, { weights: "trapezoid" }));
    }
    return found;
  },
};

/** The largest ratio of neighbouring gaps. */
function gapRatio(t: Float64Array): number {
  let most = 1;
  for (let j = 2; j < t.length; j++) {
    const [a, b] = [t[j - 1] - t[j - 2], t[j] - t[j - 1]];
    most = Math.max(most, a / b, b / a);
  }
  return most;
}
