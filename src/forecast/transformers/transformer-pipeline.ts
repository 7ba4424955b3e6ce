import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { type Plain, transformer } from "../component.ts";
import { transformerOf } from "../compose/parts.ts";
import {
  backThroughChain,
  describeChain,
  fitChain,
  moveChain,
  onForecast,
  throughChain,
} from "../compose/pipeline-steps.ts";
import { columnsOf, fitColumns, makesColumns } from "../compose/transform.ts";
import { type Step, stepsOf } from "../spec/parameter.ts";

interface Params {
  steps: Step[];
}

interface State {
  states: Plain[];
}

const specsOf = ({ steps }: Params) => steps.map(({ spec }) => spec);

export default transformer<Params, State>({
  name: "TransformerPipeline",
  object_type: "transformer",
  summary: "Transformers one after the other: T1 * T2.",
  source: "Its steps",
  parameters: z.strictObject({
    steps: field(stepsOf(1, "transformer"), "Transformers, each alone or as ('name', T)."),
  }),
  tags: { "capability:missing_values": true },
  refuses: [],
  example: "forecast call-method 'LogTransformer() * Detrender()' fit_transform --kwargs y=demo:airline --max-rows 5",
  minLength: (params, train) =>
    Math.max(...specsOf(params).map((spec) => transformerOf(spec).minLength(spec.params, train))),
  fit: async (train, params, work) => ({ states: (await fitChain(specsOf(params), train, work)).states }),
  transform: ({ states }, params, train, work) => throughChain(specsOf(params), states, train, work),
  invert: ({ states }, params, predicted, ask, work) => backThroughChain(specsOf(params), states, predicted, ask, work),
  apply: ({ states }, params, predicted, ask, work) => onForecast(specsOf(params), states, predicted, ask, work),
  update: async ({ states }, params, train, work) => {
    const moved = await moveChain(specsOf(params), states, train, work);
    return moved === null ? null : { states: moved.states };
  },
  makes_columns: (params) => specsOf(params).some(makesColumns),
  columns: {
    fit: async (rows, params, work) => {
      const states: Plain[] = [];
      let x: NumberColumn[] = rows.x;
      for (const spec of specsOf(params)) {
        const state = await fitColumns(spec, { ...rows, x }, work);
        x = await columnsOf(spec, state, { ...rows, x }, work);
        states.push(state);
      }
      return states;
    },
    make: async (state, params, rows, work) => {
      let x: NumberColumn[] = rows.x;
      for (const [i, spec] of specsOf(params).entries())
        x = await columnsOf(spec, (state as Plain[])[i], { ...rows, x }, work);
      return x;
    },
  },
  integrates: (params) => specsOf(params).some((spec) => transformerOf(spec).integrates?.(spec.params) === true),
  describe: ({ states }, { steps }) => describeChain(steps, states),
});
