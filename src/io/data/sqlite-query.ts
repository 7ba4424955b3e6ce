import { BadCall } from "../../contract/outcome.ts";
import { unavailable } from "./sql.ts";

/** Functions and tables of the package that reach files, run further statements or set the library: no query needs them. */
const OUTSIDE = /\b(load_extension|readfile|writefile|fsdir|lsmode|sha3_query|fts3_tokenizer|carray|sqlite3mc_\w+)\b/i;

/** What may stand before the first word. */
const BEFORE = /^(\s|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)*/;

/**
 * Refuses SourceUnavailable for a statement that is no SELECT; BadCall for one that leaves its database. A name is refused wherever it stands, in a text too:
 * SQLite has no other spelling of it, and a list of what is safe to quote would be one more thing to get wrong.
 */
export function requireInside(sql: string, ref: string): void {
  if (!/^(select|with|values)\b/i.test(sql.replace(BEFORE, "")))
    throw unavailable(ref, "the statement is no SELECT", "write a SELECT: the file is only read", "statement");
  const name = OUTSIDE.exec(sql)?.[0];
  if (name !== undefined)
    throw new BadCall(`query: '${name}' reaches outside the database, and only its rows are read`);
}
