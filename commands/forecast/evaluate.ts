import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { dataField } from "../../src/contract/data-shapes.ts";
import { capOf, field, fields } from "../../src/contract/field.ts";
import { calibrationField, specField } from "../../src/contract/forecast-shapes.ts";
import { evidence, orReason } from "../../src/contract/outcome.ts";
import { columns, labelled, more, parts, plural, section, showNumber } from "../../src/contract/text.ts";
import { askedMetrics, requireDefined, scoresByKey, skillScores } from "../../src/forecast/asked-metrics.ts";
import { type Baseline, evaluateBaselines } from "../../src/forecast/baselines.ts";
import { toleratesMissing, trainingFor } from "../../src/forecast/engine.ts";
import { type Evaluation, evaluateSpec } from "../../src/forecast/evaluate.ts";
import { defaultHorizon, foldsOf } from "../../src/forecast/folds.ts";
import { DEFAULT_SPEC, specOf, workOf } from "../../src/forecast/models.ts";
import type { Splitter } from "../../src/forecast/other-components.ts";
import { chooseSeason } from "../../src/forecast/seasonality/choose-season.ts";
import { readSpecOf } from "../../src/forecast/spec/resolve-spec.ts";
import { requireSeries } from "../../src/series/dataset/require.ts";
import { zoneOf } from "../../src/series/dataset/zone-of.ts";

const positive = z.int().check(z.positive());
const scoresShape = z.record(z.string(), z.nullable(z.union([z.number(), z.string()])));
const coverageShape = {
  realised_coverage: z.nullable(z.number()),
  realised_coverage_reason: z.optional(z.string()),
  mean_width: z.optional(z.number()),
};

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
    max_rows: fields.maxRows(),
    run_async: fields.runAsync(),
  }),
  evidence: z.strictObject({
    spec: z.string(),
    data: z.strictObject({ handle: z.string(), target: z.string(), n: z.int() }),
    season: z.int(),
    n_folds: z.int(),
    horizon: z.int(),
    metrics: scoresShape,
    coverage: z.number(),
    ...coverageShape,
    n_predictions: z.int(),
    baselines: z.array(
      z.strictObject({
        name: z.string(),
        metrics: z.nullable(scoresShape),
        metrics_reason: z.optional(z.string()),
        skill: z.optional(scoresShape),
        ...coverageShape,
      }),
    ),
    per_step: z.array(z.strictObject({ step: z.int(), metrics: scoresShape })),
    per_step_dropped: z.int(),
    folds: z.array(
      z.strictObject({
        cutoff: z.string(),
        n_train: z.int(),
        n_test: z.int(),
        model: z.string(),
        metrics: scoresShape,
      }),
    ),
    folds_dropped: z.int(),
    warnings: z.array(z.string()),
  }),
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
    const own = await evaluateSpec(spec, train, folds, scoring, work);
    requireDefined(train.label, metrics, own.scores);
    const baselines = await evaluateBaselines(train, folds, scoring, season, work);
    const most = capOf(max_rows);
    const n_predictions = own.folds.reduce((sum, fold) => sum + fold.n_test, 0);
    const without = folds.reduce((sum, { test }) => sum + test.length, 0) - n_predictions;
    if (without > 0) warnings.push(`${plural(without, "test row")} without a value not scored`);
    return evidence({
      spec: own.spec,
      data: { handle: data.handle, target: data.y.name, n },
      season,
      n_folds: own.folds.length,
      horizon: Math.max(...own.by_step.map(({ step }) => step)),
      metrics: scoresByKey(metrics, own.scores),
      coverage,
      ...coverageOf(own),
      n_predictions,
      baselines: baselines.map((baseline) => besides(baseline)),
      per_step: own.by_step.slice(0, most).map(({ step, scores }) => ({ step, metrics: scoresByKey(metrics, scores) })),
      per_step_dropped: Math.max(0, own.by_step.length - most),
      folds: own.folds.slice(0, most).map(({ cutoff, n_train, n_test, model, scores }) => ({
        cutoff,
        n_train,
        n_test,
        model,
        metrics: scoresByKey(metrics, scores),
      })),
      folds_dropped: Math.max(0, own.folds.length - most),
      warnings,
    });

    function besides(baseline: Baseline) {
      if (baseline.evaluation === null)
        return {
          name: baseline.name,
          ...orReason("metrics", null, baseline.reason),
          ...orReason("realised_coverage", null, baseline.reason),
        };
      const { scores } = baseline.evaluation;
      return {
        name: baseline.name,
        metrics: scoresByKey(metrics, scores),
        skill: skillScores(metrics, own.scores, scores),
        ...coverageOf(baseline.evaluation),
      };
    }
  },
  text: (f) => [
    `${f.spec}  on ${f.data.target}, ${f.data.n} rows`,
    labelled(
      "folds",
      parts(
        `${f.n_folds}, horizon ${f.horizon}`,
        `${f.n_predictions} predictions`,
        f.season > 1 && `season ${f.season}`,
      ),
    ),
    labelled(
      "inside",
      parts(
        f.realised_coverage === null
          ? `n/a: ${f.realised_coverage_reason}`
          : `${percent(f.realised_coverage)} of what came in the ${percent(f.coverage)} intervals`,
        f.mean_width !== undefined && `mean width ${showNumber(f.mean_width)}`,
      ),
    ),
    ...f.warnings.map((warning) => labelled("warning", warning)),
    ...section("Scores", columns(scoreTable(f))),
    ...section("By step", [
      ...columns(
        keyed(
          "step",
          f.per_step.map((row) => [String(row.step), row.metrics]),
        ),
      ),
      ...more(f.per_step_dropped, "step"),
    ]),
    ...section("By fold", [
      ...columns(
        keyed(
          "trained to",
          f.folds.map((row) => [`${row.cutoff}  ${row.model}`, row.metrics]),
        ),
      ),
      ...more(f.folds_dropped, "fold"),
    ]),
  ],
});

async function splitBy(cv: string, n: number) {
  const { component, params } = await readSpecOf(cv, "splitter");
  return (component as Splitter).split(n, params);
}

function coverageOf({ coverage }: Evaluation) {
  if (coverage.value === null) return orReason("realised_coverage", null, coverage.reason);
  return { realised_coverage: coverage.value, mean_width: coverage.mean_width };
}

type Scores = Record<string, number | string | null>;

function scoreTable(f: {
  spec: string;
  metrics: Scores;
  baselines: { name: string; metrics: Scores | null; skill?: Scores }[];
}): string[][] {
  const keys = keysOf(f.metrics);
  const line = (name: string, scores: Scores | null) => [name, ...keys.map((key) => shown(scores?.[key]))];
  return [
    ["", ...keys],
    line("this model", f.metrics),
    ...f.baselines.flatMap(({ name, metrics, skill }) => [
      line(name, metrics),
      ...(skill ? [line(`  saved against it`, skill)] : []),
    ]),
  ];
}

function keyed(first: string, rows: [string, Scores][]): string[][] {
  const keys = keysOf(rows[0]?.[1] ?? {});
  return [[first, ...keys], ...rows.map(([name, scores]) => [name, ...keys.map((key) => shown(scores[key]))])];
}

function keysOf(scores: Scores): string[] {
  return Object.keys(scores).filter((key) => !key.endsWith("_reason"));
}

function shown(value: number | string | null | undefined): string {
  return typeof value === "number" ? showNumber(value) : "n/a";
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
