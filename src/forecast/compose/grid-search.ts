import { BadCall, Refusal, refusal } from "../../contract/outcome.ts";
import type { Plain, Work } from "../component.ts";
import { forecasterOf, takesColumns } from "../engine.ts";
import type { Fold, Metric, Splitter } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";
import { printSpec } from "../spec/print-spec.ts";
import { setParameter } from "../spec/set-parameter.ts";
import type { ComponentSpec } from "../spec/spec.ts";
import { rowsOf, type Training } from "../training.ts";
import { describePart, fitPart, predictPart } from "./parts.ts";

/** Values by path; several of these are searched one after the other. */
export type ParamGrid = Record<string, unknown[]>;

/** How a candidate did. */
export interface Candidate {
  spec: string;
  /** Mean of the metric over folds; null where one failed. */
  score: number | null;
  folds: number;
  reason: string | null;
}

const MOST_CANDIDATES = 1000;

/** Every combination of a grid as a specification. BadCall for an empty list, and above 1,000 candidates. */
export function candidatesOf(spec: ComponentSpec, grids: ParamGrid[]): ComponentSpec[] {
  const all = grids.flatMap((grid) =>
    byDepth(grid).reduce<ComponentSpec[]>(
      (made, [path, values]) => {
        if (values.length === 0) throw new BadCall(`spec: param_grid: ${path} has no values`);
        if (made.length * values.length > MOST_CANDIDATES)
          throw new BadCall(`spec: param_grid: more than ${MOST_CANDIDATES} candidates`);
        return made.flatMap((each) => values.map((value) => setParameter(each, path, value)));
      },
      [spec],
    ),
  );
  return [...new Map(all.map((each) => [printSpec(each), each])).values()];
}

/** Paths that replace a whole part come before those that change what is in it. */
function byDepth(grid: ParamGrid): [string, unknown[]][] {
  const depth = (path: string) => path.split("__").length;
  return Object.entries(grid).sort(([a], [b]) => depth(a) - depth(b));
}

/** Folds of a splitter; or of a number k: the later half of the rows in k tests of equal length, each after all rows before it. */
export function foldsOf(cv: ComponentSpec | number, train: Training): Fold[] {
  const n = train.y.length;
  if (typeof cv !== "number") return (cv.component as Splitter).split(n, cv.params);
  const length = Math.floor(n / 2 / cv);
  if (length < 1) throw seriesTooShort(train.label, n, 2 * cv, `${cv} folds`);
  return Array.from({ length: cv }, (_, k) => {
    const to = n - (cv - k) * length;
    return { train: { from: 0, to }, test: Int32Array.from({ length }, (_, i) => to + i) };
  });
}

/** Scores every candidate on the same folds. A candidate that refuses has no score and its reason. */
export async function searched(
  specs: ComponentSpec[],
  folds: Fold[],
  metric: ComponentSpec,
  train: Training,
  work: Work,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const [i, spec] of specs.entries()) {
    found.push(await scoreOf(spec, folds, metric, train, work));
    work.progress(i + 1, specs.length, "candidates");
    await work.tick();
  }
  return found;
}

async function scoreOf(
  spec: ComponentSpec,
  folds: Fold[],
  metric: ComponentSpec,
  train: Training,
  work: Work,
): Promise<Candidate> {
  const base = { spec: printSpec(spec), folds: folds.length };
  let sum = 0;
  for (const fold of folds) {
    try {
      const { value, reason } = await foldScore(spec, fold, metric, train, work);
      if (value === null) return { ...base, score: null, reason };
      sum += value / folds.length;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...base, score: null, reason: `${error.name}: ${error.message}` };
    }
  }
  return { ...base, score: sum, reason: null };
}

async function foldScore(spec: ComponentSpec, fold: Fold, metric: ComponentSpec, all: Training, work: Work) {
  const { from, to } = fold.train;
  const train = rowsOf(all, from, to);
  const needed = forecasterOf(spec).minLength(spec.params, train);
  if (train.y.length < needed) throw seriesTooShort(all.label, train.y.length, needed, printSpec(spec));
  const state = await fitPart(spec, train, work);
  const rows = Array.from(fold.test);
  const steps = rows.map((row) => row - to + 1);
  const x = takesColumns(spec)
    ? all.x.map((column) => ({ ...column, values: column.values.subarray(to, rows[rows.length - 1] + 1) }))
    : [];
  const { point } = await predictPart(spec, state, { label: all.label, steps, x, points_only: true }, work);
  const scored = {
    actual: Float64Array.from(rows, (row) => all.y[row]),
    predicted: point,
    train: train.y,
    period: describePart(spec, state).period,
    lower: null,
    upper: null,
    coverage: 0.9,
    quantile: null,
  };
  const score = (metric.component as Metric).score(scored, metric.params);
  return score.value === null ? { value: null, reason: score.reason } : { value: score.value, reason: null };
}

/** The place of the best candidate. Refuses MetricUndefined where none has a score. */
export function bestOf(found: Candidate[], metric: ComponentSpec, label: string): number {
  const { better } = metric.component as Metric;
  let best = -1;
  for (const [i, { score }] of found.entries()) {
    if (score === null) continue;
    const held = best < 0 ? null : (found[best].score as number);
    if (held === null || (better === "larger" ? score > held : score < held)) best = i;
  }
  if (best >= 0) return best;
  const remedy = "give a longer history, fewer folds or another metric";
  const cause = `${label}: none of ${found.length} candidates has a score, the first because ${found[0].reason}; ${remedy}`;
  throw refusal("MetricUndefined", cause, { check: "scores", observed: 0, required: 1, remedy });
}

/** The best candidates first, at most 20, as a description lists them. */
export function ranking(found: Candidate[], larger: boolean): Plain[] {
  const sign = larger ? -1 : 1;
  const rank = ({ score }: Candidate) => (score === null ? Number.POSITIVE_INFINITY : sign * score);
  const sorted = [...found].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  return sorted
    .slice(0, 20)
    .map(({ spec, score, reason }) => ({ spec, score, ...(reason ? { score_reason: reason } : {}) }));
}
