import { BadCall, refusal } from "../contract/outcome.ts";
import type { Zone } from "../series/calendar.ts";
import { calendarPeriods } from "../series/dataset/calendar-periods.ts";
import { clockChangeHint } from "../series/dataset/clock-change-hint.ts";
import type { SeriesData } from "../series/dataset/dataset.ts";
import { checkIndex, type IndexCheck } from "../series/dataset/index-check.ts";
import { labelText } from "../series/dataset/index-label.ts";
import { requireAscending, requireComplete, requireDistinct, requireRegular } from "../series/dataset/require.ts";
import type { Description, Forecaster, Tags, Work } from "./component.ts";
import type { Ask, Predictive } from "./predictive.ts";
import { seriesTooShort } from "./refusals.ts";
import { requireKnown } from "./require-known.ts";
import { printSpec } from "./spec/print-spec.ts";
import { type ComponentSpec, TYPE_WORDS } from "./spec/spec.ts";
import type { Training } from "./training.ts";

/**
 * A series as components learn from it. Refuses NonMonotonicIndex, DuplicateTimestamps, IrregularIndex (one or two rows
 * have no spacing and are taken as they are), MissingValues in explaining columns, and in y unless `missing` allows them.
 */
export function trainingOf(data: SeriesData, zone: Zone | null, missing: boolean): Training {
  const found = checkIndex(data.index, data.frequency, zone);
  requireAscending(data.label, data.index, found);
  requireDistinct(data.label, data.index, found);
  if (data.y.values.length > 2) {
    requireRegular(data.label, data.index, found);
    requireNoGaps(data, found);
  }
  if (!missing) requireComplete(data);
  for (const column of data.x) requireComplete({ ...data, y: column });
  if (data.y.values.length === 0) throw seriesTooShort(data.label, 0, 1, "any forecast");
  const frequency = data.frequency ?? found.frequency;
  return {
    label: data.label,
    y: data.y.values,
    x: data.x,
    first: 0,
    index: data.index,
    frequency,
    periods: calendarPeriods({ frequency }),
  };
}

/** Gaps named in a refusal, at most. */
const SHOWN = 3;

function requireNoGaps({ label, index }: SeriesData, { gaps, n_missing_labels: n }: IndexCheck): void {
  if (n === 0) return;
  const after = gaps.slice(0, SHOWN).map((gap) => labelText(index, gap.after));
  const where = `after ${after.join(", ")}${gaps.length > SHOWN ? ", …" : ""}`;
  const remedy = `${clockChangeHint(index, gaps[0].after)}put them on the grid and fill them: liquet data transform ${label} --action format`;
  const missing = n === 1 ? "1 label of the grid has no row" : `${n} labels of the grid have no row`;
  throw refusal("IrregularIndex", `${label}: ${missing}, ${where}; ${remedy}`, {
    check: "gaps",
    observed: n,
    required: 0,
    remedy,
    first_after: after[0],
  });
}

/** What a component can do with its parameters. */
export function tagsOf({ component, params }: ComponentSpec): Tags {
  return component.object_type === "forecaster"
    ? ((component as Forecaster).tagsOf?.(params) ?? component.tags)
    : component.tags;
}

/** True where missing values of y may reach the component. */
export function toleratesMissing(spec: ComponentSpec): boolean {
  return tagsOf(spec)["capability:missing_values"] === true;
}

/** True where the explaining columns need not be known ahead. */
export function forecastsColumns(spec: ComponentSpec): boolean {
  return tagsOf(spec)["capability:forecasts_exogenous"] === true;
}

/** True where explaining columns are used. */
export function takesColumns(spec: ComponentSpec): boolean {
  return tagsOf(spec)["capability:exogenous"] === true;
}

/** The forecaster behind a specification. BadCall where it is something else. */
export function forecasterOf({ component }: ComponentSpec): Forecaster {
  if (component.object_type === "forecaster") return component as Forecaster;
  throw new BadCall(`spec: ${component.name} is ${TYPE_WORDS[component.object_type]}, and a forecaster is needed`);
}

/** A series as a forecaster learns from it, and the columns it uses; those it cannot use are left out and told. */
export function trainingFor(
  spec: ComponentSpec,
  data: SeriesData,
  zone: Zone | null,
): { train: Training; warnings: string[]; x: string[] } {
  const takes = takesColumns(spec);
  const used = takes ? data : { ...data, x: [] };
  const train: Training = trainingOf(used, zone, toleratesMissing(spec));
  const ignored = takes ? [] : data.x.map(({ name }) => name);
  const warnings =
    ignored.length === 0 ? [] : [`${spec.component.name} takes no explaining columns: ${ignored.join(", ")} not used`];
  return { train, warnings, x: train.x.map(({ name }) => name) };
}

/** A forecaster that has learned: what it is, and its state, which is plain JSON. */
export interface Fitted {
  spec: ComponentSpec;
  state: unknown;
}

/**
 * Fits a forecaster. Refuses SeriesTooShort, MissingValues where it does not understand them, UnsuitableData where a value
 * cannot be squared, and what the forecaster refuses. BadCall where columns would be ignored.
 */
export async function fitSpec(spec: ComponentSpec, train: Training, work: Work): Promise<Fitted> {
  const component = forecasterOf(spec);
  const needed = component.minLength(spec.params, train);
  if (train.y.length < needed) throw seriesTooShort(train.label, train.y.length, needed, printSpec(spec));
  if (!toleratesMissing(spec)) requireKnown(spec, train);
  requireFinite(train);
  return { spec, state: await component.fit(train, spec.params, work) };
}

/** Predictions of a fitted forecaster. `ask` has been checked against the model's columns. */
export async function predictFitted({ spec, state }: Fitted, ask: Ask, work: Work): Promise<Predictive> {
  const predicted = await forecasterOf(spec).predict(state, spec.params, ask, work);
  if (predicted.point.every((value) => Number.isFinite(value))) return predicted;
  const first = predicted.point.findIndex((value) => !Number.isFinite(value));
  const remedy = "use a model without an exponential trend, or a shorter horizon";
  throw refusal(
    "UnsuitableData",
    `${ask.label}: ${printSpec(spec)} grows beyond every number at step ${ask.steps[first]}; ${remedy}`,
    { check: "finite_forecast", observed: ask.steps[first], required: "a finite number", remedy },
  );
}

/**
 * A fitted forecaster after `added` more rows at the end of `train`, which holds all of them. `anew` estimates again;
 * otherwise only the states move, where the forecaster can.
 */
export async function updateFitted(
  fitted: Fitted,
  train: Training,
  added: number,
  anew: boolean,
  work: Work,
): Promise<Fitted> {
  const component = forecasterOf(fitted.spec);
  if (anew || component.update === undefined) return fitSpec(fitted.spec, train, work);
  requireFinite(train);
  return { spec: fitted.spec, state: await component.update(fitted.state, train, fitted.spec.params, added, work) };
}

/** What a fitted forecaster found. */
export function describeFitted({ spec, state }: Fitted): Description {
  return forecasterOf(spec).describe(state, spec.params);
}

/** Largest magnitude whose square is a number with room for sums. */
const LARGEST = 1e150;

/** Refuses UnsuitableData for a value whose square is beyond every number. */
export function requireFinite({ label, y, x }: Training): void {
  for (const values of [y, ...x.map((column) => column.values)]) {
    const row = values.findIndex((value) => Math.abs(value) > LARGEST);
    if (row < 0) continue;
    const finite = Number.isFinite(values[row]);
    const remedy = finite ? "give the numbers in another unit" : "leave it empty, or give what was measured";
    const what = finite ? "too large to be squared" : "not finite";
    throw refusal("UnsuitableData", `${label}: the value of data row ${row + 1} is ${what}; ${remedy}`, {
      check: "magnitude",
      observed: String(values[row]),
      required: LARGEST,
      remedy,
      row: row + 1,
    });
  }
}
