import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField, dataShape, dataText, drawnText, maxItemsField } from "../../src/contract/data-shapes.ts";
import { capOf, field } from "../../src/contract/field.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { labelled, section } from "../../src/contract/text.ts";
import type { DerivedRecipe } from "../../src/io/data/derive.ts";
import { dataLines } from "../../src/plot/data-lines.ts";
import { converted, NOT_CONVERTED } from "../../src/series/dataset/converted.ts";
import type { Data } from "../../src/series/dataset/dataset.ts";
import { describeData } from "../../src/series/dataset/describe-data.ts";
import { FILL_METHODS } from "../../src/series/dataset/fill.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const cellShape = z.nullable(z.union([z.string(), z.number()]));
const columnsShape = z.record(z.string(), z.array(cellShape));
const inputShape = z.strictObject({
  data_handle: dataField(),
  action: field(
    z._default(z.enum(["format", "convert", "log", "difference", "standardize", "invert"]), "format"),
    "Order or give rows, transform values, or undo the transform.",
  ),
  sort: field(z._default(z.boolean(), true), "format: sort rows by their labels."),
  remove_duplicates: field(
    z._default(z.enum(["error", "first", "last", "mean", "sum"]), "error"),
    "format: what rows of one label become.",
  ),
  auto_infer_freq: field(z._default(z.boolean(), true), "format: insert missing rows, spacing inferred."),
  frequency: field(z.optional(z.string()), "format: insert missing rows of this spacing."),
  fill_missing: field(z._default(z.boolean(), true), "format: fill missing values."),
  method: field(z._default(z.enum(FILL_METHODS), "ffill"), "format: how to fill; bfill and linear look ahead."),
  fill_value: field(z._default(z.number(), 0), "format: value of method constant."),
  to: field(
    z._default(z.enum(["records", "columns", "array"]), "records"),
    "convert: row objects, columns, or y alone.",
  ),
  max_rows: field(
    z._default(z.union([z.int().check(z.nonnegative()), z.literal("all")]), 40),
    "convert: most rows to give.",
  ),
  offset: field(z._default(z.number(), 0), "log: added before the logarithm."),
  scale: field(z._default(z.number().check(z.positive()), 1), "log: multiplied before the logarithm."),
  lags: field(z._default(z.array(z.int().check(z.positive())), [1]), "difference: lags, taken in turn."),
  max_items: maxItemsField(),
});

export default command({
  summary: "Order a series, convert it, or transform it reversibly; every change is counted.",
  args: ["data_handle"],
  input: inputShape,
  evidence: z.strictObject({
    ...dataShape,
    from_handle: z.string(),
    action: z.string(),
    causal: z.boolean(),
    reversible: z.boolean(),
    changes: z.array(
      z.strictObject({
        change: z.enum([
          "sorted",
          "duplicates_removed",
          "rows_inserted",
          "values_filled",
          "values_transformed",
          "rows_dropped",
        ]),
        column: z.nullable(z.string()),
        n: z.int(),
        detail: z.string(),
      }),
    ),
    records: z.nullable(z.array(z.record(z.string(), cellShape))),
    columns: z.nullable(columnsShape),
    array: z.nullable(z.array(z.nullable(z.number()))),
    rows_dropped: z.int(),
    sparkline: z.array(z.string()),
  }),
  examples: [
    "data transform demo:airline --action log",
    "data transform demo:airline --action difference --lags 12 --lags 1",
    "data transform demo:nile --action convert --to columns --max-rows 3 --json",
  ],
  notes: [
    "format works in this order: sort, repeated labels, missing rows, missing values (of every column). The handle given stays",
    "what it was. Filled values are marked and counted (n_filled). log, difference and standardize are undone by --action invert;",
    "difference leaves out the rows that have no predecessor, and standardize takes mean and deviation of all rows it is given.",
    "Every label must be on the spacing of --frequency. ffill and constant use nothing later; bfill and linear look ahead.",
  ],
  async run(input, ctx) {
    refuseIdle(input);
    const from = await ctx.data(input.data_handle);
    const { data, changes } =
      input.action === "convert" ? { data: from, changes: [] } : await ctx.deriveData(recipeOf(input, from));
    const zone = await zoneOf(data.layout === "series" ? data.index.tz : null);
    const most = capOf(input.max_items);
    return evidence({
      ...describeData(data, { zone, facts: { unused: [], offsets: [] }, most }),
      from_handle: from.handle,
      action: input.action,
      causal: isCausal(input),
      reversible: ["convert", "log", "difference", "standardize"].includes(input.action),
      changes: [...changes, ...valueChanges(input, from, data)],
      ...(input.action === "convert" ? converted(data, input.to, capOf(input.max_rows)) : NOT_CONVERTED),
      sparkline: dataLines(data),
    });
  },
  text: (f) => [
    f.handle,
    "",
    ...dataText(f),
    ...section(
      "Changes",
      f.changes.length === 0
        ? ["none were needed"]
        : f.changes.map((c) =>
            labelled(
              String(c.n),
              `${c.change.replace("_", " ")}${c.column === null ? "" : ` in ${c.column}`}: ${c.detail}`,
            ),
          ),
    ),
    "",
    ...drawnText(f),
  ],
});

type Input = z.output<typeof inputShape>;

/** The options of one action, which the others would ignore. */
const OPTIONS_OF = {
  format: ["sort", "remove_duplicates", "auto_infer_freq", "frequency", "fill_missing", "method", "fill_value"],
  convert: ["to", "max_rows"],
  log: ["offset", "scale"],
  difference: ["lags"],
} satisfies Partial<Record<Input["action"], (keyof Input)[]>>;

/** BadCall for an option of another action than the stated one; at its default it says nothing. */
function refuseIdle(input: Input): void {
  for (const [action, keys] of Object.entries(OPTIONS_OF)) {
    const idle = keys.find((key) => JSON.stringify(input[key]) !== JSON.stringify(unset(key)));
    if (action !== input.action && idle !== undefined)
      throw new BadCall(`${idle}: is an option of action ${action}, and the action is ${input.action}`);
  }
}

function unset(key: keyof Input): unknown {
  return z.parse(inputShape.shape[key], undefined);
}

function recipeOf(input: Input, { handle: of }: Data): DerivedRecipe {
  if (input.action === "format") {
    const { sort, remove_duplicates, auto_infer_freq, frequency = null, fill_missing, method, fill_value } = input;
    return {
      op: "format",
      of,
      sort,
      remove_duplicates,
      regular: auto_infer_freq || frequency !== null,
      frequency,
      fill: fill_missing ? method : null,
      fill_value: fill_missing && method === "constant" ? fill_value : 0,
    };
  }
  if (input.action === "invert") return { op: "invert", of };
  if (input.action === "log") return { op: "transform", of, action: "log", offset: input.offset, scale: input.scale };
  if (input.action === "difference" && input.lags.length === 0) throw new BadCall("lags: give at least one");
  if (input.action === "difference") return { op: "transform", of, action: "difference", lags: input.lags };
  return { op: "transform", of, action: "standardize" };
}

/** Whether a row depends on later rows. */
function isCausal({ action, fill_missing, method }: Input): boolean {
  if (action === "standardize") return false;
  return action !== "format" || !fill_missing || method === "ffill" || method === "constant";
}

function valueChanges({ action, lags }: Input, from: Data, to: Data) {
  if (action === "format" || action === "convert" || from.layout !== "series" || to.layout !== "series") return [];
  const n = to.y.values.length;
  const change = { change: "values_transformed" as const, column: to.y.name, n, detail: action };
  const lost = from.y.values.length - n;
  if (lost <= 0) return [change];
  return [
    change,
    {
      change: "rows_dropped" as const,
      column: null,
      n: lost,
      detail: `the first rows have no row ${lags.join("+")} before them`,
    },
  ];
}
