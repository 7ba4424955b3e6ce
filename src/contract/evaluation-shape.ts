import * as z from "zod/mini";
import { columns, labelled, more, parts, section, showNumber } from "./text.ts";

const scoresShape = z.record(z.string(), z.nullable(z.union([z.number(), z.string()])));
const coverageShape = {
  realised_coverage: z.nullable(z.number()),
  realised_coverage_reason: z.optional(z.string()),
  mean_width: z.optional(z.number()),
};

/** What an evaluation came to: scores over folds, beside baselines, by step and by fold. */
export const evaluationShape = {
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
};

const whole = z.strictObject(evaluationShape);
type EvaluationFields = z.output<typeof whole>;

/** The same for a person. */
export function evaluationText(f: EvaluationFields): string[] {
  return [
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
    ...section("Scores", [...columns(scoreTable(f)), ...undefinedLines(f.metrics), ...absentLines(f.baselines)]),
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
  ];
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

/** Why a score has no value, below the table. */
function undefinedLines(scores: Scores): string[] {
  return keysOf(scores).flatMap((key) => (scores[key] === null ? [`${key}: ${scores[`${key}_reason`]}`] : []));
}

/** Why a baseline is not there, in the same place. */
function absentLines(baselines: EvaluationFields["baselines"]): string[] {
  return baselines.flatMap(({ name, metrics, metrics_reason }) =>
    metrics === null ? [`${name}: ${metrics_reason}`] : [],
  );
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
