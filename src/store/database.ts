import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { refusal } from "../contract/outcome.ts";
import { BUSY_MS, explained, unavailable } from "./database-errors.ts";
import { APPLICATION_ID, MIGRATIONS } from "./migrations.ts";

/** What is used of the SQLite package (its API is that of better-sqlite3). */
export interface Database {
  prepare(sql: string): { run(...values: Value[]): unknown; all(...values: Value[]): Row[] };
  exec(sql: string): unknown;
  pragma(text: string): unknown;
  close(): unknown;
}
export type Value = string | number | null;
export type Row = Record<string, unknown>;

/** Imports the package; a test passes one that is not there. */
export type LoadSqlite = () => Promise<{ default: new (path: string) => Database }>;

const loadLibsql: LoadSqlite = async () => (await import("libsql")) as unknown as Awaited<ReturnType<LoadSqlite>>;

/**
 * Opens the records' database, made when it is not there and brought to the current schema. `path` is absolute, `ref`
 * what the caller typed. Refuses StoreUnavailable: package absent, file foreign, damaged, newer, or held by another.
 */
export async function openDatabase(path: string, ref: string, load: LoadSqlite = loadLibsql): Promise<Database> {
  const Sqlite = await importSqlite(load);
  return explained(ref, () => {
    makeFolder(dirname(path));
    const db = new Sqlite(path);
    try {
      db.pragma(`busy_timeout = ${BUSY_MS}`);
      checkOwner(db, ref);
      useWriteAheadLog(db);
      db.pragma("synchronous = FULL");
      db.pragma("foreign_keys = ON");
      migrate(db, ref);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Folder by folder: Node's recursive mode never returns where the system says that a parent cannot hold a folder. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** True when there is a database to read; reading never makes one. */
export function databaseExists(path: string): boolean {
  return existsSync(path);
}

/** Runs `body` in one transaction that holds the write lock from its start, so that what it read is still so. */
export function transaction<T>(db: Database, ref: string, body: () => T): T {
  return explained(ref, () => within(db, "BEGIN IMMEDIATE", body));
}

function within<T>(db: Database, begin: string, body: () => T): T {
  db.exec(begin);
  try {
    const result = body();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // Some errors (disk full) have rolled back already.
    quietly(() => db.exec("ROLLBACK"));
    throw error;
  }
}

async function importSqlite(load: LoadSqlite) {
  try {
    return (await load()).default;
  } catch (error) {
    const remedy = "npm install libsql@0.5.29";
    throw refusal(
      "StoreUnavailable",
      `experiment records: the optional package libsql cannot be loaded; run ${remedy}`,
      {
        check: "package",
        observed: String((error as Error)?.message ?? error).split("\n")[0],
        required: "libsql",
        remedy,
      },
    );
  }
}

/** Tables are never made in a database that some other program made. */
function checkOwner(db: Database, ref: string): void {
  // One transaction: between two readings another process may make the tables of a new file, and its name with them.
  const [owner, tables] = within<[number, Row[]]>(db, "BEGIN", () => [
    Number(pragmaValue(db, "application_id")),
    db.prepare("SELECT name FROM sqlite_schema LIMIT 1").all(),
  ]);
  if (owner === APPLICATION_ID) return;
  if (owner !== 0 || tables.length > 0) {
    throw unavailable(ref, "is the database of another program", "foreign", "choose another file with --db");
  }
}

/** The switch needs the file for itself and does not wait for it, so a few attempts are made. */
function useWriteAheadLog(db: Database): void {
  for (let attempt = 1; pragmaValue(db, "journal_mode") !== "wal"; attempt++) {
    try {
      db.pragma("journal_mode = WAL");
    } catch (error) {
      if (attempt === 50) throw error;
      // Sleeps: the package is synchronous, and a busy file is rare and short.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS / 50);
    }
  }
}

function migrate(db: Database, ref: string): void {
  const version = () => Number(pragmaValue(db, "user_version"));
  if (version() === MIGRATIONS.length) return;
  transaction(db, ref, () => {
    // Asked again under the lock: another process may have migrated meanwhile.
    const from = version();
    if (from > MIGRATIONS.length) {
      throw unavailable(
        ref,
        `was written by a newer liquet (schema ${from}, this one knows ${MIGRATIONS.length})`,
        "newer",
        "update liquet",
      );
    }
    for (const sql of MIGRATIONS.slice(from)) db.exec(sql);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length};`);
  });
}

function pragmaValue(db: Database, name: string): unknown {
  const [row] = db.pragma(name) as Row[];
  return Object.values(row)[0];
}

function quietly(body: () => unknown): void {
  try {
    body();
  } catch {}
}
