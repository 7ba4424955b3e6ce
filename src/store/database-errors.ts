import { BadCall, Refusal, refusal } from "../contract/outcome.ts";

/** How long another process may hold the file before the call gives up. */
export const BUSY_MS = 5000;

/** Turns an error of the package into what it means for the caller; anything unknown is thrown on. */
export function explained<T>(ref: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof Refusal || error instanceof BadCall) throw error;
    throw meaning(error as { code?: unknown; message?: unknown }, ref);
  }
}

function meaning(error: { code?: unknown; message?: unknown }, ref: string): unknown {
  const code = named(String(error.code ?? ""));
  const message = String(error.message ?? error);
  if (code === "SQLITE_NOTADB")
    return unavailable(ref, "is not a SQLite database", "not_a_database", "choose another file with --db");
  if (code.startsWith("SQLITE_CORRUPT"))
    return unavailable(ref, "is damaged", "damaged", "restore it from a copy, or choose another file with --db");
  if (code.startsWith("SQLITE_BUSY"))
    return unavailable(ref, `has been held by another process for ${BUSY_MS / 1000} s`, "busy", "try again");
  if (code.startsWith("SQLITE_FULL")) return new BadCall(`cannot write '${ref}': the disk is full`);
  if (code.startsWith("SQLITE_READONLY"))
    return new BadCall(`cannot open '${ref}' as a database: no permission to write, which reading one needs too`);
  const cannot = /^SQLITE_(CANTOPEN|PERM|IOERR)/.test(code) || message.includes("ConnectionFailed");
  if (cannot || /^E(ACCES|NOTDIR|ROFS|PERM|EXIST|NOENT|NAMETOOLONG)$/.test(code))
    return new BadCall(`cannot open '${ref}' as a database: ${plain(message)}`);
  return error;
}

/** SQLite's result codes that have a meaning here; the package names no extended one, whose low byte is one of these. */
const RESULT_CODES: Record<number, string> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
};

function named(code: string): string {
  const extended = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code);
  return (extended && RESULT_CODES[Number(extended[1]) & 0xff]) ?? code;
}

function plain(message: string): string {
  return message.includes("ConnectionFailed") ? "no permission, or not a file" : message.split("\n")[0];
}

/** StoreUnavailable of a file: what is wrong with it, in words and as a code, and what to do. */
export function unavailable(ref: string, what: string, observed: string, remedy: string): Refusal {
  return refusal("StoreUnavailable", `experiment records: ${ref} ${what}; ${remedy}`, {
    check: "database",
    observed,
    required: "a database of liquet's experiment records",
    remedy,
    db: ref,
  });
}
