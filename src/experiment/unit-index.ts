import { refusal } from "../contract/outcome.ts";
import type { KeyColumn } from "../series/column-table.ts";

/** How rows that share a unit become one value. */
export type PerUnit = "sum" | "mean" | "last";

/** Which unit and arm each row belongs to, and what was left out. */
export interface UnitIndex {
  /** Unit of each row, numbered by first sight; -1 for rows that are left out. */
  unitOfRow: Int32Array;
  /** Arm of each unit, as an index into `arms`; -1 for units that are left out. */
  armOfUnit: Int32Array;
  arms: string[];
  n_units: number;
  /** Units with more than one row, and the most rows of one unit, among those in one arm. */
  n_repeated_units: number;
  max_rows_per_unit: number;
  rows_without_unit: number;
  rows_without_arm: number;
  /** Units seen in more than one arm, left out. */
  n_units_in_two_arms: number;
}

/** What is asked of the index. */
export interface IndexOptions {
  label: string;
  /** Null: each row is a unit. */
  unit: KeyColumn | null;
  arm: KeyColumn;
  /** 1 for the rows to look at; null: all. */
  keep: Uint8Array | null;
  per_unit: PerUnit | null;
  /** Units in two arms are left out when they are no larger a share than this, and refused otherwise. */
  max_leaked_share: number;
}

/**
 * Finds the units. Refuses GroupLeakage when too many of them are in two arms, and UnitMismatch when they repeat and
 * nothing says how their rows become one value.
 */
export function indexUnits(options: IndexOptions): UnitIndex {
  const { unit, arm, label, per_unit, max_leaked_share } = options;
  const { unitOfRow, armOfUnit, rowsOfUnit, leaked, ...counts } = readRows(options);
  const n_units = rowsOfUnit.reduce((units, rows) => units + (rows > 0 ? 1 : 0), 0);
  if (counts.n_units_in_two_arms > 0 && unit) {
    refuseLeakage(label, unit, leaked, counts.n_units_in_two_arms, n_units, max_leaked_share);
  }
  for (let u = 0; u < leaked.length; u++) if (leaked[u] === 1) armOfUnit[u] = -1;
  const [n_repeated_units, max_rows_per_unit] = countRepeats(rowsOfUnit, leaked);
  if (n_repeated_units > 0 && per_unit === null) {
    const rows = rowsOfUnit.reduce((sum, n) => sum + n, 0);
    refuseRepeats(label, rows, n_units, n_repeated_units, max_rows_per_unit);
  }
  const arms = Array.from({ length: arm.size }, (_, code) => arm.label(code));
  return { unitOfRow, armOfUnit, arms, n_units, n_repeated_units, max_rows_per_unit, ...counts };
}

/** One pass over the rows: the first arm of each unit counts, and units with a second one are marked. */
function readRows({ unit, arm, keep }: IndexOptions) {
  const rows = arm.codes.length;
  const size = unit ? unit.size : rows;
  const unitOfRow = new Int32Array(rows).fill(-1);
  const armOfUnit = new Int32Array(size).fill(-1);
  const rowsOfUnit = new Int32Array(size);
  const leaked = new Uint8Array(size);
  let [rows_without_unit, rows_without_arm, n_units_in_two_arms] = [0, 0, 0];
  for (let i = 0; i < rows; i++) {
    if (keep && keep[i] === 0) continue;
    const u = unit ? unit.codes[i] : i;
    const a = arm.codes[i];
    if (u < 0) rows_without_unit++;
    else if (a < 0) rows_without_arm++;
    else {
      unitOfRow[i] = u;
      rowsOfUnit[u]++;
      if (armOfUnit[u] < 0) armOfUnit[u] = a;
      else if (armOfUnit[u] !== a && leaked[u] === 0) {
        leaked[u] = 1;
        n_units_in_two_arms++;
      }
    }
  }
  return { unitOfRow, armOfUnit, rowsOfUnit, leaked, rows_without_unit, rows_without_arm, n_units_in_two_arms };
}

/** Of the units that stay: a unit in two arms has several rows by itself. */
function countRepeats(rowsOfUnit: Int32Array, leaked: Uint8Array): [number, number] {
  let [repeated, most] = [0, 0];
  for (const [u, rows] of rowsOfUnit.entries()) {
    if (leaked[u] === 1) continue;
    if (rows > 1) repeated++;
    if (rows > most) most = rows;
  }
  return [repeated, most];
}

function refuseLeakage(
  label: string,
  unit: KeyColumn,
  leaked: Uint8Array,
  count: number,
  units: number,
  allowed: number,
): void {
  if (count / units <= allowed) return;
  const examples: string[] = [];
  for (let u = 0; u < leaked.length && examples.length < 5; u++) if (leaked[u] === 1) examples.push(unit.label(u));
  const remedy = `find out how they were assigned twice; to leave them out, state --max-leaked-share ${roundUp(count / units)}`;
  throw refusal(
    "GroupLeakage",
    `${label}: ${count} of ${units} units are in more than one arm (such as '${examples[0]}'); ${remedy}`,
    { check: "unit_in_one_arm", observed: count, required: 0, n_units: units, examples, remedy },
  );
}

function roundUp(share: number): string {
  return String(Math.min(1, Number((Math.ceil(share * 1000 - 1e-9) / 1000).toPrecision(3))));
}

function refuseRepeats(label: string, rows: number, units: number, repeated: number, most: number): never {
  const remedy = "state how a unit's rows become one value with --per-unit sum, mean or last";
  throw refusal(
    "UnitMismatch",
    `${label}: ${rows} rows hold ${units} units (${repeated} with more than one row, at most ${most}), so rows are not the units that were randomised; ${remedy}`,
    {
      check: "one_row_per_unit",
      observed: { rows, units, repeated, max_rows_per_unit: most },
      required: "one row a unit",
      remedy,
    },
  );
}
