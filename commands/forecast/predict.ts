import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { capOf, field, fields, writingField } from "../../src/contract/field.ts";
import {
  calibrationField,
  modelField,
  modelShape,
  modelText,
  plainShape,
  specField,
  warningLines,
} from "../../src/contract/forecast-shapes.ts";
import { BadCall, evidence, orReason } from "../../src/contract/outcome.ts";
import { labelled, more, section, showNumber, table } from "../../src/contract/text.ts";
import { dataForModel } from "../../src/forecast/data-for-model.ts";
import { describeModel } from "../../src/forecast/describe-model.ts";
import { distributionAt, type Forecast, forecast, intervalAt } from "../../src/forecast/forecast.ts";
import { forecastCsv } from "../../src/forecast/forecast-csv.ts";
import { keepForecast } from "../../src/forecast/kept-forecast.ts";
import { openModel, workOf } from "../../src/forecast/models.ts";

const share = z.number().check(z.gt(0), z.lt(1));
const bounds = z.strictObject({ coverage: z.number(), lower: z.number(), upper: z.number() });
const rowShape = z.strictObject({
  time: z.string(),
  step: z.int(),
  point: z.number(),
  intervals: z.optional(z.array(bounds)),
  quantiles: z.optional(z.array(z.strictObject({ p: z.number(), value: z.number() }))),
  variance: z.optional(z.nullable(z.number())),
  variance_reason: z.optional(z.string()),
  distribution: z.optional(plainShape),
});

/** Quantiles that are told where none are named. */
const ALPHA = [0.05, 0.95];

export default command({
  summary: "Forecast a series or a fitted model: points, intervals, quantiles or distributions.",
  args: ["source"],
  input: z.strictObject({
    source: modelField(),
    spec: specField(),
    horizon: field(
      z.optional(z.union([z.int().check(z.positive()), z.string()])),
      "Steps, or last label: 1961-12. Default: 12.",
    ),
    fh: field(z.optional(z.array(z.int().check(z.positive()))), "Only these steps."),
    mode: field(
      z._default(z.enum(["point", "interval", "quantiles", "variance", "distribution"]), "interval"),
      "What to say of each step.",
    ),
    coverage: field(z._default(z.array(share).check(z.minLength(1)), [0.9]), "Of the intervals."),
    alpha: field(z._default(z.array(share).check(z.minLength(1)), ALPHA), "Probabilities of the quantiles."),
    x_handle: field(z.optional(z.string()), "Data of the explaining columns at the steps."),
    calibration: calibrationField(),
    bias_adjusted: field(z._default(z.boolean(), false), "Points are means, where a log makes medians."),
    non_negative: field(z._default(z.boolean(), false), "Cut at 0: less is impossible."),
    max_rows: fields.maxRows(),
    run_async: fields.runAsync(),
    out: writingField(z.optional(z.string()), "Also write every step to this CSV file."),
    overwrite: fields.overwrite(),
  }),
  evidence: z.strictObject({
    forecast_handle: z.string(),
    ...modelShape,
    mode: z.string(),
    point_is: z.enum(["mean", "median"]),
    pi_method: z.string(),
    widened: z.nullable(z.strictObject({ first: z.number(), last: z.number() })),
    widened_reason: z.optional(z.string()),
    n_steps: z.int(),
    rows: z.array(rowShape),
    rows_dropped: z.int(),
    written: z.nullable(z.string()),
    written_reason: z.optional(z.string()),
    warnings: z.array(z.string()),
  }),
  examples: [
    "forecast predict demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 3",
    "forecast predict demo:airline --spec 'SeasonalNaive(sp=12)' --horizon 1961-06 --coverage 0.8 --coverage 0.95 --json",
    "forecast predict demo:nile --spec naive --fh 1 --fh 5 --mode quantiles --alpha 0.1 --alpha 0.5 --alpha 0.9",
  ],
  notes: [
    "Labels follow the calendar of the series: months have their own lengths and days those of their zone. A model with",
    "explaining columns needs them at every step up to the last (--x-handle). Intervals are central: a coverage of 0.9 goes",
    "from the 0.05 quantile to the 0.95 quantile; pi_method says where they come from. Intervals of models are too narrow on",
    "real series: those of the naive methods, Theta, AutoETS, AutoARIMA and Auto are widened (never narrowed) by what the",
    "odd-numbered M3 series ask for, and widened says by how much; --calibration none gives the model's own.",
  ],
  async run(input, ctx) {
    if (input.mode !== "quantiles" && `${input.alpha}` !== `${ALPHA}`)
      throw new BadCall(`alpha: is for --mode quantiles, and the mode is ${input.mode}`);
    const model = await openModel(ctx, input.source, input.spec);
    const future = input.x_handle === undefined ? null : await dataForModel(ctx, input.x_handle, model, model.x);
    const made = await forecast(model, { ...input, future }, workOf(ctx));
    const row = rowOf(made, model.spec, input);
    const { steps } = made.horizon;
    const most = capOf(input.max_rows);
    const all = steps.slice(0, input.out === undefined ? most : steps.length).map((_, i) => row(i));
    const rows = all.slice(0, most);
    const forecast_handle = await keepForecast(ctx, model, steps, future, input);
    if (input.out !== undefined) await ctx.write(input.out, forecastCsv(all), { overwrite: input.overwrite });
    return evidence({
      forecast_handle,
      ...describeModel(model),
      mode: input.mode,
      point_is: made.predicted.point_is,
      pi_method: made.predicted.method,
      ...orReason(
        "widened",
        made.widened,
        input.calibration === "none" ? "--calibration none" : "this method was not measured on real series",
      ),
      n_steps: steps.length,
      rows,
      rows_dropped: steps.length - rows.length,
      ...orReason("written", input.out ?? null, "--out was not given"),
      warnings: made.warnings,
    });
  },
  text: (f) => [
    ...modelText(f),
    ...(f.mode === "point" ? [] : [labelled("intervals", f.pi_method)]),
    ...warningLines(f.warnings),
    ...section(`Forecast (${f.point_is})`, [...forecastTable(f.rows), ...more(f.rows_dropped, "step")]),
    "",
    ...(f.written === null ? [] : [labelled("wrote", f.written)]),
    labelled("next", `liquet data plot ${f.forecast_handle} --out forecast.svg`),
  ],
});

type Row = z.output<typeof rowShape>;

/** Makes the row of an entry in the mode asked for. */
function rowOf(
  { horizon: { steps, labels }, predicted }: Forecast,
  spec: string,
  { mode, coverage, alpha }: { mode: string; coverage: number[]; alpha: number[] },
): (i: number) => Row {
  const levels = [...new Set(coverage)].sort((a, b) => a - b);
  const probabilities = [...new Set(alpha)].sort((a, b) => a - b);
  return (i) => {
    const base = { time: labels[i], step: steps[i], point: predicted.point[i] };
    if (mode === "interval")
      return { ...base, intervals: levels.map((level) => ({ coverage: level, ...intervalAt(predicted, i, level) })) };
    if (mode === "quantiles")
      return { ...base, quantiles: probabilities.map((p) => ({ p, value: predicted.quantile(i, p) })) };
    if (mode === "variance")
      return { ...base, ...orReason("variance", predicted.variance?.[i] ?? null, predicted.method) };
    if (mode === "distribution") return { ...base, distribution: distributionAt(predicted, spec, i) };
    return base;
  };
}

function forecastTable(rows: Row[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const header = [
    "time",
    "point",
    ...(first.intervals ?? []).map(({ coverage }) => `${Number((coverage * 100).toPrecision(6))} %`),
    ...(first.quantiles ?? []).map(({ p }) => `q${p}`),
    ...(first.variance === undefined ? [] : ["variance"]),
    ...(first.distribution === undefined ? [] : ["distribution"]),
  ];
  return table([header, ...rows.map(cells)]);
}

function cells(row: Row): string[] {
  return [
    row.time,
    showNumber(row.point),
    ...(row.intervals ?? []).map(({ lower, upper }) => `${showNumber(lower)} to ${showNumber(upper)}`),
    ...(row.quantiles ?? []).map(({ value }) => showNumber(value)),
    ...(row.variance === undefined ? [] : [row.variance === null ? "n/a" : showNumber(row.variance)]),
    ...(row.distribution === undefined
      ? []
      : [
          Object.values(row.distribution)
            .map((value) => (typeof value === "number" ? showNumber(value) : String(value)))
            .join(" "),
        ]),
  ];
}
