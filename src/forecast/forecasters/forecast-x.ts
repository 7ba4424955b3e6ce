import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { BadCall } from "../../contract/outcome.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { forecaster } from "../component.ts";
import { describePart, fitPart, movePart, predictPart } from "../compose/parts.ts";
import { forecasterOf, tagsOf, takesColumns } from "../engine.ts";
import type { Ask } from "../predictive.ts";
import { componentOf } from "../spec/parameter.ts";
import { printSpec } from "../spec/print-spec.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import type { Training } from "../training.ts";

interface Params {
  forecaster_y: ComponentSpec;
  forecaster_X: ComponentSpec | null;
  columns: string[] | null;
}

interface State {
  inner: unknown;
  /** A state for each column that is forecast. */
  columns: { name: string; state: unknown }[];
}

const ofColumns = ({ forecaster_X, forecaster_y }: Params) => forecaster_X ?? forecaster_y;

/** The columns that are forecast: those named, or all. BadCall for a name that is none of them. */
function chosen({ x, label }: Training, { columns }: Params): NumberColumn[] {
  const wrong = columns?.find((name) => !x.some((column) => column.name === name));
  if (wrong !== undefined)
    throw new BadCall(
      `spec: ForecastX: ${label} has no column '${wrong}'; it has ${x.map(({ name }) => name).join(", ")}`,
    );
  return x.filter(({ name }) => columns === null || columns.includes(name));
}

export default forecaster<Params, State>({
  name: "ForecastX",
  object_type: "forecaster",
  summary:
    "Forecasts the explaining columns too, so that none has to be known ahead; their own uncertainty is not in the intervals.",
  source: "The two forecasters",
  parameters: z.strictObject({
    forecaster_y: field(componentOf("forecaster"), "The forecaster of the series."),
    forecaster_X: field(
      z._default(z.nullable(componentOf("forecaster")), null),
      "That of each column; None for forecaster_y without columns.",
    ),
    fh_X: field(z._default(z.null(), null), "None: the steps of the series."),
    behaviour: field(z._default(z.enum(["update", "refit"]), "update"), "Without effect: an update fits again."),
    columns: field(
      z._default(z.nullable(z.array(z.string())), null),
      "Columns to forecast; None for all. The rest must be known.",
    ),
  }),
  tags: { "capability:pred_int": true, "capability:exogenous": true, "capability:forecasts_exogenous": true },
  tagsOf: (params) => ({ ...tagsOf(params.forecaster_y), "capability:forecasts_exogenous": params.columns === null }),
  refuses: [],
  example: "forecast predict demo:longley --spec 'ForecastX(ARIMA(order=(0, 1, 0)))' --horizon 3",
  minLength: (params, train) =>
    Math.max(
      ...[params.forecaster_y, ofColumns(params)].map((spec) => forecasterOf(spec).minLength(spec.params, train)),
    ),
  fit: async (train, params, work) => {
    if (!takesColumns(params.forecaster_y))
      throw new BadCall(
        `spec: ForecastX: ${printSpec(params.forecaster_y)} takes no explaining columns, so theirs change nothing`,
      );
    const columns: State["columns"] = [];
    for (const { name, values } of chosen(train, params)) {
      const series = { ...train, label: `${train.label} column ${name}`, y: values, x: [] };
      columns.push({ name, state: await fitPart(ofColumns(params), series, work) });
    }
    return { columns, inner: await fitPart(params.forecaster_y, train, work) };
  },
  predict: async ({ inner, columns }, params, ask, work) => {
    const farthest = ask.steps[ask.steps.length - 1];
    const steps = Array.from({ length: farthest }, (_, i) => i + 1);
    const made: NumberColumn[] = [];
    for (const { name, state } of columns) {
      const of: Ask = { label: `${ask.label} column ${name}`, steps, x: [], points_only: true };
      made.push({ name, values: (await predictPart(ofColumns(params), state, of, work)).point });
    }
    const x =
      params.columns === null ? made : ask.x.map((column) => made.find(({ name }) => name === column.name) ?? column);
    const predicted = await predictPart(params.forecaster_y, inner, { ...ask, x }, work);
    const warning = "the explaining columns are forecast, and the intervals take them as known";
    return { ...predicted, warnings: [...predicted.warnings, ...(made.length > 0 ? [warning] : [])] };
  },
  update: async (state, train, params, added, work) => {
    const columns: State["columns"] = [];
    for (const [i, { name, values }] of chosen(train, params).entries()) {
      const series = { ...train, label: `${train.label} column ${name}`, y: values, x: [] };
      columns.push({ name, state: await movePart(ofColumns(params), state.columns[i].state, series, added, work) });
    }
    return { columns, inner: await movePart(params.forecaster_y, state.inner, train, added, work) };
  },
  describe: ({ inner, columns }, params) => {
    const found = describePart(params.forecaster_y, inner);
    const of = Object.fromEntries(
      columns.map(({ name, state }) => [name, describePart(ofColumns(params), state).model]),
    );
    return { ...found, params: { ...found.params, columns: of } };
  },
});
