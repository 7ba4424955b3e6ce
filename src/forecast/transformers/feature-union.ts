import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { type Plain, transformer } from "../component.ts";
import { distinctColumns, transformerOf } from "../compose/parts.ts";
import { columnsOf, fitColumns } from "../compose/transform.ts";
import { type Step, stepsOf } from "../spec/parameter.ts";

interface Params {
  transformer_list: Step[];
  n_jobs: number | null;
  flatten_transform_index: boolean;
}

export default transformer<Params, Plain[]>({
  name: "FeatureUnion",
  object_type: "transformer",
  summary: "The explaining columns that several transformers make, side by side: T1 + T2, for (T1 + T2) ** F.",
  source: "Its parts",
  parameters: z.strictObject({
    transformer_list: field(stepsOf(1, "transformer"), "Transformers, each alone or as ('name', T)."),
    n_jobs: field(z._default(z.nullable(z.int()), null), "Without effect: one process computes them."),
    flatten_transform_index: field(z._default(z.boolean(), true), "Without effect: columns have one name."),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example:
    "forecast predict demo:airline --spec \"(FourierFeatures([12], [2]) + DateTimeFeatures(manual_selection=['year'])) ** ARIMA()\" --horizon 3",
  minLength: ({ transformer_list }, train) =>
    Math.max(...transformer_list.map(({ spec }) => transformerOf(spec).minLength(spec.params, train))),
  fit: async (train, { transformer_list }, work) => {
    const states: Plain[] = [];
    for (const { spec } of transformer_list) states.push(await fitColumns(spec, train, work));
    return states;
  },
  transform: async (states, { transformer_list }, train, work) => {
    const x: NumberColumn[] = [];
    for (const [i, { name, spec }] of transformer_list.entries()) {
      const made = await columnsOf(spec, states[i], train, work);
      x.push(...made.map((column) => ({ ...column, name: `${name}__${column.name}` })));
    }
    return { ...train, x: distinctColumns(x) };
  },
  invert: null,
  makes_columns: () => true,
  describe: (_states, { transformer_list }) => ({ parts: transformer_list.map(({ name }) => name) }),
});
