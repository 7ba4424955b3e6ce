import { refusal } from "../../contract/outcome.ts";
import { mean } from "../../numerics/mean.ts";
import { standardDeviation } from "../../numerics/standard-deviation.ts";
import { type SeriesData, sliceSeries } from "./dataset.ts";
import { labelText } from "./index-label.ts";
import { requireComplete, requireLength } from "./require.ts";

/** A transform of y's values that can be undone. */
export type ValueTransform =
  /** ln(scale · (y + offset)). */
  | { action: "log"; offset: number; scale: number }
  /** y_t − y_{t−lag}, lag after lag; the first rows, which have no difference, are left out. */
  | { action: "difference"; lags: number[] }
  /** (y − mean) / sd of this very series; divisor n − 1. */
  | { action: "standardize" };

/** Transforms y. Refuses MissingValues, NonPositiveValues (log), SeriesTooShort (difference) and NoSpread (standardize). */
export function transformValues(data: SeriesData, transform: ValueTransform): SeriesData {
  requireComplete(data);
  if (transform.action === "difference") return difference(data, transform.lags);
  const { forward } = pointwise(data, transform);
  return withY(data, data.y.values.map(forward));
}

/**
 * Undoes a transform: `made` is what it made (its values may have been changed since), `from` the series it was made
 * of, whose first rows and moments the inverse needs.
 */
export function invertValues(made: SeriesData, from: SeriesData, transform: ValueTransform): SeriesData {
  if (transform.action === "difference") {
    const head = from.y.values;
    return withY({ ...from, label: made.label, handle: made.handle }, cumulate(made.y.values, head, transform.lags));
  }
  const { backward } = pointwise(from, transform);
  return withY(made, made.y.values.map(backward));
}

function difference(data: SeriesData, lags: number[]): SeriesData {
  const lost = lags.reduce((sum, lag) => sum + lag, 0);
  requireLength(data, lost + 1, `differences at lag ${lags.join(" and ")}`);
  const values = lags.reduce((v, lag) => differenced(v, lag), data.y.values);
  return withY(sliceSeries(data, lost, data.y.values.length), values);
}

function differenced(values: Float64Array, lag: number): Float64Array {
  return Float64Array.from({ length: values.length - lag }, (_, i) => values[i + lag] - values[i]);
}

/** Adds differences up again, the last lag first, from the head of the original. */
function cumulate(values: Float64Array, head: Float64Array, lags: number[]): Float64Array {
  if (lags.length === 0) return values;
  const [first, ...rest] = lags;
  const inner = cumulate(values, differenced(head, first), rest);
  const out = new Float64Array(inner.length + first);
  out.set(head.subarray(0, first));
  for (let i = 0; i < inner.length; i++) out[i + first] = out[i] + inner[i];
  return out;
}

function pointwise(data: SeriesData, transform: Exclude<ValueTransform, { action: "difference" }>) {
  if (transform.action === "standardize") {
    const [center, spread] = [mean(data.y.values), standardDeviation(data.y.values)];
    if (!(spread > 0)) throw noSpread(data);
    return { forward: (y: number) => (y - center) / spread, backward: (z: number) => z * spread + center };
  }
  const { offset, scale } = transform;
  requirePositive(data, offset, scale);
  return {
    forward: (y: number) => Math.log(scale * (y + offset)),
    backward: (z: number) => Math.exp(z) / scale - offset,
  };
}

function requirePositive({ label, index, y }: SeriesData, offset: number, scale: number): void {
  const bad = (value: number) => !(scale * (value + offset) > 0);
  const n = y.values.reduce((count, value) => count + (bad(value) ? 1 : 0), 0);
  if (n === 0) return;
  const row = y.values.findIndex(bad);
  const least = y.values.reduce((a, b) => Math.min(a, b));
  const remedy = `add an offset above ${-least} with --offset, or do not take logarithms`;
  throw refusal(
    "NonPositiveValues",
    `${label}: ${n} of ${y.values.length} values of '${y.name}' have no logarithm, first ${y.values[row]} at ${labelText(index, index.at[row])}; ${remedy}`,
    { check: "positive", observed: least, required: "above 0", remedy, n, row: row + 1 },
  );
}

function noSpread({ label, y }: SeriesData): Error {
  const remedy = "leave the values as they are";
  const cause = `${label}: the ${y.values.length} values of '${y.name}' do not vary, so there is nothing to scale by; ${remedy}`;
  return refusal("NoSpread", cause, { check: "spread", observed: 0, required: "above 0", remedy });
}

function withY(data: SeriesData, values: Float64Array): SeriesData {
  return { ...data, y: { ...data.y, values } };
}
