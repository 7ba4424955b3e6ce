import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { forecaster } from "../component.ts";
import {
  describePolynomial,
  fitPolynomial,
  fittedPolynomial,
  type PolynomialState,
  predictPolynomial,
} from "../polynomial.ts";

export default forecaster<{ regressor: null }, PolynomialState>({
  name: "TrendForecaster",
  object_type: "forecaster",
  summary: "Least-squares line through the rows, carried on.",
  source: "ordinary least squares",
  parameters: z.strictObject({ regressor: field(z._default(z.null(), null), "Least squares alone is offered.") }),
  tags: { "capability:pred_int": true },
  refuses: [],
  example: "forecast predict demo:lake_huron --spec 'TrendForecaster()' --horizon 3",
  minLength: () => 3,
  fit: ({ y, first }) => fitPolynomial(y, first, 1, true),
  predict: (state, _params, { steps }) => predictPolynomial(state, steps),
  fitted: fittedPolynomial,
  describe: describePolynomial,
});
