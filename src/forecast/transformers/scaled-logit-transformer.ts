import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall, refusal } from "../../contract/outcome.ts";
import { transformer } from "../component.ts";
import type { Training } from "../training.ts";
import { backward, forward, forwardRows, type Monotone } from "../transform/monotone.ts";

interface Params {
  lower_bound: number | null;
  upper_bound: number | null;
}

function mapOf({ lower_bound: a, upper_bound: b }: Params): Monotone {
  const name = "the logit";
  if (a !== null && b !== null) {
    return {
      name,
      forward: (y) => Math.log((y - a) / (b - y)),
      backward: (v) =>
        v < 0 ? a + ((b - a) * Math.exp(v)) / (1 + Math.exp(v)) : b - ((b - a) * Math.exp(-v)) / (1 + Math.exp(-v)),
    };
  }
  if (b !== null) return { name, forward: (y) => -Math.log(b - y), backward: (v) => b - Math.exp(-v) };
  if (a !== null) return { name, forward: (y) => Math.log(y - a), backward: (v) => Math.exp(v) + a };
  return { name, forward: (y) => y, backward: (v) => v };
}

function requireOrdered({ lower_bound: a, upper_bound: b }: Params): void {
  if (a !== null && b !== null && a >= b)
    throw new BadCall(`spec: ScaledLogitTransformer: lower_bound ${a} is not below upper_bound ${b}`);
}

function requireInside({ label, y }: Training, { lower_bound: a, upper_bound: b }: Params): void {
  const outside = y.reduce((n, value) => n + ((a !== null && value <= a) || (b !== null && value >= b) ? 1 : 0), 0);
  if (outside === 0) return;
  const remedy = "state bounds that hold every value strictly inside";
  throw refusal(
    "UnsuitableData",
    `${label}: ${outside} of ${y.length} values are not between the bounds ${a ?? "none"} and ${b ?? "none"}; ${remedy}`,
    { check: "inside_bounds", observed: outside, required: 0, remedy },
  );
}

export default transformer<Params, Record<string, never>>({
  name: "ScaledLogitTransformer",
  object_type: "transformer",
  summary: "Logit between bounds, so that no forecast leaves them; medians with exact quantiles.",
  source: "Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., section 13.3",
  parameters: z.strictObject({
    lower_bound: field(z._default(z.nullable(z.number()), null), "Values stay above it; None for no bound."),
    upper_bound: field(z._default(z.nullable(z.number()), null), "Values stay below it; None for no bound."),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["UnsuitableData"],
  example:
    "forecast predict demo:airline --spec 'ScaledLogitTransformer(lower_bound=50, upper_bound=900) * NaiveForecaster()' --horizon 3",
  minLength: () => 1,
  fit: (train, params) => {
    requireOrdered(params);
    requireInside(train, params);
    return {};
  },
  transform: (_state, params, train) => {
    requireInside(train, params);
    return forwardRows(mapOf(params), train);
  },
  invert: (_state, params, predicted, ask) => backward(mapOf(params), predicted, ask),
  apply: (_state, params, predicted, ask) => forward(mapOf(params), predicted, ask),
  update: (state) => state,
  reversible: {
    fit: (_train, params) => {
      requireOrdered(params);
      return {};
    },
    map: (_state, params) => mapOf(params),
  },
  describe: () => ({}),
});
