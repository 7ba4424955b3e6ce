import { BadCall } from "../../contract/outcome.ts";
import type { Work } from "../component.ts";
import { seriesTooShort } from "../refusals.ts";
import { seasonOf } from "../seasonality/season-of.ts";
import type { Training } from "../training.ts";
import { chooseEts, type EtsChosen, type EtsCriterion } from "./choose.ts";
import { fitEts } from "./fit.ts";
import { countParameters, type EtsForm, formName, isMultiplicative } from "./form.ts";
import { type EtsChoice, formsToTry } from "./forms-to-try.ts";
import { noPositiveMean } from "./no-positive-mean.ts";
import { type Part, partLetter, statedPeriod } from "./parts.ts";
import { requirePositive } from "./require-positive.ts";
import { type EtsState, toPlain } from "./state.ts";

/** Parameters of AutoETS. */
export interface AutoEtsParams {
  error: Part;
  trend: Part | null;
  damped_trend: boolean;
  seasonal: Part | null;
  sp: number | null;
  auto: boolean;
  information_criterion: EtsCriterion;
  allow_multiplicative_trend: boolean;
  restrict: boolean;
  additive_only: boolean;
}

/** The longest season that is chosen automatically, as in R. */
const LONGEST = 24;
/** Below this not even a level has a variance: α, the level and σ² are 3. */
const LEAST = 4;

/** Observations that are needed. */
export function autoEtsLength(params: AutoEtsParams, train: Training): number {
  return params.auto ? LEAST : countParameters(statedForm(params, train)) + 1;
}

/** Fits the stated form, or chooses one. Refuses NonPositiveValues, SeriesTooShort and UnsuitableData. */
export async function fitAutoEts(train: Training, params: AutoEtsParams, work: Work): Promise<EtsState> {
  if (params.auto) return fitChosen(train, params, work);
  const form = statedForm(params, train);
  if (isMultiplicative(form)) requirePositive(train.label, train.y, formName(form));
  await work.tick();
  const fit = fitEts(train.y, form);
  if (fit === null) throw noPositiveMean(train.label, form);
  const warnings = form.season === "N" ? seasonOf(train, params.sp ?? 1).warnings : [];
  return { fit: toPlain(fit), sp: form.m, trials: [], criterion: null, bias: 0, warnings };
}

function statedForm({ error, trend, damped_trend, seasonal, sp }: AutoEtsParams, train: Training): EtsForm {
  const season = partLetter(seasonal);
  if (damped_trend && trend === null) throw new BadCall("damped_trend: there is no trend to damp; state trend");
  return {
    error: partLetter(error) === "M" ? "M" : "A",
    trend: partLetter(trend),
    damped: damped_trend,
    season,
    m: season === "N" ? 1 : statedPeriod(sp, train),
  };
}

async function fitChosen(train: Training, params: AutoEtsParams, work: Work): Promise<EtsState> {
  const { sp, warnings } = period(train, params);
  const choice = choiceOf(params, sp);
  checkStated(train, params, choice);
  const chosen = await chooseEts(train.y, choice, params.information_criterion, () => work.tick());
  if (chosen.fit === null) throw noPositiveMean(train.label, formsToTry(train.y, choice)[0].form);
  return {
    fit: toPlain(chosen.fit),
    sp,
    trials: chosen.trials,
    criterion: params.information_criterion,
    bias: 0,
    warnings: [...warnings, ...leftOut(train, chosen)],
  };
}

/** A stated part other than the default narrows the choice. */
function choiceOf(params: AutoEtsParams, sp: number): EtsChoice {
  const { error, trend, damped_trend, seasonal, restrict, additive_only, allow_multiplicative_trend } = params;
  const stated = (part: Part | null) => {
    const letter = partLetter(part);
    return letter === "N" ? undefined : letter;
  };
  return {
    m: sp,
    error: partLetter(error) === "M" ? "M" : undefined,
    trend: stated(trend),
    damped: damped_trend ? true : undefined,
    season: stated(seasonal),
    restrict,
    additive_only,
    allow_multiplicative_trend,
  };
}

function period(train: Training, { sp, seasonal }: AutoEtsParams): { sp: number; warnings: string[] } {
  const found = seasonal === null ? seasonOf(train, sp) : { sp: statedPeriod(sp, train), warnings: [] };
  if (found.sp <= LONGEST) return found;
  const long = `a season of ${found.sp} rows is longer than the ${LONGEST} that are chosen from, so the model has none; STLForecaster(sp=${found.sp}) takes it`;
  if (seasonal !== null) throw new BadCall(`seasonal, sp: ${long}`);
  return { sp: 1, warnings: [...found.warnings, long] };
}

/** What was asked for by name must be possible: BadCall when no form is left, NonPositiveValues, SeriesTooShort. */
function checkStated(train: Training, params: AutoEtsParams, choice: EtsChoice): void {
  const candidates = formsToTry(train.y, choice);
  if (candidates.length === 0) throw new BadCall("error, trend, seasonal: restrict or additive_only leaves no form");
  const { error, trend, seasonal } = params;
  if ([error, trend, seasonal].some((part) => partLetter(part) === "M")) {
    requirePositive(train.label, train.y, "a multiplicative error, trend or season");
  }
  if (trend === null && seasonal === null && !params.damped_trend) return;
  if (candidates.some(({ skipped }) => skipped === null)) return;
  const least = Math.min(...candidates.map(({ form }) => countParameters(form))) + LEAST;
  throw seriesTooShort(train.label, train.y.length, least, "the trend or season that was stated", "leave it open");
}

/** Says what the data kept from being tried. */
function leftOut({ y }: Training, { trials, fallback, fit }: EtsChosen): string[] {
  const low = y.reduce((count, x) => count + (x > 0 ? 0 : 1), 0);
  const barred = trials.filter(({ note }) => note === "values at or below 0").length;
  const short = trials.filter(({ note }) => note?.includes("needed")).length;
  const warnings: string[] = [];
  if (barred > 0)
    warnings.push(`${barred} forms that multiply were left out: ${low} of ${y.length} values are 0 or below`);
  if (fallback && fit)
    warnings.push(`${y.length} observations are too few for every form; it is ${formName(fit.form)}`);
  else if (short > 0) warnings.push(`${short} forms need more than ${y.length} observations and were left out`);
  return warnings;
}
