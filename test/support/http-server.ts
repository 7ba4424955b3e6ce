import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createCtx } from "../../bin/create-ctx.ts";
import { type HttpServer, type HttpTimes, openHttp } from "../../src/surface/http/open-http.ts";
import { type HttpSettings, readHttpSettings } from "../../src/surface/http/settings.ts";
import { type Issuer, startIssuer } from "./issuer.ts";
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
  close(): Promise<void>;
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
      now: () => new Date(),
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
