import { refusal } from "../contract/outcome.ts";
import type { PerUnit, UnitIndex } from "./unit-index.ts";

/** One value a unit from its rows: their sum, mean or the last in file order; empty cells do not count. NaN when all are. */
export function valuesPerUnit(index: UnitIndex, values: Float64Array, how: PerUnit | null): Float64Array {
  const { unitOfRow, armOfUnit } = index;
  const out = new Float64Array(armOfUnit.length).fill(Number.NaN);
  if (index.n_repeated_units === 0 || how === "last" || how === null) {
    for (let i = 0; i < values.length; i++) {
      if (unitOfRow[i] >= 0 && !Number.isNaN(values[i])) out[unitOfRow[i]] = values[i];
    }
    return out;
  }
  const counts = how === "mean" ? new Int32Array(out.length) : null;
  for (let i = 0; i < values.length; i++) {
    const u = unitOfRow[i];
    if (u < 0 || Number.isNaN(values[i])) continue;
    out[u] = Number.isNaN(out[u]) ? values[i] : out[u] + values[i];
    if (counts) counts[u]++;
  }
  if (counts) for (let u = 0; u < out.length; u++) if (counts[u] > 1) out[u] /= counts[u];
  return out;
}

/** A value that belongs to the unit, so that all its rows must agree. Refuses UnitMismatch when they do not. */
export function constantPerUnit<A extends Float64Array | Int32Array>(
  index: UnitIndex,
  values: A,
  what: { label: string; column: string },
): A {
  const { unitOfRow, armOfUnit } = index;
  const missing = values instanceof Float64Array ? Number.NaN : -1;
  const out = (
    values instanceof Float64Array ? new Float64Array(armOfUnit.length) : new Int32Array(armOfUnit.length)
  ).fill(missing);
  const varies = new Uint8Array(armOfUnit.length);
  for (let i = 0; i < values.length; i++) {
    const u = unitOfRow[i];
    const value = values[i];
    if (u < 0 || Object.is(value, missing)) continue;
    if (Object.is(out[u], missing)) out[u] = value;
    else if (out[u] !== value) varies[u] = 1;
  }
  const count = varies.reduce((sum, flag) => sum + flag, 0);
  if (count > 0) refuseVarying(what, count, index.n_units);
  return out as A;
}

function refuseVarying({ label, column }: { label: string; column: string }, count: number, units: number): never {
  const remedy = "give each unit one value that was fixed before it was exposed";
  throw refusal(
    "UnitMismatch",
    `${label}: column '${column}' changes between the rows of ${count} of ${units} units; ${remedy}`,
    { check: "one_value_per_unit", column, observed: count, required: 0, remedy },
  );
}

/** The earliest (`min`) or latest (`max`) instant of each unit; NaN when it has none. */
export function extremePerUnit(
  { unitOfRow, armOfUnit }: UnitIndex,
  us: Float64Array,
  which: "min" | "max",
): Float64Array {
  const out = new Float64Array(armOfUnit.length).fill(Number.NaN);
  for (let i = 0; i < us.length; i++) {
    const u = unitOfRow[i];
    if (u < 0 || Number.isNaN(us[i])) continue;
    if (!(which === "min" ? out[u] <= us[i] : out[u] >= us[i])) out[u] = us[i];
  }
  return out;
}
