import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { transformer } from "../component.ts";
import { fillRows, IMPUTER_METHODS, type ImputerParams } from "../compose/imputation.ts";
import { componentOf } from "../spec/parameter.ts";

interface State {
  n_filled: number;
  rows: number[];
  n_dropped: number;
  warnings: string[];
}

export default transformer<ImputerParams, State>({
  name: "Imputer",
  object_type: "transformer",
  summary: "Fills missing values from what came before them, unless a method that looks ahead is asked for.",
  source: "Least-squares line, mean, median or a forecaster on the rows before each hole",
  parameters: z.strictObject({
    method: field(
      z._default(z.enum(IMPUTER_METHODS), "drift"),
      "drift: on the line of the rows before. linear, nearest, bfill and backfill look ahead.",
    ),
    random_state: field(z._default(z.nullable(z.int().check(z.gte(0))), null), "Seed of 'random'; None for 0."),
    value: field(z._default(z.nullable(z.number()), null), "What 'constant' fills with."),
    forecaster: field(z._default(z.nullable(componentOf("forecaster")), null), "What 'forecaster' fills with."),
    missing_values: field(
      z._default(z.nullable(z.union([z.number(), z.array(z.number())])), null),
      "Numbers that stand for a missing value.",
    ),
    causal: field(
      z._default(z.boolean(), true),
      "Only rows before a hole fill it; false takes all rows, as the reference does.",
    ),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["MissingValues"],
  example: "forecast predict demo:airline --spec 'Imputer() * NaiveForecaster(sp=12)' --horizon 3",
  minLength: () => 1,
  fit: async (train, params, work) => {
    const { rows, n_dropped, ahead } = await fillRows(train, params, work);
    const warnings =
      ahead && rows.length > 0 ? [`Imputer(method='${params.method}') fills holes from rows after them`] : [];
    return { n_filled: rows.length, rows: rows.slice(0, 40).map((row) => row + 1), n_dropped, warnings };
  },
  transform: async (_state, params, train, work) => (await fillRows(train, params, work)).filled,
  // What is filled in of the past is no part of the forecast.
  invert: (_state, _params, predicted) => predicted,
  update: (state) => state,
  describe: ({ n_filled, rows, n_dropped, warnings }, { method, random_state }) => ({
    ...{ n_filled, rows, n_dropped, warnings },
    ...(method === "random" ? { generator: "PCG64", seed: random_state ?? 0 } : {}),
  }),
});
