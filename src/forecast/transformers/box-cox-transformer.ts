import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { transformer } from "../component.ts";
import { spField } from "../spec/parameter.ts";
import type { Training } from "../training.ts";
import {
  boxCox,
  inverseBoxCox,
  type LambdaBounds,
  lambdaByCorrelation,
  lambdaByGuerrero,
  lambdaByLikelihood,
} from "../transform/box-cox.ts";
import { backward, forward, forwardRows, type Monotone } from "../transform/monotone.ts";
import { requirePositive } from "../transform/positive.ts";
import { known } from "../transform/scaler.ts";

interface Params {
  bounds: LambdaBounds;
  method: "mle" | "pearsonr" | "guerrero" | "fixed";
  sp: number | null;
  lambda_fixed: number;
  enforce_positive: boolean;
}

interface State {
  lambda: number;
}

const mapOf = ({ lambda }: State): Monotone => ({
  name: "Box-Cox",
  forward: (value) => boxCox(value, lambda),
  backward: (value) => inverseBoxCox(value, lambda),
});

function lambdaOf(train: Training, { method, bounds, sp, lambda_fixed }: Params): number {
  if (method === "fixed") return lambda_fixed;
  const y = known(train);
  if (y.every((value) => value === y[0])) throw constant(train);
  if (method === "mle") return lambdaByLikelihood(y, bounds);
  if (method === "pearsonr") return lambdaByCorrelation(y, bounds);
  const season = sp ?? train.periods[0];
  if (season === undefined || season < 2)
    throw new BadCall("spec: BoxCoxTransformer: method 'guerrero' compares seasons; state sp, at least 2");
  const lambda = lambdaByGuerrero(train.y, season, bounds);
  if (Number.isNaN(lambda)) throw constant(train);
  return lambda;
}

function constant({ label, y }: Training): Error {
  const remedy = "leave BoxCoxTransformer out, or state method='fixed'";
  return refusal(
    "ConstantSeries",
    `${label}: ${y.length} values do not vary, so no lambda is better than another; ${remedy}`,
    {
      check: "varies",
      observed: 0,
      required: "more than one value",
      remedy,
    },
  );
}

export default transformer<Params, State>({
  name: "BoxCoxTransformer",
  object_type: "transformer",
  summary: "Power or logarithm with an estimated lambda; forecasts go back as medians with exact quantiles.",
  source: "Box & Cox 1964; Guerrero 1993",
  parameters: z.strictObject({
    bounds: field(
      z._default(z.nullable(z.tuple([z.number(), z.number()])), null),
      "Least and largest lambda that are looked at; None for no bounds.",
    ),
    method: field(
      z._default(z.enum(["mle", "pearsonr", "guerrero", "fixed"]), "mle"),
      "Normal likelihood, correlation with normal quantiles, spread of seasons alike, or lambda_fixed.",
    ),
    sp: field(z._default(spField, null), "Season in rows for 'guerrero'; None for the calendar's shortest."),
    lambda_fixed: field(z._default(z.number(), 0), "Lambda of method 'fixed'; 0 is the logarithm."),
    enforce_positive: field(z._default(z.boolean(), true), "Without effect: values at or below 0 are always refused."),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["NonPositiveValues", "ConstantSeries", "MissingValues"],
  example: "forecast predict demo:airline --spec 'BoxCoxTransformer() * NaiveForecaster(sp=12)' --horizon 3",
  minLength: ({ method, sp }, { periods }) =>
    method === "fixed" ? 1 : method === "guerrero" ? 2 * (sp ?? periods[0] ?? 1) : 2,
  fit: (train, params) => {
    requirePositive(train, "Box-Cox");
    return { lambda: lambdaOf(train, params) };
  },
  transform: (state, _params, train) => {
    requirePositive(train, "Box-Cox");
    return forwardRows(mapOf(state), train);
  },
  invert: (state, _params, predicted, ask) => backward(mapOf(state), predicted, ask),
  apply: (state, _params, predicted, ask) => forward(mapOf(state), predicted, ask),
  update: (state) => state,
  reversible: {
    fit: (_train, { method, lambda_fixed }) => {
      if (method === "fixed") return { lambda: lambda_fixed };
      throw new BadCall(
        `spec: ~BoxCoxTransformer: method '${method}' estimates lambda from values that are not there yet; state method='fixed' and lambda_fixed`,
      );
    },
    map: mapOf,
  },
  describe: ({ lambda }) => ({ lambda }),
});
