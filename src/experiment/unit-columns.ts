import { BadCall } from "../contract/outcome.ts";
import type { ColumnKind, ColumnTable } from "../series/column-table.ts";
import { keysOf } from "../series/column-table.ts";
import type { LiftCall } from "./lift-call.ts";

/** Reads columns of a file; `Ctx.table`. */
export type ReadTable = (ref: string, columns: Record<string, ColumnKind>) => Promise<ColumnTable>;

/** The tables of a call, with the names of what is in them settled. */
export interface UnitTables {
  ref: string;
  main: ColumnTable;
  /** Where covariate and stratum are; the main table when no other is named. Null when neither is asked for. */
  beside: ColumnTable | null;
  /** Column of the unit; null when each row is one. */
  unit: string | null;
  outcome: string;
}

/** Reads just the columns that the call names. BadCall when it does not name enough of them. */
export async function readTables(call: LiftCall, read: ReadTable): Promise<UnitTables> {
  const { units, unit, rows_are_units, arm, outcome } = call;
  if (units === undefined)
    throw new BadCall("units: name a CSV or parquet file, or state outcomes, successes or means");
  if (unit !== undefined && rows_are_units)
    throw new BadCall("rows_are_units: unit names a column; state one of the two");
  if (unit === undefined && !rows_are_units) {
    throw new BadCall("unit: name the column that holds the unit of randomisation, or say --rows-are-units");
  }
  if (outcome === undefined) throw new BadCall("outcome: name the column of the outcome");
  const separate = call.covariate_table !== undefined;
  if (separate && unit === undefined)
    throw new BadCall("covariate_table: is joined by unit, so name its column with --unit");
  const main = columnPlan();
  if (unit !== undefined) main.ask(unit, "key");
  main.ask(arm, "key");
  main.ask(outcome, "number");
  if (call.denominator !== undefined) main.ask(call.denominator, "number");
  if (call.exposed_at !== undefined) main.ask(call.exposed_at, "instant");
  for (const column of Object.keys(call.where)) main.ask(column, "key");
  const beside = separate ? columnPlan() : main;
  if (separate && unit !== undefined) beside.ask(unit, "key");
  if (call.covariate !== undefined) beside.ask(call.covariate, "number");
  if (call.covariate_at !== undefined) beside.ask(call.covariate_at, "instant");
  if (call.stratum !== undefined) beside.ask(call.stratum, "key");
  const table = await read(units, main.wanted);
  const wanted = call.covariate !== undefined || call.stratum !== undefined;
  const other = !wanted ? null : separate ? await read(call.covariate_table ?? "", beside.wanted) : table;
  return { ref: units, main: table, beside: other, unit: unit ?? null, outcome };
}

function columnPlan() {
  const wanted: Record<string, ColumnKind> = {};
  return {
    wanted,
    ask(name: string, kind: ColumnKind): void {
      if (Object.hasOwn(wanted, name) && wanted[name] !== kind)
        throw new BadCall(`column '${name}' is named for two things`);
      wanted[name] = kind;
    },
  };
}

/** Which rows were asked for, after the name of what is made of them; empty for all. The offer of a folder is no choice of rows. */
export function whereText({ where, data_dir }: Pick<LiftCall, "where" | "data_dir">): string {
  const asked = Object.entries(where).filter(([column]) => data_dir === undefined || column !== "offer_id");
  if (asked.length === 0) return "";
  return ` where ${asked.map(([column, text]) => `${column}=${text}`).join(" and ")}`;
}

/** 1 for the rows whose columns hold the texts asked for; null when nothing is asked. */
export function rowsWhere(table: ColumnTable, where: Record<string, string>): Uint8Array | null {
  const conditions = Object.entries(where);
  if (conditions.length === 0) return null;
  const keep = new Uint8Array(table.rows).fill(1);
  for (const [name, text] of conditions) {
    const column = keysOf(table, name);
    const code = column.find(text);
    for (let i = 0; i < keep.length; i++) if (column.codes[i] !== code || code < 0) keep[i] = 0;
  }
  return keep;
}
