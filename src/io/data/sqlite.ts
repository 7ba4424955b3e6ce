import { packageMissing } from "./package-missing.ts";
import type { LoadRequest } from "./request.ts";
import {
  columnsOf,
  MOST_SQL_ROWS,
  requireDistinct,
  type SqlColumns,
  statementOf,
  tooManyRows,
  unavailable,
} from "./sql.ts";
import { longestCells, requireInside } from "./sqlite-query.ts";

/** What is used of the package (its API is that of better-sqlite3). */
interface Statement {
  readonly reader: boolean;
  raw(): Statement;
  columns(): { name: string }[];
  iterate(...values: string[]): IterableIterator<unknown[]>;
}
interface Database {
  prepare(sql: string): Statement;
  close(): unknown;
}
type Load = () => Promise<{ default: new (path: string, options: { readonly: boolean }) => Database }>;

const loadLibsql: Load = async () => (await import("libsql")) as unknown as Awaited<ReturnType<Load>>;

/** Runs one reading statement on a SQLite file, opened read-only. Refuses PackageMissing and SourceUnavailable. */
export async function sqliteColumns(
  path: string,
  ref: string,
  request: LoadRequest,
  tick: () => Promise<void>,
  load: Load = loadLibsql,
): Promise<SqlColumns> {
  const sql = statementOf(request, (name) => `"${name}"`);
  requireInside(sql, ref);
  const { default: Sqlite } = await load().catch(() => {
    throw packageMissing("libsql", "0.5.29", "SQLite files");
  });
  let db: Database | null = null;
  try {
    db = new Sqlite(path, { readonly: true });
    const statement = db.prepare(sql);
    // The file is read-only; a statement that gives no rows has no business here either.
    if (!statement.reader) throw unavailable(ref, "the statement returns no rows", "write a SELECT", "statement");
    const names = statement
      .raw()
      .columns()
      .map(({ name }) => name);
    requireDistinct(names, ref);
    const params = request.query_params ?? [];
    for (const lengths of db
      .prepare(longestCells(sql, names))
      .raw()
      .iterate(...params))
      if (lengths.some((bytes) => Number(bytes) > LONGEST_CELL)) throw cellTooLong(ref);
    const rows: unknown[][] = [];
    for (const row of statement.iterate(...params)) {
      rows.push(row);
      if (rows.length > MOST_SQL_ROWS) throw tooManyRows(ref);
      if (rows.length % 10_000 === 0) await tick();
    }
    return columnsOf(names, rows, ref);
  } catch (error) {
    if ((error as { code?: unknown }).code === undefined) throw error;
    throw unavailable(ref, (error as Error).message.split("\n")[0], "check the file and the query", "statement");
  } finally {
    db?.close();
  }
}

/** The package ends the process over a text that is longer than a string can be. */
const LONGEST_CELL = 1_000_000;

function cellTooLong(ref: string): Error {
  return unavailable(ref, `a cell holds more than ${LONGEST_CELL} bytes`, "leave it out of the query", "cell_size");
}
