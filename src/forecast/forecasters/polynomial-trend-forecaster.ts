import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import { forecaster } from "../component.ts";
import {
  describePolynomial,
  fitPolynomial,
  fittedPolynomial,
  type PolynomialState,
  predictPolynomial,
} from "../polynomial.ts";

interface PolynomialParams {
  regressor: null;
  degree: number;
  with_intercept: boolean;
  prediction_intervals: boolean;
}

export default forecaster<PolynomialParams, PolynomialState>({
  name: "PolynomialTrendForecaster",
  object_type: "forecaster",
  summary: "Least-squares polynomial in the row number, carried on.",
  source: "ordinary least squares; Forsythe 1957 for the orthogonal polynomials",
  parameters: z.strictObject({
    regressor: field(z._default(z.null(), null), "Least squares alone is offered."),
    degree: field(z._default(z.int().check(z.gte(0), z.lte(30)), 1), "Of the polynomial."),
    with_intercept: field(z._default(z.boolean(), true), "With a constant."),
    prediction_intervals: field(z._default(z.boolean(), false), "Intervals are there either way."),
  }),
  tags: { "capability:pred_int": true },
  refuses: [],
  example: "forecast predict demo:airline --spec 'PolynomialTrendForecaster(degree=2)' --horizon 3",
  minLength: ({ degree, with_intercept }) => degree + (with_intercept ? 2 : 1),
  fit({ y, first }, { degree, with_intercept }) {
    if (degree === 0 && !with_intercept)
      throw new BadCall("spec: PolynomialTrendForecaster: degree=0 without an intercept is no model");
    return fitPolynomial(y, first, degree, with_intercept);
  },
  predict: (state, _params, { steps }) => predictPolynomial(state, steps),
  fitted: fittedPolynomial,
  describe: describePolynomial,
});
