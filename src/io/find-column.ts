import { refusal } from "../contract/outcome.ts";
import { closestKey } from "./closest-key.ts";
import { clip } from "./meta-fields.ts";
import type { Table } from "./table.ts";

/** What a search for a column looks at. */
type Header = Pick<Table, "label" | "columns">;

const SHOWN = 20;

/**
 * The number of a column. Refuses SchemaError when the table has no such column (it lists those there are) or has it
 * twice. `flag` is the option that names another column, or null.
 */
export function findColumn(table: Header, name: string, flag: string | null): number {
  const at = table.columns.indexOf(name);
  if (at >= 0 && table.columns.lastIndexOf(name) === at) return at;
  const remedy = flag ? `name the column with ${flag}` : "rename the column";
  if (at >= 0) {
    const found = `the header has '${clip(name)}' more than once`;
    throw refuse(table, "column_unique", `${found}; ${remedy}`, remedy);
  }
  const near =
    table.columns.find((c) => c.toLowerCase() === name.toLowerCase()) ?? closestKey(name, table.columns.slice(0, 1000));
  const hint = near === null ? "" : `; did you mean '${clip(near)}'?`;
  throw refuse(
    table,
    "column_missing",
    `no column '${clip(name)}' (the header is ${listed(table.columns)})${hint}; ${remedy}`,
    remedy,
  );
}

/** The first names of a list, with a count of the rest; an empty one is shown as ''. */
export function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => clip(name) || "''")
    .join(", ");
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
}

function refuse(table: Header, check: string, cause: string, remedy: string): Error {
  return refusal("SchemaError", `${table.label}: ${cause}`, {
    check,
    file: table.label,
    observed: table.columns.slice(0, SHOWN),
    remedy,
  });
}
