import { refusal } from "../contract/outcome.ts";
import { type ColumnTable, keysOf, numbersOf } from "../series/column-table.ts";
import { type Arm, splitArms, type UnitColumns } from "./arms.ts";
import type { LiftCall } from "./lift-call.ts";
import { type ReadTable, readTables, rowsWhere, type UnitTables } from "./unit-columns.ts";
import { indexUnits, type UnitIndex } from "./unit-index.ts";
import { constantPerUnit, extremePerUnit, valuesPerUnit } from "./unit-values.ts";

/** What the rows of a table came to. */
export interface UnitFacts {
  source: string;
  unit: string | null;
  n_rows: number;
  n_rows_where: number;
  rows_without_unit: number;
  rows_without_arm: number;
  n_units: number;
  n_repeated_units: number;
  max_rows_per_unit: number;
  per_unit: string | null;
  n_units_in_two_arms: number;
}

/** Arms read from tables. */
export interface TableArms {
  /** The arms to compare, the control first, the others by name. */
  arms: Arm[];
  /** Units of every arm of the table, with or without an outcome. */
  counts: Record<string, number>;
  strata: string[];
  units: UnitFacts;
}

/**
 * Reads the units of a table and puts them into arms. Refuses GroupLeakage, UnitMismatch, CovariateAfterExposure, and
 * SchemaError as the reader does.
 */
export async function readArms(call: LiftCall, read: ReadTable): Promise<TableArms> {
  const tables = await readTables(call, read);
  const { main, unit } = tables;
  const keep = rowsWhere(main, call.where);
  const index = indexUnits({
    label: main.label,
    unit: unit === null ? null : keysOf(main, unit),
    arm: keysOf(main, call.arm),
    keep,
    per_unit: call.per_unit ?? null,
    max_leaked_share: call.max_leaked_share,
  });
  const counts = countArms(index);
  const names = analysedArms(Object.keys(counts), call);
  const joined = joinedIndex(tables, index);
  checkExposure(call, tables, index, joined);
  const arms = splitArms(unitColumns(call, tables, index, joined, names), names);
  const strata = call.stratum === undefined ? [] : textsOf(tables.beside ?? main, call.stratum);
  return { arms, counts, strata, units: factsOf(call, tables, index, keep) };
}

function countArms({ arms, armOfUnit }: UnitIndex): Record<string, number> {
  const counts = new Int32Array(arms.length);
  for (const arm of armOfUnit) if (arm >= 0) counts[arm]++;
  const found = arms.map((name, a) => [name, counts[a]] as const).filter(([, n]) => n > 0);
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The control first; `compareAll` says what is wrong when it is not there. */
function analysedArms(found: string[], { control, arms }: LiftCall): string[] {
  const wanted = arms ? found.filter((name) => arms.includes(name) || name === control) : found;
  return [...wanted.filter((name) => name === control), ...wanted.filter((name) => name !== control)];
}

/** The rows of the table beside, as units of the main one; the index itself when it is the same table. */
function joinedIndex({ main, beside, unit }: UnitTables, index: UnitIndex): UnitIndex | null {
  if (beside === null) return null;
  if (beside === main || unit === null) return index;
  const [own, other] = [keysOf(main, unit), keysOf(beside, unit)];
  const unitOfKey = Int32Array.from({ length: other.size }, (_, code) => own.find(other.label(code)));
  return { ...index, unitOfRow: other.codes.map((code) => (code < 0 ? -1 : unitOfKey[code])) };
}

function unitColumns(
  call: LiftCall,
  { main, beside, outcome }: UnitTables,
  index: UnitIndex,
  joined: UnitIndex | null,
  names: string[],
): UnitColumns {
  const how = call.per_unit ?? null;
  const placeOf = index.arms.map((name) => names.indexOf(name));
  const constant = beside && joined ? { table: beside, index: joined } : null;
  const own = <A extends Float64Array | Int32Array>(column: string, values: A) =>
    constantPerUnit(constant?.index ?? index, values, { label: constant?.table.label ?? main.label, column });
  return {
    arm: index.armOfUnit.map((arm) => (arm < 0 ? -1 : placeOf[arm])),
    y: valuesPerUnit(index, numbersOf(main, outcome), how),
    b: call.denominator === undefined ? null : valuesPerUnit(index, numbersOf(main, call.denominator), how),
    x:
      call.covariate === undefined || !constant ? null : own(call.covariate, numbersOf(constant.table, call.covariate)),
    stratum:
      call.stratum === undefined || !constant ? null : own(call.stratum, keysOf(constant.table, call.stratum).codes),
  };
}

/** Refuses a covariate that was measured after its unit was exposed. */
function checkExposure(call: LiftCall, { main, beside }: UnitTables, index: UnitIndex, joined: UnitIndex | null): void {
  const { exposed_at, covariate_at, covariate } = call;
  if (exposed_at === undefined || covariate_at === undefined || !beside || !joined) return;
  const exposed = extremePerUnit(index, numbersOf(main, exposed_at), "min");
  const measured = extremePerUnit(joined, numbersOf(beside, covariate_at), "max");
  let late = 0;
  for (let u = 0; u < exposed.length; u++) if (measured[u] > exposed[u]) late++;
  if (late === 0) return;
  const remedy = "use a covariate from before the exposure, or --adjust none";
  throw refusal(
    "CovariateAfterExposure",
    `${beside.label}: '${covariate}' was measured after the exposure of ${late} of ${index.n_units} units, so the treatment may have moved it; ${remedy}`,
    { check: "covariate_before_exposure", observed: late, required: 0, n_units: index.n_units, remedy },
  );
}

function textsOf(table: ColumnTable, column: string): string[] {
  const { size, label } = keysOf(table, column);
  return Array.from({ length: size }, (_, code) => label(code));
}

function factsOf(
  call: LiftCall,
  { ref, main, unit }: UnitTables,
  index: UnitIndex,
  keep: Uint8Array | null,
): UnitFacts {
  return {
    source: ref,
    unit,
    n_rows: main.rows,
    n_rows_where: keep ? keep.reduce((sum, flag) => sum + flag, 0) : main.rows,
    rows_without_unit: index.rows_without_unit,
    rows_without_arm: index.rows_without_arm,
    n_units: index.n_units,
    n_repeated_units: index.n_repeated_units,
    max_rows_per_unit: index.max_rows_per_unit,
    per_unit: index.n_repeated_units > 0 ? (call.per_unit ?? null) : null,
    n_units_in_two_arms: index.n_units_in_two_arms,
  };
}
