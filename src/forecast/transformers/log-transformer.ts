import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import type { Predictive } from "../predictive.ts";
import { backward, forward, forwardRows, type Monotone } from "../transform/monotone.ts";
import { requirePositive } from "../transform/positive.ts";

interface Params {
  offset: number;
  scale: number;
}

const mapOf = ({ offset, scale }: Params): Monotone => ({
  name: "the logarithm",
  forward: (value) => Math.log(scale * (value + offset)),
  backward: (value) => Math.exp(value) / scale - offset,
});

/** A normal logarithm is a lognormal value. */
function named(inner: Predictive, outer: Predictive, { offset, scale }: Params): Predictive {
  if (inner.distribution?.name !== "normal" || offset !== 0) return outer;
  const { mean, sd } = inner.distribution;
  const variance = Float64Array.from(
    mean,
    (m, i) => (Math.expm1(sd[i] ** 2) * Math.exp(2 * m + sd[i] ** 2)) / scale ** 2,
  );
  return {
    ...outer,
    variance,
    distribution: { name: "lognormal", mu: mean.map((m) => m - Math.log(scale)), sigma: [...sd] },
  };
}

export default transformer<Params, Record<string, never>>({
  name: "LogTransformer",
  object_type: "transformer",
  summary: "Natural logarithm; forecasts go back as medians with exact quantiles.",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., sections 3.1 and 5.6",
  parameters: z.strictObject({
    offset: field(z._default(z.number(), 0), "Added before the logarithm is taken."),
    scale: field(z._default(z.number().check(z.gt(0)), 1), "Times this: ln(scale (y + offset))."),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["NonPositiveValues"],
  example: "forecast predict demo:airline --spec 'LogTransformer() * NaiveForecaster(sp=12)' --horizon 3",
  minLength: () => 1,
  fit: (train, { offset }) => {
    requirePositive(train, "a logarithm", offset);
    return {};
  },
  transform: (_state, params, train) => {
    requirePositive(train, "a logarithm", params.offset);
    return forwardRows(mapOf(params), train);
  },
  invert: (_state, params, predicted, ask) => named(predicted, backward(mapOf(params), predicted, ask), params),
  apply: (_state, params, predicted, ask) => forward(mapOf(params), predicted, ask),
  update: (state) => state,
  reversible: { fit: () => ({}), map: (_state, params) => mapOf(params) },
  describe: () => ({}),
});
