import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { backRows, reversibleOf } from "../compose/reversible.ts";
import { componentOf } from "../spec/parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";

interface Params {
  transformer: ComponentSpec;
}

export default transformer<Params, { inner: unknown }>({
  name: "InvertTransform",
  object_type: "transformer",
  summary: "A transformer turned round: ~T does what T undoes, and undoes what T does.",
  source: "The transformer inside",
  parameters: z.strictObject({
    transformer: field(
      componentOf("transformer"),
      "What is turned round: a log, power, logit, scaler or fixed Box-Cox.",
    ),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["UnsuitableData", "MissingValues"],
  example: "forecast predict demo:airline --spec '~SqrtTransformer() * NaiveForecaster(sp=12)' --horizon 3",
  minLength: ({ transformer: inner }) => {
    reversibleOf(inner);
    return 1;
  },
  fit: (train, { transformer: inner }) => {
    const state = { inner: reversibleOf(inner).reversible.fit(train, inner.params) };
    backRows(inner, state.inner, train);
    return state;
  },
  transform: (state, { transformer: inner }, train) => backRows(inner, state.inner, train),
  invert: (state, { transformer: inner }, predicted, ask, work) =>
    reversibleOf(inner).apply(state.inner, inner.params, predicted, ask, work),
  apply: (state, { transformer: inner }, predicted, ask, work) =>
    reversibleOf(inner).invert(state.inner, inner.params, predicted, ask, work),
  update: (state) => state,
  describe: (state, { transformer: inner }) => reversibleOf(inner).describe(state.inner, inner.params),
});
