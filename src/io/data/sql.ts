import { BadCall, refusal } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";
import type { InlineCell, LoadRequest } from "./request.ts";

/** Rows of a query, as columns by name. */
export type SqlColumns = Record<string, InlineCell[]>;

/** Rows beyond this are not one series any more. */
export const MOST_SQL_ROWS = 5_000_000;
/** What the rows may take as JSON, the form that they are kept in, which is one text. */
export const MOST_SQL_BYTES = 400_000_000;
/** How long a database may think about one statement. */
export const STATEMENT_MS = 60_000;

/** The statement of a request: its query, or all of one table. BadCall when it has neither or both, or no plain name. */
export function statementOf({ query, table }: LoadRequest, quote: (name: string) => string): string {
  if ((query === undefined) === (table === undefined))
    throw new BadCall("query: a database needs either --query or --table");
  if (query !== undefined) return query;
  const name = table ?? "";
  if (!/^[A-Za-z_][\w$]*(\.[A-Za-z_][\w$]*)?$/.test(name))
    throw new BadCall(`table: '${clip(name)}' is not a plain table name; write a --query`);
  return `SELECT * FROM ${name.split(".").map(quote).join(".")}`;
}

/**
 * Turns rows (arrays in the order of `names`) into columns. Refuses SchemaError when two columns share a name, and
 * SourceUnavailable when they take more than `most` characters as JSON.
 */
export function columnsOf(names: string[], rows: unknown[][], source: string, most = MOST_SQL_BYTES): SqlColumns {
  requireDistinct(names, source);
  let size = 0;
  const columns = names.map((name, c): [string, InlineCell[]] => {
    const cells = rows.map((row) => cellOf(row[c]));
    for (const cell of cells) size += JSON.stringify(cell).length + 1;
    if (size > most) throw tooManyBytes(source);
    return [name, cells];
  });
  return Object.fromEntries(columns);
}

/** Refuses SchemaError when two columns share a name. */
export function requireDistinct(names: string[], source: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return;
  const remedy = "give every column its own name (AS)";
  const cause = `${source}: the query gives two columns '${clip(twice)}'; ${remedy}`;
  throw refusal("SchemaError", cause, { check: "column_unique", observed: twice, remedy });
}

/** A value of a database as a cell: what JSON cannot hold exactly is text. */
export function cellOf(value: unknown): InlineCell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "bigint") return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
}

/** Refuses SourceUnavailable: a database or a URL that does not answer, or says no. `source` holds no password. */
export function unavailable(source: string, what: string, remedy: string, check = "source"): Error {
  return refusal("SourceUnavailable", `${source}: ${clip(what)}; ${remedy}`, {
    check,
    observed: clip(what),
    remedy,
    source,
  });
}

/** Refuses SourceUnavailable: rows that take more than is kept at once. */
export function tooManyBytes(source: string): Error {
  const what = `the rows take more than ${MOST_SQL_BYTES} bytes`;
  return unavailable(source, what, "aggregate, or name only the columns that are needed", "bytes_at_once");
}

/** Refuses SchemaError: more rows than are read at once. */
export function tooManyRows(source: string): Error {
  const remedy = "aggregate or narrow the query";
  const cause = `${source}: more than ${MOST_SQL_ROWS} rows; ${remedy}`;
  return refusal("SchemaError", cause, {
    check: "rows_at_once",
    observed: `over ${MOST_SQL_ROWS}`,
    required: MOST_SQL_ROWS,
    remedy,
  });
}
