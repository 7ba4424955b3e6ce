import { Refusal, type RefusalDetails } from "../../contract/outcome.ts";
import type { RefusalName } from "../../contract/refusals.ts";
import { plural } from "../../contract/text.ts";
import { packageMissing } from "./package-missing.ts";
import type { InlineCell } from "./request.ts";
import {
  cellOf,
  MOST_SQL_BYTES,
  MOST_SQL_ROWS,
  requireDistinct,
  tooManyBytes,
  tooManyRows,
  unavailable,
} from "./sql.ts";

/** What the process of a statement is told. */
export interface StatementRequest {
  path: string;
  /** The file as the caller named it. */
  ref: string;
  sql: string;
  params: string[];
}

/** What it says, a line of JSON each: the columns, rows in their order, and how it ended. */
export type StatementReply =
  | { names: string[] }
  | { rows: InlineCell[][] }
  | { done: true }
  | { refused: { name: RefusalName; cause: string; details: RefusalDetails } }
  | { failure: string };

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

/** What a statement may take for sorting, grouping and recursion. */
const MOST_MEMORY = 2 ** 30;
const LONGEST_CELL = 1_000_000;
/** Where a line of what is said ends: rows, and about as many characters. */
const LINE_ROWS = 2000;
const LINE_SIZE = 1 << 20;

/**
 * Runs one reading statement on a SQLite file, opened read-only, and says its rows, at most 5 million. Refuses
 * PackageMissing, SourceUnavailable and SchemaError. It blocks its thread for as long as SQLite works.
 */
export async function answerStatement(
  request: StatementRequest,
  write: (line: Buffer) => void,
  load: Load = loadLibsql,
): Promise<void> {
  const say = (reply: StatementReply): number => {
    const line = Buffer.from(`${JSON.stringify(reply)}\n`);
    write(line);
    return line.length;
  };
  try {
    await sayRows(request, say, load);
    say({ done: true });
  } catch (error) {
    if (error instanceof Refusal) say({ refused: { name: error.name, cause: error.message, details: error.details } });
    else say({ failure: (error as Error)?.stack ?? String(error) });
  }
}

async function sayRows(
  { path, ref, sql, params }: StatementRequest,
  say: (reply: StatementReply) => number,
  load: Load,
): Promise<void> {
  const { default: Sqlite } = await load().catch(() => {
    throw packageMissing("libsql", "0.5.29", "SQLite files");
  });
  let db: Database | null = null;
  try {
    db = new Sqlite(path, { readonly: true });
    for (const _ of db.prepare(`PRAGMA hard_heap_limit = ${MOST_MEMORY}`).iterate());
    const statement = db.prepare(sql);
    // The file is read-only; a statement that gives no rows has no business here either.
    if (!statement.reader) throw unavailable(ref, "the statement returns no rows", "write a SELECT", "statement");
    const names = statement
      .raw()
      .columns()
      .map(({ name }) => name);
    requireDistinct(names, ref);
    // The package would leave out what follows a first statement; inside another one it is a mistake.
    db.prepare(`SELECT 1 FROM (\n${sql.replace(/;\s*$/, "")}\n)`);
    requireParams(new Sqlite(path, { readonly: true }), sql, params, ref);
    say({ names });
    let [count, bytes, size] = [0, 0, 0];
    let rows: InlineCell[][] = [];
    for (const row of statement.iterate(...params)) {
      if (++count > MOST_SQL_ROWS) throw tooManyRows(ref);
      const cells = row.map((cell) => shortCell(cell, ref));
      rows.push(cells);
      for (const cell of cells) if (typeof cell === "string") size += cell.length;
      if (rows.length < LINE_ROWS && size < LINE_SIZE) continue;
      bytes += say({ rows });
      if (bytes > MOST_SQL_BYTES) throw tooManyBytes(ref);
      [rows, size] = [[], 0];
    }
    if (bytes + say({ rows }) > MOST_SQL_BYTES) throw tooManyBytes(ref);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === undefined) throw error;
    if (code === "SQLITE_NOMEM") throw tooMuchMemory(ref);
    throw unavailable(ref, (error as Error).message.split("\n")[0], "check the file and the query", "statement");
  } finally {
    db?.close();
  }
}

/**
 * SQLite takes a parameter without a value for NULL, and leaves out a value without a parameter. `own` is closed here: its
 * EXPLAIN counts as running until then, and what ran beside it in one connection would keep the file locked.
 */
function requireParams(own: Database, sql: string, params: string[], ref: string): void {
  let asked = 0;
  try {
    // Rows of address, operation and, for a Variable, a parameter's number. A parameter that changes nothing is not there.
    for (const [, operation, number] of own.prepare(`EXPLAIN ${sql}`).raw().iterate())
      if (operation === "Variable") asked = Math.max(asked, Number(number));
  } finally {
    own.close();
  }
  if (asked <= params.length && (params.length === 0 || /[?:@$]/.test(sql))) return;
  const what = `the query has ${plural(asked, "parameter")}, and ${plural(params.length, "value")} came`;
  throw unavailable(ref, what, "give query_params one value for each ?, in order", "query_params");
}

function shortCell(value: unknown, ref: string): InlineCell {
  const length = typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
  if (length > LONGEST_CELL) throw cellTooLong(ref);
  return cellOf(value);
}

function cellTooLong(ref: string): Error {
  return unavailable(ref, `a cell holds more than ${LONGEST_CELL} bytes`, "leave it out of the query", "cell_size");
}

function tooMuchMemory(ref: string): Error {
  const what = `the statement needs more than ${MOST_MEMORY / 2 ** 20} MB of memory`;
  return unavailable(ref, what, "narrow it, or give the file an index, so that less is sorted", "memory");
}
