import { BadCall } from "../../contract/outcome.ts";
import { BASES, type BasisRequest, FEWEST_FUNCTIONS } from "../basis-of.ts";
import { SCAN_CRITERIA, type ScanEntry, scanOnThreads } from "../basis-scan.ts";

import { advice, another, num } from "./advice.ts";
import { basisOf, type Method, numberOf, type Parameters, PERIOD, wordOf } from "./method.ts";

/** A fit with this share of the points as degrees of freedom has little left to be judged by. */
const SATURATED = 0.9;
const COLUMNS = ["edf", "rss", "gcv", "aic", "bic", "cv"] as const;
const NOT_JUDGED = "no degree of freedom is left to judge it by, or the fit is exact";

/** How many basis functions curves need: a scan at one λ. */
export const basis: Method = {
  name: "basis",
  computes: "a scan of the number of basis functions at one lambda, and the number that a criterion chooses",
  parameters: [
    { name: "n_basis", default: 20, range: "5 to 500", about: "largest number of functions tried, from the fewest on" },
    { name: "lambda", default: 0, range: "0 or more", about: "price of roughness; 0: least squares" },
    { name: "criterion", default: "gcv", range: SCAN_CRITERIA.join(", "), about: "what the number is chosen by" },
    { name: "basis", default: "bspline", range: BASES.join(", "), about: "functions; fdars: the reference's knots" },
    PERIOD,
  ],
  better: Object.fromEntries(SCAN_CRITERIA.map((name) => [`optimal_${name}`, "smaller" as const])),
  main: "scan",
  leaves: null,
  refuses: ["TooFewPoints", "IrregularGrid", "NonFiniteCurve", "NotIdentifiable"],
  needs(parameters) {
    const { basis } = scanned(parameters);
    const fewest = FEWEST_FUNCTIONS[basis];
    if (numberOf(parameters, "n_basis") <= fewest)
      throw new BadCall(`n_basis: a scan needs more than the ${fewest} functions that it starts from`);
    return { curves: 1, points: 5, what: "a scan of basis functions" };
  },
  async run(curves, parameters, step, ctx) {
    const { beyond, fewest, most } = rangeOf(parameters);
    const { basis, period } = scanned(parameters);
    const criterion = wordOf(parameters, "criterion", SCAN_CRITERIA);
    const range = {
      basis: basis === "fdars" ? ("bspline" as const) : basis,
      period,
      from: fewest - beyond,
      to: most - beyond,
    };
    const request = { ...range, lambda: numberOf(parameters, "lambda"), criterion };
    const found = await scanOnThreads(ctx, curves, request, step);
    const judged = found.entries.filter((entry) => COLUMNS.every((key) => entry[key] !== null));
    const best = found.entries.find(({ n_basis }) => n_basis === found.optimal_n_basis) as ScanEntry;
    return {
      diagnostics: {
        optimal_n_basis: found.optimal_n_basis + beyond,
        at_edge: found.at_edge ?? "none",
        n_tried: found.entries.length,
        largest_tried: found.entries[found.entries.length - 1].n_basis + beyond,
        optimal_edf: best.edf,
        optimal_rss: best.rss,
        ...Object.fromEntries(SCAN_CRITERIA.flatMap((name) => optimum(name, best[name]))),
      },
      fields: {
        scan: {
          rows: "n_basis",
          row_names: judged.map(({ n_basis }) => String(n_basis + beyond)),
          columns: "value",
          column_names: [...COLUMNS],
          values: judged.map((entry) => COLUMNS.map((key) => Number(entry[key]))),
        },
      },
    };
  },
  rules: ["nearly_saturated", "optimum_at_edge"],
  async advise({ t }, parameters, { diagnostics: d }) {
    const { beyond, most } = rangeOf(parameters);
    const numbers = { optimal_n_basis: num(d.optimal_n_basis), largest_tried: num(d.largest_tried) };
    if (num(d.optimal_edf) > SATURATED * t.length) {
      const action = "the best fit has nearly as many degrees of freedom as points: let a penalty choose them instead";
      const because = { ...numbers, optimal_edf: num(d.optimal_edf), n_points: t.length };
      return [another("nearly_saturated", "smoothing", action, because)];
    }
    if (d.at_edge !== "largest") return [];
    const action = "the best number is the largest tried, so it is no optimum: widen the range";
    const wider = Math.min(500, 2 * most, t.length - 1 + beyond);
    return wider > most ? [advice("optimum_at_edge", "parameter", action, numbers, { n_basis: wider })] : [];
  },
};

/** The basis that is scanned. The largest number tried may be even, though a Fourier series has none. */
function scanned(parameters: Parameters): BasisRequest {
  const most = numberOf(parameters, "n_basis");
  return basisOf({ ...parameters, n_basis: parameters.basis === "fourier" && most % 2 === 0 ? most - 1 : most }, 2);
}

/** The reference's layout counts two functions that are 0 on the grid. */
function rangeOf(parameters: Parameters) {
  const layout = wordOf(parameters, "basis", BASES);
  return {
    beyond: layout === "fdars" ? 2 : 0,
    fewest: FEWEST_FUNCTIONS[layout],
    most: numberOf(parameters, "n_basis"),
  };
}

function optimum(name: string, value: number | null): [string, number | string | null][] {
  const key = `optimal_${name}`;
  return value === null
    ? [
        [key, null],
        [`${key}_reason`, NOT_JUDGED],
      ]
    : [[key, value]];
}
