import { WIDENING } from "./calibration-table.ts";
import type { Predictive } from "./predictive.ts";
import { widenedPredictive } from "./predictive-maps.ts";
import type { Step } from "./spec/parameter.ts";
import type { ComponentSpec } from "./spec/spec.ts";

/** How intervals are held to what came in real series: not at all, or by the odd-numbered series of the M3 competition. */
export const CALIBRATIONS = ["m3", "none"] as const;
export type Calibration = (typeof CALIBRATIONS)[number];

/** Steps and rows that the M3 series have; beyond them the nearest is taken. */
const STEPS: Record<number, number> = { 1: 8, 4: 8, 12: 18 };
const ROWS: Record<number, [number, number]> = { 1: [14, 104], 4: [16, 64], 12: [48, 126] };

/** What a model has learned from. */
export interface Learned {
  /** Its season; 1 for none. */
  period: number;
  /** Seasons that the calendar suggests, the shortest first. */
  calendar: number[];
  n: number;
  /** What the model says that it is measured as, where its name does not. */
  measured_as?: string | undefined;
}

/**
 * By what the distances of a method's quantiles from its median are multiplied at each step: exp(b0 + b1 ln h + b2 ln n),
 * at least 1, where that is the 0.95 quantile of |error| / half-width of the 95 % interval over the odd-numbered M3
 * series of a like season (bench/m3-calibration.bench.ts). Models know neither their own error of form nor that of their
 * estimates, so their intervals are too narrow on real series. Null for methods that were not measured.
 */
function wideningOf(
  spec: ComponentSpec,
  { period, calendar, n, measured_as }: Learned,
): ((step: number) => number) | null {
  const table = WIDENING[measured_as ?? measuredAs(spec)];
  if (table === undefined) return null;
  // By the calendar, also where the model found no season: so were the M3 series put together.
  const season = Math.max(period, calendar[0] ?? 1);
  const like = season >= 8 ? 12 : season >= 2 ? 4 : 1;
  const [b0, b1, b2] = table[like];
  const [least, most] = ROWS[like];
  const rows = Math.log(Math.min(most, Math.max(least, n)));
  return (step) => Math.max(1, Math.exp(b0 + b1 * Math.log(Math.min(step, STEPS[like])) + b2 * rows));
}

/**
 * The last value and the last season are one method; drift and mean are others, which were not measured. A median of
 * measured methods is held to that of Theta, AutoETS and AutoARIMA; any other composition was not measured.
 */
function measuredAs({ component, params }: ComponentSpec): string {
  if (component.name === "NaiveForecaster") return params.strategy === "last" ? "SeasonalNaive" : "";
  if (component.name !== "EnsembleForecaster") return component.name;
  const members = (params.forecasters as Step[] | undefined) ?? [];
  const measured = members.length > 2 && members.every(({ spec }) => measuredAs(spec) in WIDENING);
  return params.aggfunc === "median" && measured ? "median" : "";
}

/** Predictions with their intervals widened as the M3 series ask for; null for methods that were not measured. */
export function calibrated(
  inner: Predictive,
  spec: ComponentSpec,
  learned: Learned,
  steps: number[],
): { predicted: Predictive; widened: { first: number; last: number } } | null {
  const factor = wideningOf(spec, learned);
  if (factor === null) return null;
  const factors = steps.map(factor);
  const [first, last] = [factors[0], factors[factors.length - 1]];
  const method = last === 1 && first === 1 ? inner.method : `${inner.method}; widened as real series ask for`;
  return { predicted: { ...widenedPredictive(inner, factors), method }, widened: { first, last } };
}
