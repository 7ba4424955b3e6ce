import { classicalDecomposition, type DecompositionModel } from "../decompose/classical.ts";
import type { Ask, Predictive } from "../predictive.ts";
import { scaledPredictive, shiftedPredictive } from "../predictive-maps.ts";
import type { Training } from "../training.ts";
import { requirePositive } from "./positive.ts";

/** The season of a series by its calendar rows. */
export interface SeasonFactors {
  sp: number;
  model: DecompositionModel;
  /** One factor a season; entry 0 belongs to row `first` of the series. Empty where there is no season. */
  factors: number[];
  first: number;
  /** The last row that was seen. */
  last: number;
  warnings: string[];
}

/** Classical factors of the rows. Refuses NonPositiveValues for products, and SeriesTooShort below two whole seasons. */
export function fitFactors(train: Training, sp: number, model: DecompositionModel, warnings: string[]): SeasonFactors {
  const last = train.first + train.y.length - 1;
  if (sp <= 1) return { sp: 1, model, factors: [], first: train.first, last, warnings };
  if (model === "multiplicative") requirePositive(train, "a multiplicative season");
  const { figure } = classicalDecomposition(train.y, sp, model);
  return { sp, model, factors: Array.from(figure), first: train.first, last, warnings };
}

/** Seasons longer than this are not listed row by row. */
const LISTED = 60;

/** What was found, as a description lists it. */
export function describeFactors({ sp, model, factors, first, warnings }: SeasonFactors) {
  const long = factors.length > LISTED;
  return {
    sp,
    model,
    factors: long ? null : factors,
    ...(long ? { factors_reason: `${factors.length} factors are more than ${LISTED}` } : {}),
    first,
    warnings,
  };
}

/** The factor of a row of the series, counted from its first. */
function factorAt({ factors, sp, first }: SeasonFactors, row: number): number {
  return factors[(((row - first) % sp) + sp) % sp];
}

/** Rows without their season. */
export function withoutSeason(season: SeasonFactors, train: Training): Training {
  if (season.factors.length === 0) return train;
  const at = (t: number) => factorAt(season, train.first + t);
  const y = train.y.map((value, t) => (season.model === "additive" ? value - at(t) : value / at(t)));
  return { ...train, y };
}

/** Predictions with their season (`back`), or without it. */
export function seasonOfForecast(
  season: SeasonFactors,
  predicted: Predictive,
  { steps }: Ask,
  back: boolean,
): Predictive {
  if (season.factors.length === 0) return predicted;
  const at = Float64Array.from(steps, (h) => factorAt(season, season.last + h));
  if (season.model === "additive") return shiftedPredictive(predicted, back ? at : at.map((value) => -value));
  return scaledPredictive(predicted, back ? at : at.map((value) => 1 / value));
}
