import * as z from "zod/mini";
import { field } from "../../contract/field.ts";
import { refusal } from "../../contract/outcome.ts";
import type { NumberColumn } from "../../series/dataset/dataset.ts";
import { type Plain, transformer } from "../component.ts";
import { transformerOf } from "../compose/parts.ts";
import { columnsOf, fitColumns } from "../compose/transform.ts";
import { componentOf } from "../spec/parameter.ts";
import { printSpec } from "../spec/print-spec.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import type { Training } from "../training.ts";

interface Params {
  transformer: ComponentSpec;
  columns: string[] | null;
  columns_out: string[] | null;
}

/** One name, or a list of them; a list when it was read. */
const names = z.pipe(
  z.union([z.string(), z.array(z.string()).check(z.minLength(1))]),
  z.transform((value) => (typeof value === "string" ? [value] : value)),
);

/** Most names that a refusal lists. */
const SHOWN = 12;

/** Columns in the order they are named. Refuses SchemaError for a name that is none of them. */
function named(wanted: string[] | null, columns: NumberColumn[], found: string, remedy: string): NumberColumn[] {
  if (wanted === null) return columns;
  return wanted.map((name) => {
    const column = columns.find((each) => each.name === name);
    if (column !== undefined) return column;
    const there = columns.map((each) => each.name);
    const list = there.length === 0 ? "none" : there.slice(0, SHOWN).join(", ");
    const more = there.length > SHOWN ? `, … ${there.length} in all` : "";
    throw refusal("SchemaError", `${found} no column '${name}' (there are: ${list}${more}); ${remedy}`, {
      check: "columns",
      observed: there,
      required: name,
      remedy,
    });
  });
}

/** Rows with the columns that go in. */
function rowsIn(train: Training, { columns }: Params): Training {
  const found = `${train.label}: among the explaining columns is`;
  return { ...train, x: named(columns, train.x, found, "name those that the data has") };
}

export default transformer<Params, Plain>({
  name: "ColumnSubset",
  object_type: "transformer",
  summary: "A transformer of some explaining columns: T['a'] or T[['a', 'b'], 'out']; others are left out.",
  source: "The transformer inside",
  parameters: z.strictObject({
    transformer: field(componentOf("transformer"), "What acts on them."),
    columns: field(z._default(z.nullable(names), null), "Columns that go in; None for all."),
    columns_out: field(z._default(z.nullable(names), null), "Columns kept of what it makes; None for all."),
  }),
  tags: { "capability:missing_values": true },
  refuses: ["SchemaError"],
  example: "forecast fit demo:longley --spec \"Lag(lags=1)['GNP'] ** ARIMA(order=(0, 1, 0))\"",
  minLength: ({ transformer: inner }, train) => transformerOf(inner).minLength(inner.params, train),
  fit: (train, params, work) => fitColumns(params.transformer, rowsIn(train, params), work),
  transform: async (state, params, train, work) => {
    const made = await columnsOf(params.transformer, state, rowsIn(train, params), work);
    const found = `${train.label}: among what ${printSpec(params.transformer)} makes is`;
    const remedy = "name one that it makes; several that go in are a list, as in T[['a', 'b']]";
    return { ...train, x: named(params.columns_out, made, found, remedy) };
  },
  invert: null,
  makes_columns: () => true,
  describe: (_state, { columns, columns_out }) => ({
    ...(columns ? { columns } : {}),
    ...(columns_out ? { columns_out } : {}),
  }),
});
