import { isConstant } from "../../numerics/is-constant.ts";
import { ETS_BOUNDS } from "./coordinates.ts";
import { criteria, type EtsFit, finishFit, fitEts, meanSize, scaled } from "./fit.ts";
import { countParameters, type EtsForm, formName } from "./form.ts";
import { type EtsChoice, formsToTry } from "./forms-to-try.ts";
import { BETA } from "./model.ts";
import { type EtsEffort, type EtsOptimum, FULL, QUICK, searchSteps } from "./search.ts";

/** What models are ranked by. */
export type EtsCriterion = "aic" | "aicc" | "bic";

/** One form of the search. */
export interface EtsTrial {
  form: string;
  k: number;
  /** On R's scale; null for a form that was not fitted, or fits exactly. */
  loglik: number | null;
  /** What it is ranked by, the criterion + 4β, the lower the better; null as loglik is, and AICc when n ≤ k + 1. */
  criterion: number | null;
  /** Why there are no numbers. */
  note: string | null;
}

/** The model that was chosen, and every form that was tried. */
export interface EtsChosen {
  /** Null when the data allow none of the forms. */
  fit: EtsFit | null;
  trials: EtsTrial[];
  /** The data were too few for every form that was open, so it is a level or a line without season. */
  fallback: boolean;
}

/** Forms this close to the best are searched from more starts. */
const CLOSE = 8;
/**
 * What β adds to the criterion. β is what the slope takes of an error, and every later step is moved by it once more: near
 * 1 the last difference goes on for ever. 4 on the scale of AIC is where Burnham & Anderson (2002) call a model
 * considerably less supported. Measured on the M3 series: see `bench/m3.bench.ts`.
 */
export const PER_BETA = 4;
const SIMPLE: EtsForm[] = [
  { error: "A", trend: "N", damped: false, season: "N", m: 1 },
  { error: "A", trend: "A", damped: false, season: "N", m: 1 },
];

interface Tried {
  form: EtsForm;
  optimum: EtsOptimum;
  /** Ranks it; finite also for an exact fit. */
  score: number;
}

/**
 * Chooses a form by an information criterion + 4β; the estimates are those of highest likelihood. Every open form is
 * searched from a few starts, then those close to the best from more. `tick` is called before each search. Ties go to
 * the simpler form. A constant series is ETS(A,N,N) with σ = 0. When n < k + 4 for every open form, the better of simple
 * and Holt's smoothing is taken.
 */
export async function chooseEts(
  y: Float64Array,
  choice: EtsChoice,
  by: EtsCriterion,
  tick: () => Promise<void> = async () => {},
): Promise<EtsChosen> {
  if (isConstant(y)) return constant(y);
  const scale = meanSize(y);
  const data = scaled(y, scale);
  const candidates = formsToTry(y, choice);
  const allowed = candidates.filter(({ skipped }) => skipped === null).map(({ form }) => form);
  const fallback = allowed.length === 0;
  const tried = await searchAll(data, fallback ? SIMPLE : allowed, by, tick);
  const best = tried.reduce<Tried | null>((a, b) => (a === null || b.score < a.score ? b : a), null);
  const trials = [
    ...tried.map((one) => trialOf(one, by, scale)),
    ...candidates.filter(({ skipped }) => skipped !== null).map(({ form, skipped }) => untried(form, skipped)),
    ...missing(fallback ? SIMPLE : allowed, tried),
  ];
  return { fit: best && finishFit(best.form, {}, best.optimum, scale), trials, fallback };
}

async function searchAll(
  data: Float64Array,
  forms: EtsForm[],
  by: EtsCriterion,
  tick: () => Promise<void>,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const form of forms) {
    const optimum = await search(data, form, QUICK, tick);
    if (optimum !== null) tried.push({ form, optimum, score: scoreOf(form, optimum, by) });
  }
  const least = tried.reduce((low, { score }) => Math.min(low, score), Number.POSITIVE_INFINITY);
  for (const one of tried) {
    if (!(one.score <= least + CLOSE)) continue;
    one.optimum = (await search(data, one.form, FULL, tick)) ?? one.optimum;
    one.score = scoreOf(one.form, one.optimum, by);
  }
  return tried;
}

async function search(
  data: Float64Array,
  form: EtsForm,
  effort: EtsEffort,
  tick: () => Promise<void>,
): Promise<EtsOptimum | null> {
  const steps = searchSteps(data, form, {}, ETS_BOUNDS, effort);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await tick();
  }
}

/** What is ranked by in the scaled data, where exact fits have it too. */
function scoreOf(form: EtsForm, optimum: EtsOptimum, by: EtsCriterion): number {
  const { value, model } = optimum;
  return withBeta(criteria(-value, countParameters(form), model.y.length)[by], optimum) ?? Number.POSITIVE_INFINITY;
}

/** A criterion with what β adds to it; null as the criterion. */
function withBeta(criterion: number | null, { point }: EtsOptimum): number | null {
  return criterion === null ? null : criterion + PER_BETA * point[BETA];
}

function trialOf({ form, optimum }: Tried, by: EtsCriterion, scale: number): EtsTrial {
  const { loglik, k, n, ...found } = finishFit(form, {}, { ...optimum, point: optimum.point.slice() }, scale);
  const note = loglik === null ? "fits exactly" : found[by] === null ? `${n} observations, ${k} parameters` : null;
  return { form: formName(form), k, loglik, criterion: withBeta(found[by], optimum), note };
}

function untried(form: EtsForm, note: string | null): EtsTrial {
  return { form: formName(form), k: countParameters(form), loglik: null, criterion: null, note };
}

function missing(forms: EtsForm[], tried: Tried[]): EtsTrial[] {
  const lost = forms.filter((form) => !tried.some((one) => one.form === form));
  return lost.map((form) => untried(form, "no start keeps every mean above 0"));
}

function constant(y: Float64Array): EtsChosen {
  const fit = fitEts(y, SIMPLE[0]);
  return {
    fit,
    trials: [{ form: formName(SIMPLE[0]), k: 3, loglik: null, criterion: null, note: "fits exactly" }],
    fallback: false,
  };
}
