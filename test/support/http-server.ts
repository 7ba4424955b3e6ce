import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createCtx } from "../../bin/create-ctx.ts";
import { type HttpServer, type HttpTimes, openHttp } from "../../src/surface/http/open-http.ts";
import { type HttpSettings, readHttpSettings } from "../../src/surface/http/settings.ts";
import { type Issuer, startIssuer } from "./issuer.ts";
import { until } from "./patience.ts";
import { root } from "./root.ts";
import { testStore } from "./run.ts";

/** A server of this process over a folder with one small archive, `a.csv`, and an issuer that it trusts. */
export interface HttpTest {
  dir: string;
  issuer: Issuer;
  server: HttpServer;
  url: string;
  /** What it logged. */
  log(): string;
  /** Posts a message; `token` null: without one. Good headers unless others are stated. */
  post(message: unknown, token: string | null, headers?: Record<string, string>): Promise<Response>;
  /** Starts a conversation and returns its id. */
  initialize(token: string): Promise<string>;
  /** Calls a tool in a conversation and returns the JSON-RPC answer. */
  call(session: string, token: string, name: string, args: object, id?: number): Promise<RpcAnswer>;
  /** Calls a tool and watches the stream of its answer; `progress` must be told, so the call computes when it was. */
  begin(session: string, token: string, call: { name: string; arguments: object }, id: number): Begun;
  /** Turns the server's clock forward, and stops it there. */
  stopClock(forward_ms?: number): void;
  close(): Promise<void>;
}

/** A call that has been sent. */
export interface Begun {
  /** Waits until it has a slot or stands in the line: the server has answered a later message. */
  taken(): Promise<void>;
  /** Waits until its progress has been told that often; fails when it ends before. */
  told(times: number): Promise<void>;
  /** How often its progress has been told. */
  times(): number;
  /** Its whole stream, once that has ended; rejects when it broke off. */
  text: Promise<string>;
  /** Closes the response. */
  leave(): void;
}

export interface RpcAnswer {
  status: number;
  result?: { content: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string };
}

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

const CSV = "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n2024-01-01T00:01:00Z,2,GOOD\n";
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

export async function startHttpTest(words: string[] = [], times: Partial<HttpTimes> = {}): Promise<HttpTest> {
  const dir = mkdtempSync(join(tmpdir(), "liquet-http-"));
  writeFileSync(join(dir, "a.csv"), CSV);
  let logged = "";
  let clock = () => Date.now();
  const issuer = await startIssuer(() => server.resource.href);
  const trust = ["--issuer", issuer.url, "--jwks", issuer.jwks];
  const settings = readHttpSettings(["--http", "--port", "0", "--root", dir, ...trust, ...words], {}) as HttpSettings;
  const server: HttpServer = await openHttp(
    settings,
    {
      stdout: () => {},
      stderr: (text) => {
        logged += text;
      },
      stdin: () => process.stdin,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      env: { LIQUET_STORE: testStore, LIQUET_DB: join(dir, "experiments.db") },
      now: () => new Date(clock()),
      signal: new AbortController().signal,
      loadCtx: async () => createCtx,
      workerEntry: () => pathToFileURL(join(root, "dist/worker.js")),
      files: () => import("../../src/io/server-files.ts"),
      shell: () => import("../../src/io/shell.ts"),
    },
    times,
  );
  const url = `http://127.0.0.1:${server.port}/mcp`;
  const post: HttpTest["post"] = (message, token, headers = {}) =>
    fetch(url, {
      method: "POST",
      headers: { ...HEADERS, ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
  const begin: HttpTest["begin"] = (session, token, call, id) => {
    const leaving = new AbortController();
    const params = { ...call, _meta: { progressToken: `p${id}` } };
    const response = fetch(url, {
      method: "POST",
      headers: { ...HEADERS, authorization: `Bearer ${token}`, "mcp-session-id": session },
      body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }),
      signal: leaving.signal,
    });
    let told = "";
    const text = response.then(async ({ body }) => {
      const decoder = new TextDecoder();
      for await (const chunk of body ?? []) told += decoder.decode(chunk, { stream: true });
      return told;
    });
    let ended = false;
    text
      .catch(() => {})
      .finally(() => {
        ended = true;
      });
    const times = () => told.split('"method":"notifications/progress"').length - 1;
    return {
      async taken() {
        await response;
        await (await post({ jsonrpc: "2.0", id: 0, method: "ping" }, token, { "mcp-session-id": session })).text();
      },
      async told(wanted) {
        await until(`progress of call ${id}`, () => ended || times() >= wanted);
        if (times() < wanted) throw new Error(`call ${id} ended: ${await text}`);
      },
      times,
      text,
      leave: () => leaving.abort(),
    };
  };
  return {
    dir,
    issuer,
    server,
    url,
    log: () => logged,
    post,
    async initialize(token) {
      const response = await post(INITIALIZE, token);
      await response.text();
      if (response.status !== 200) throw new Error(`initialize: ${response.status}`);
      return response.headers.get("mcp-session-id") ?? "";
    },
    async call(session, token, name, args, id = 2) {
      const message = { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
      const response = await post(message, token, { "mcp-session-id": session });
      return { status: response.status, ...answerOf(await response.text()) };
    },
    begin,
    stopClock(forward_ms = 0) {
      const at = clock() + forward_ms;
      clock = () => at;
    },
    async close() {
      await server.close(0);
      issuer.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The last message of an event stream, or the JSON of an error. */
export function answerOf(text: string): Partial<RpcAnswer> {
  const data = [...text.matchAll(/^data: (.+)$/gm)].map(([, line]) => line);
  return JSON.parse(data.at(-1) ?? text) as Partial<RpcAnswer>;
}

/** What an error says; fails when it is not the JSON that errors are. */
export async function problemOf(response: Response): Promise<string> {
  const body = (await response.json()) as { jsonrpc: string; id: null; error: { message: string } };
  if (response.headers.get("content-type") !== "application/json" || body.jsonrpc !== "2.0" || body.id !== null)
    throw new Error(`no JSON-RPC error: ${JSON.stringify(body)}`);
  return body.error.message;
}
