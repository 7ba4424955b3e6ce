import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { estimateLines } from "../../src/contract/estimate-lines.ts";
import { capOf, field, fields } from "../../src/contract/field.ts";
import { plainShape } from "../../src/contract/forecast-shapes.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { columns, more, section } from "../../src/contract/text.ts";
import { callArguments } from "../../src/forecast/call-arguments.ts";
import { callMethod } from "../../src/forecast/call-method.ts";
import { specOf, workOf } from "../../src/forecast/models.ts";
import { printSpec } from "../../src/forecast/spec/print-spec.ts";

export default command({
  summary: "Call a method of a splitter, metric, detector, transformer, aligner or classifier.",
  args: ["spec", "method_name"],
  input: z.strictObject({
    spec: field(z.string(), "Such as PELT(), or est_… handle."),
    method_name: field(z.string(), "split, evaluate, predict, fit_transform, align, fit, fit_predict."),
    kwargs: field(
      z._default(z.record(z.string(), z.unknown()), {}),
      "Arguments: data (y=demo:nile), numbers or lists.",
    ),
    max_rows: fields.maxRows(),
  }),
  evidence: z.strictObject({
    spec: z.string(),
    method_name: z.string(),
    values: plainShape,
    rows: z.array(z.unknown()),
    n_rows: z.int(),
    rows_dropped: z.int(),
  }),
  examples: [
    'forecast call-method mae evaluate --kwargs \'{"y_true":[1,2],"y_pred":[1,4]}\' --json',
    "forecast call-method MeanAbsoluteScaledError evaluate --kwargs y_train=demo:nile --kwargs y_true=[740,800] --kwargs y_pred=[740,740]",
  ],
  notes: [
    "A splitter has split and get_n_splits (y or n), a metric evaluate (y_true, y_pred, y_train, sp, lower, upper), a",
    "detector predict and transform_scores (y), a transformer fit_transform (y), a parameter estimator fit (y), an aligner",
    "align (x, y), a classifier fit_predict (train: labelled curves; X: curves), a clusterer fit_predict (X: curves).",
  ],
  async run({ spec: text, method_name, kwargs, max_rows }, ctx) {
    const spec = await specOf(ctx, text);
    const { values, rows } = await callMethod(spec, method_name, callArguments(ctx, kwargs), workOf(ctx));
    const shown = rows.slice(0, capOf(max_rows));
    return evidence({
      spec: printSpec(spec),
      method_name,
      values,
      rows: shown,
      n_rows: rows.length,
      rows_dropped: rows.length - shown.length,
    });
  },
  text: (f) => [
    `${f.spec}  ${f.method_name}`,
    ...section("Values", estimateLines(f.values)),
    ...section("Rows", [...rowLines(f.rows as Record<string, unknown>[]), ...more(f.rows_dropped, "row")]),
  ],
});

function rowLines(rows: Record<string, unknown>[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const cell = (value: unknown) =>
    typeof value === "number"
      ? String(Number(value.toPrecision(6)))
      : typeof value === "string"
        ? value
        : value === null
          ? "n/a"
          : JSON.stringify(value);
  return columns([Object.keys(first), ...rows.map((row) => Object.values(row).map(cell))]);
}
