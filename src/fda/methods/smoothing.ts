import { BASES, freeFunctions } from "../basis-of.ts";
import { CRITERIA } from "../choose-lambda.ts";
import type { CurveMatrix } from "../curve-matrix.ts";
import type { FourierPenalty } from "../fourier-basis.ts";
import { QUADRATURE_RULES, quadratureWeights } from "../quadrature.ts";
import { pooledCriteria, referenceLambda } from "../reference-settings.ts";
import { smoothFields } from "../smooth-fields.ts";
import { advice, num } from "./advice.ts";
import {
  basisOf,
  type Method,
  type MethodResult,
  numberOf,
  numberOrAuto,
  overGrid,
  type Parameters,
  PERIOD,
  type Recommendation,
  wordOf,
} from "./method.ts";
import { fitNumbers, meanIse } from "./smoothing-numbers.ts";
import { runOwnGrids } from "./smoothing-own-grids.ts";

const WHOLE = { max_curves: Number.POSITIVE_INFINITY, max_points: Number.POSITIVE_INFINITY };
/** A tenth more functions that lower GCV by more than this are worth having. */
const STILL_FALLING = 0.01;

/** Rules that go by the fit alone. */
const OWN_RULES = ["lambda_at_edge", "residuals_autocorrelated", "exact_fit"];

/** Penalised splines, one λ for all curves. */
export const smoothing: Method = {
  name: "smoothing",
  computes: "penalised cubic splines with one lambda for all curves; fit, degrees of freedom, GCV, AIC and BIC",
  parameters: [
    { name: "n_basis", default: 15, range: "4 to 500", about: "B-spline functions" },
    {
      name: "lambda",
      default: "auto",
      range: "0 or more, or auto",
      about: "price of roughness; auto: by the criterion",
    },
    { name: "criterion", default: "gcv", range: CRITERIA.join(", "), about: "what lambda is chosen by" },
    {
      name: "penalty_order",
      default: 2,
      range: "1 to 3, or harmonic",
      about: "differences or derivative priced; harmonic: all but one wave of the period",
    },
    {
      name: "basis",
      default: "bspline",
      range: BASES.join(", "),
      about: "functions; fdars: the reference's knots and lambdas",
    },
    PERIOD,
    { name: "weights", default: "trapezoid", range: QUADRATURE_RULES.join(", "), about: "rule for mean_ise" },
  ],
  better: { gcv: "smaller", aic: "smaller", bic: "smaller", aic_pooled: "smaller", bic_pooled: "smaller" },
  main: "fitted",
  leaves: "fitted",
  refuses: ["TooFewPoints", "IrregularGrid", "NonFiniteCurve", "NotIdentifiable"],
  idle: ({ criterion }, { lambda }) =>
    typeof lambda === "number" && criterion !== undefined
      ? "criterion: has no effect beside a stated lambda; leave one of them out"
      : null,
  needs(parameters) {
    const request = basisOf(parameters, penaltyOf(parameters));
    const what = request.basis === "fourier" ? "a Fourier series" : `a penalty of order ${request.penalty_order}`;
    return { curves: 1, points: freeFunctions(request) + 2, what };
  },
  async run(curves, parameters) {
    const asked = requestOn(curves, parameters);
    const f = smoothFields(curves, { ...asked, ...WHOLE });
    const rule = wordOf(parameters, "weights", QUADRATURE_RULES);
    const fitted = f.curves.map((curve) => curve.fitted);
    return {
      diagnostics: {
        ...fitNumbers(f),
        mean_ise: meanIse(curves, fitted, quadratureWeights(curves.label, curves.t, rule)),
        n_exact: f.n_exact,
        ...(asked.basis === "fdars" && f.rss > 0 ? pooledCriteria(curves, f) : {}),
        concerns: f.concerns.join(", ") || "none",
      },
      fields: {
        fitted: overGrid(curves, "curve", curves.names, fitted),
        residuals: overGrid(
          curves,
          "curve",
          curves.names,
          fitted.map((fit, i) => fit.map((y, j) => curves.rows[i][j] - y)),
        ),
        se_factor: overGrid(curves, "factor", ["se_factor"], [f.se_factor ?? []]),
      },
    };
  },
  // The reference's lambdas are those of one grid.
  ownGrids: (parameters) =>
    parameters.basis === "fdars" ? null : { run: (data) => runOwnGrids(data, askedOf(parameters)), rules: OWN_RULES },
  blocks: true,
  rules: ["lambda_at_edge", "residuals_autocorrelated", "gcv_still_falling", "exact_fit"],
  advise,
};

function askedOf(parameters: Parameters) {
  const rule = wordOf(parameters, "weights", QUADRATURE_RULES);
  return { ...smoothing.needs(parameters), request: { ...requestOf(parameters), ...WHOLE }, rule };
}

function requestOf(parameters: Parameters) {
  return {
    ...basisOf(parameters, penaltyOf(parameters)),
    lambda: numberOrAuto(parameters, "lambda"),
    criterion: wordOf(parameters, "criterion", CRITERIA),
  };
}

/** As `requestOf`, with the λ that the reference chooses where its settings are asked for. */
function requestOn(curves: CurveMatrix, parameters: Parameters) {
  const asked = requestOf(parameters);
  const reference = asked.basis === "fdars" && asked.lambda === null && asked.criterion === "gcv";
  if (!reference) return asked;
  return { ...asked, lambda: referenceLambda(curves, { ...asked, penalty_order: Number(asked.penalty_order) }) };
}

function penaltyOf(parameters: Parameters): FourierPenalty {
  return parameters.penalty_order === "harmonic" ? "harmonic" : numberOf(parameters, "penalty_order");
}

async function advise(
  curves: CurveMatrix,
  parameters: Parameters,
  { diagnostics: d }: MethodResult,
): Promise<Recommendation[]> {
  const concerns = String(d.concerns).split(", ");
  const m = curves.t.length;
  const { lambda, edf, residual_lag1 } = d;
  const found: (Recommendation | null)[] = [
    concerns.includes("exact_fit")
      ? advice("exact_fit", "data", "the curves are fitted exactly: AIC and BIC say nothing", {
          n_exact: num(d.n_exact),
        })
      : null,
    concerns.includes("lambda_at_largest")
      ? advice("lambda_at_edge", "data", "nothing but the trend is left: smooth no further", { lambda: num(lambda) })
      : null,
    concerns.includes("lambda_at_smallest")
      ? advice(
          "lambda_at_edge",
          "parameter",
          "lambda is the least of its range, so the functions are too few to need a price: allow more",
          { lambda: num(lambda), edf: num(edf), n_basis: numberOf(parameters, "n_basis") },
          { n_basis: moreThan(numberOf(parameters, "n_basis"), 1.5, parameters) },
        )
      : null,
    concerns.includes("residuals_autocorrelated")
      ? advice(
          "residuals_autocorrelated",
          "parameter",
          "neighbouring residuals are alike, which GCV takes for signal: choose lambda by BIC, or compare a larger one",
          { residual_lag1: num(residual_lag1), threshold: 0.3, edf: num(edf) },
          parameters.criterion === "bic" || parameters.lambda !== "auto"
            ? { lambda: 10 * num(lambda) }
            : { criterion: "bic" },
        )
      : null,
    // What a run on grids of their own left are smooths, which say nothing of more functions.
    d.grids === "own" ? null : stillFalling(curves, parameters, num(edf), d.gcv, m),
  ];
  return found.filter((each) => each !== null);
}

function stillFalling(curves: CurveMatrix, parameters: Parameters, edf: number, gcvNow: unknown, m: number) {
  const n_basis = numberOf(parameters, "n_basis");
  const more = moreThan(n_basis, 1.1, parameters);
  if (typeof gcvNow !== "number" || edf >= m / 2 || more <= n_basis) return null;
  const f = smoothFields(curves, { ...requestOn(curves, { ...parameters, n_basis: more }), ...WHOLE, max_curves: 0 });
  if (f.gcv === null || !(f.gcv < (1 - STILL_FALLING) * gcvNow)) return null;
  const numbers = { gcv: gcvNow, gcv_with_more: f.gcv, n_basis, n_basis_more: more, edf, n_points: m };
  return advice(
    "gcv_still_falling",
    "parameter",
    "GCV still falls by more than 1 % with a tenth more functions: allow more, or choose lambda by BIC",
    numbers,
    { n_basis: moreThan(n_basis, 1.5, parameters) },
  );
}

/** So many times the functions; for a Fourier series an odd number. */
function moreThan(n_basis: number, times: number, { basis }: Parameters): number {
  const more = Math.min(500, Math.ceil(times * n_basis));
  if (basis !== "fourier") return more;
  return Math.min(499, more % 2 === 0 ? more + 1 : more);
}
