import { BadCall } from "../../contract/outcome.ts";
import { clip } from "../meta-fields.ts";
import { packageMissing } from "./package-missing.ts";
import type { LoadRequest } from "./request.ts";
import {
  columnsOf,
  MOST_SQL_ROWS,
  type SqlColumns,
  STATEMENT_MS,
  statementOf,
  tooManyRows,
  unavailable,
} from "./sql.ts";

/** What is used of the package. */
interface Client {
  connect(): Promise<void>;
  query(
    query: string | { text: string; values?: string[]; rowMode?: "array"; queryMode?: "extended" },
  ): Promise<{ fields: { name: string }[]; rows: unknown[][] }>;
  end(): Promise<void>;
}
type Load = () => Promise<{ default: { Client: new (config: Record<string, unknown>) => Client } }>;

const loadPg: Load = async () => (await import("pg" as string)) as Awaited<ReturnType<Load>>;

const CONNECT_MS = 15_000;

/**
 * Runs one statement on a PostgreSQL server inside a read-only transaction with a statement timeout, its parameters
 * bound. Every value comes as the server's own text, so that no number or time is rounded on the way. `$NAME` in the
 * URL's user and password stands for an environment variable; a password written out is a BadCall, because calls are
 * echoed. Refuses PackageMissing and SourceUnavailable.
 */
export async function postgresColumns(
  url: string,
  request: LoadRequest,
  env: Record<string, string | undefined>,
  load: Load = loadPg,
): Promise<SqlColumns> {
  const sql = statementOf(request, (name) => `"${name}"`);
  const { config, shown } = connectionOf(url, env);
  const { Client } = (
    await load().catch(() => {
      throw packageMissing("pg", "8.23.1", "PostgreSQL");
    })
  ).default;
  const client = new Client({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "liquet",
    types: { getTypeParser: () => (text: string) => text },
  });
  try {
    await client.connect();
    await client.query("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
    await client.query("BEGIN TRANSACTION READ ONLY");
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
    await client.query(
      "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL extra_float_digits = 3",
    );
    // A cursor, so that the cap holds however many rows there are; the extended protocol takes one statement alone.
    const text = `DECLARE liquet_rows CURSOR FOR ${sql.replace(/;\s*$/, "")}`;
    await client.query({ text, values: request.query_params ?? [], queryMode: "extended" });
    const { fields, rows } = await client.query({
      text: `FETCH ${MOST_SQL_ROWS + 1} FROM liquet_rows`,
      rowMode: "array",
    });
    if (rows.length > MOST_SQL_ROWS) throw tooManyRows(shown);
    return columnsOf(
      fields.map(({ name }) => name),
      rows,
      shown,
    );
  } catch (error) {
    if ((error as { details?: unknown }).details !== undefined) throw error;
    throw unavailable(
      shown,
      String((error as Error).message || (error as { code?: string }).code).split("\n")[0],
      "check the server and the query",
      "statement",
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** The connection of a URL, and the URL as it may be shown. */
function connectionOf(url: string, env: Record<string, string | undefined>) {
  const parsed = parseUrl(url);
  const password = decoded(parsed.password);
  if (password !== "" && !password.startsWith("$")) {
    throw new BadCall(
      "source: a password is not written into a call, which is echoed; put it in a variable such as PGPASSWORD and write $PGPASSWORD",
    );
  }
  const user = expanded(decoded(parsed.username), env);
  const config = {
    host: parsed.hostname === "" ? (parsed.searchParams.get("host") ?? env.PGHOST) : decoded(parsed.hostname),
    port: parsed.port === "" ? Number(env.PGPORT ?? 5432) : Number(parsed.port),
    database: decoded(parsed.pathname.slice(1)) || env.PGDATABASE,
    user: user === "" ? env.PGUSER : user,
    // The package would look into the environment by itself, and into a file of passwords, where it is given none.
    password: password === "" ? () => env.PGPASSWORD ?? "" : expanded(password, env),
    ssl: ["require", "verify-ca", "verify-full"].includes(parsed.searchParams.get("sslmode") ?? ""),
  };
  return { config, shown: `postgres://${parsed.host}${parsed.pathname}` };
}

/**
 * The environment as a call of a model's may use it: a password goes to the server that the owner named with PGHOST and
 * to no other, or a call could have it sent anywhere. BadCall for a variable in the URL of another server.
 */
export function environmentFor(url: string, env: Record<string, string | undefined>) {
  const { hostname, username, password, searchParams } = parseUrl(url);
  const host = hostname === "" ? (searchParams.get("host") ?? env.PGHOST) : decoded(hostname);
  if (host === env.PGHOST) return env;
  if (decoded(username).startsWith("$") || decoded(password).startsWith("$"))
    throw new BadCall(`source: variables go only to the server of PGHOST, which the owner of this server sets`);
  return { PGPORT: env.PGPORT };
}

/** A part of the URL; BadCall for a % that stands for no character. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new BadCall("source: a % of the URL stands for no character; write %25 for the sign itself");
  }
}

function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new BadCall("source: not a URL such as postgres://user:$PGPASSWORD@host:5432/database");
  }
}

/** Only variables made for this: a call from a model must not send any secret of the machine anywhere. */
function expanded(text: string, env: Record<string, string | undefined>): string {
  if (!text.startsWith("$")) return text;
  const name = text.slice(1);
  if (!/^(PG|LIQUET_)\w+$/.test(name) || /^LIQUET_(DEV_AUTH|OAUTH)/.test(name))
    throw new BadCall(`source: $${clip(name)} is not a variable that starts with PG or LIQUET_`);
  const value = env[name];
  if (value === undefined) throw new BadCall(`source: the environment variable ${name} is not set`);
  return value;
}
