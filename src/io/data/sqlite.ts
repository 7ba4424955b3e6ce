import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { refusal } from "../../contract/outcome.ts";
import type { InlineCell, LoadRequest } from "./request.ts";
import { type SqlColumns, STATEMENT_MS, statementOf, unavailable } from "./sql.ts";
import { requireInside } from "./sqlite-query.ts";
import type { StatementReply, StatementRequest } from "./sqlite-statement.ts";

/** Where the process of a statement starts, and who ends it. */
interface StatementWorld {
  workerEntry(): URL;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}

/**
 * Runs one reading statement on a SQLite file and gives its rows as columns. It runs in a process of its own, since
 * nothing else ends a statement that goes on for ever: the process is killed when the call is cancelled, at the limit,
 * and by itself when its caller is gone (statement-process.ts). Refuses PackageMissing, SourceUnavailable and SchemaError.
 */
export async function sqliteColumns(
  path: string,
  ref: string,
  request: LoadRequest,
  { workerEntry, env, signal }: StatementWorld,
  limit = STATEMENT_MS,
): Promise<SqlColumns> {
  const sql = statementOf(request, (name) => `"${name}"`);
  requireInside(sql, ref);
  signal.throwIfAborted();
  // In a session of its own: Ctrl-C is for the caller, who then kills it.
  const child = spawn(process.execPath, [fileURLToPath(workerEntry()), "query"], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
    env,
    windowsHide: true,
  });
  const ended = new Promise<Error | null>((resolve) => {
    child.once("exit", () => resolve(null)).once("error", resolve);
  });
  const kill = () => child.kill("SIGKILL");
  let late = false;
  const clock = setTimeout(() => {
    late = true;
    kill();
  }, limit);
  signal.addEventListener("abort", kill);
  try {
    return await rowsOf(child, { path, ref, sql, params: request.query_params ?? [] });
  } catch (error) {
    kill();
    // Where there is no process the error of what it never said says less.
    const unstarted = await ended;
    signal.throwIfAborted();
    throw late ? tookTooLong(ref, limit) : (unstarted ?? error);
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", kill);
    child.stdin?.destroy();
  }
}

async function rowsOf(child: ChildProcess, request: StatementRequest): Promise<SqlColumns> {
  let names: string[] = [];
  let cells: InlineCell[][] = [];
  // A process that is gone is told of by the end of what it says.
  child.stdin?.on("error", () => {});
  child.stdin?.write(`${JSON.stringify(request)}\n`);
  for await (const reply of repliesOf(child)) {
    if ("names" in reply) [names, cells] = [reply.names, reply.names.map(() => [])];
    else if ("rows" in reply)
      for (const row of reply.rows) for (let c = 0; c < cells.length; c++) cells[c].push(row[c]);
    else if ("done" in reply) return Object.fromEntries(names.map((name, c) => [name, cells[c]]));
    else if ("refused" in reply) throw refusal(reply.refused.name, reply.refused.cause, reply.refused.details);
    else throw new Error(`the statement broke: ${reply.failure}`);
  }
  throw endedEarly(request.ref);
}

async function* repliesOf(child: ChildProcess): AsyncGenerator<StatementReply> {
  let rest: Buffer[] = [];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield JSON.parse(Buffer.concat([...rest, chunk.subarray(from, end)]).toString("utf8"));
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
}

/** The package ends its process over a text that is longer than a string can be. */
function endedEarly(ref: string): Error {
  const what = "the process of the statement broke, as it does over a cell of more than 500 MB";
  return unavailable(ref, what, "leave long cells out, or narrow the query", "statement");
}

function tookTooLong(ref: string, limit: number): Error {
  const what = `the statement had not ended after ${limit / 1000} s`;
  return unavailable(ref, what, "narrow it, or see whether it ends at all (WITH RECURSIVE)", "time_limit");
}
