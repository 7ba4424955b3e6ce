import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField } from "../../src/contract/data-shapes.ts";
import { evaluationShape, evaluationText } from "../../src/contract/evaluation-shape.ts";
import { capOf, field, fields } from "../../src/contract/field.ts";
import { calibrationField, specField } from "../../src/contract/forecast-shapes.ts";
import { BadCall, evidence } from "../../src/contract/outcome.ts";
import { plural } from "../../src/contract/text.ts";
import { askedMetrics, requireDefined } from "../../src/forecast/asked-metrics.ts";
import { evaluateBaselines } from "../../src/forecast/baselines.ts";
import { clockCautions } from "../../src/forecast/clock-cautions.ts";
import { toleratesMissing, trainingFor } from "../../src/forecast/engine.ts";
import { evaluateSpec } from "../../src/forecast/evaluate.ts";
import { evaluationFields, predictions } from "../../src/forecast/evaluation-answer.ts";
import { defaultHorizon, foldsOf } from "../../src/forecast/folds.ts";
import { DEFAULT_SPEC, specOf, workOf } from "../../src/forecast/models.ts";
import type { Splitter } from "../../src/forecast/other-components.ts";
import { chooseSeason } from "../../src/forecast/seasonality/choose-season.ts";
import { readSpecOf } from "../../src/forecast/spec/resolve-spec.ts";
import { requireSeries } from "../../src/series/dataset/require.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const positive = z.int().check(z.positive());

/** How folds are planned without a splitter. */
interface Plan {
  window: "expanding" | "sliding";
  horizon?: number | undefined;
  initial?: number | undefined;
  step?: number | undefined;
  folds?: number | undefined;
}

export default command({
  summary: "Score a forecaster on rolling origins, beside naive and seasonal naive ones.",
  args: ["y"],
  input: z.strictObject({
    y: dataField(),
    spec: specField(),
    horizon: field(z.optional(positive), "Steps from each origin. Default: a season, at most n/5."),
    initial: field(z.optional(positive), "First training rows. Default: what the folds leave."),
    step: field(z.optional(positive), "Rows between origins. Default: the horizon."),
    folds: field(z.optional(positive), "Origins. Default: 3, or all after initial."),
    window: field(z._default(z.enum(["expanding", "sliding"]), "expanding"), "Training part."),
    cv: field(z.optional(z.string()), "A splitter in place of the above."),
    metrics: field(
      z._default(z.array(z.string()).check(z.minLength(1)), ["mae", "rmse", "mase"]),
      "Such as mae or MeanAbsoluteScaledError(sp=12).",
    ),
    coverage: field(z._default(z.number().check(z.gt(0), z.lt(1)), 0.9), "Of the intervals that are checked."),
    calibration: calibrationField(),
    max_rows: fields.maxRows(20),
    run_async: fields.runAsync(),
  }),
  evidence: z.strictObject(evaluationShape),
  examples: [
    "forecast evaluate demo:airline --spec 'NaiveForecaster(sp=12)' --horizon 12 --folds 2",
    "forecast evaluate demo:nile --spec naive --initial 80 --horizon 5 --metrics mae,mase --json",
  ],
  notes: [
    "Every fold fits anew on its training rows alone. Scores are means over folds; skill is 1 - score / baseline's score.",
    "MASE is scaled by the seasonal naive error of the fold's own training rows, at the season that the calendar suggests",
    "and a test accepts. Shares are fractions: a MAPE of 0.08 is 8 %.",
  ],
  async run({ y, spec: text, cv, metrics: names, coverage, calibration, max_rows, ...plan }, ctx) {
    if (cv !== undefined) requireNoPlan(plan);
    const spec = await specOf(ctx, text ?? DEFAULT_SPEC);
    const metrics = await askedMetrics(names);
    const data = requireSeries(await ctx.data(y));
    const zone = await zoneOf(data.index.tz);
    const { train, warnings } = trainingFor(spec, data, zone);
    const n = train.y.length;
    const horizon = plan.horizon ?? defaultHorizon(n, train.periods);
    const folds =
      cv === undefined
        ? foldsOf(train.label, n, {
            window: plan.window,
            horizon,
            step: plan.step ?? horizon,
            initial: plan.initial ?? null,
            folds: plan.folds ?? null,
          })
        : await splitBy(cv, n);
    const season =
      toleratesMissing(spec) && train.y.some(Number.isNaN)
        ? (train.periods[0] ?? 1)
        : chooseSeason(train.y, train.periods).period;
    const scoring = { metrics, coverage, calibration, period: season };
    const work = workOf(ctx);
    warnings.push(...clockCautions(data, zone, season, null));
    const own = await evaluateSpec(spec, train, folds, scoring, work);
    requireDefined(train.label, metrics, own.scores);
    const baselines = await evaluateBaselines(train, folds, scoring, season, work);
    const without = folds.reduce((sum, { test }) => sum + test.length, 0) - predictions(own);
    if (without > 0) warnings.push(`${plural(without, "test row")} without a value not scored`);
    return evidence({
      spec: own.spec,
      data: { handle: data.handle, target: data.y.name, n },
      season,
      ...evaluationFields(own, baselines, scoring, capOf(max_rows)),
      warnings,
    });
  },
  text: evaluationText,
});

/** BadCall where folds are planned in two ways, of which one would be passed over. */
function requireNoPlan({ window, horizon, initial, step, folds }: Plan): void {
  const stated = Object.entries({ horizon, initial, step, folds, window: window === "sliding" ? window : undefined });
  const names = stated.filter(([, value]) => value !== undefined).map(([name]) => name);
  if (names.length > 0)
    throw new BadCall(`cv: a splitter says which folds there are; leave ${names.join(", ")} out, or the splitter`);
}

async function splitBy(cv: string, n: number) {
  const { component, params } = await readSpecOf(cv, "splitter");
  return (component as Splitter).split(n, params);
}
