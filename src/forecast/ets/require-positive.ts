import { nonPositiveValues } from "../refusals.ts";

/** Refuses NonPositiveValues: a form that multiplies was asked for by name. */
export function requirePositive(label: string, y: Float64Array, what: string): void {
  const n = y.reduce((count, x) => count + (x > 0 ? 0 : 1), 0);
  if (n === 0) return;
  const way = "take additive parts (error='add', trend='add', seasonal='add')";
  throw nonPositiveValues(label, n, y.length, what, way);
}
