import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { Caller } from "../auth/verify-token.ts";
import type { Tool } from "../tools.ts";
import { type Bearer, callerOf, requireScope } from "./bearer.ts";
import { isModern, type Modern } from "./modern.ts";
import { needsOf } from "./need-of.ts";
import { Problem } from "./problem.ts";
import type { RateLimit } from "./rate-limit.ts";
import { readJsonBody } from "./read-body.ts";
import type { Session, Sessions } from "./sessions.ts";

/** What the endpoint stands on. */
export interface Endpoint {
  /** Null: everyone on this machine may call. */
  bearer: Bearer | null;
  sessions: Sessions;
  /** Null: only protocols with conversations are spoken. */
  modern: Modern | null;
  tools(): Promise<Tool[]>;
  limit: RateLimit;
  mostBytes: number;
  now(): Date;
}

type Authed = IncomingMessage & { auth?: AuthInfo };

/** Serves one request at the endpoint: who is it, may they, which conversation is it of. Throws Problem. */
export async function serveEndpoint(req: Authed, res: ServerResponse, endpoint: Endpoint): Promise<void> {
  const { bearer } = endpoint;
  const caller = bearer && (await callerOf(req, bearer));
  endpoint.limit(caller?.subject ?? req.socket.remoteAddress ?? "");
  if (caller && bearer) requireScope(caller, { access: "any", experiment: true }, bearer);
  req.auth = caller && bearer ? authInfo(caller, bearer) : undefined;
  if (req.method === "POST") return post(req, res, caller, endpoint);
  if (endpoint.modern?.only) throw new Problem(405, "the endpoint takes POST", { allow: "POST" });
  if (req.method !== "GET" && req.method !== "DELETE")
    throw new Problem(405, "the endpoint takes POST, GET and DELETE", { allow: "POST, GET, DELETE" });
  const session = ofRequest(req, caller, endpoint);
  if (session === null) throw new Problem(400, "an mcp-session-id header is needed");
  const left = timeLeft(caller, endpoint);
  if (req.method === "GET" && left < 2 ** 31) {
    const end = setTimeout(() => session.transport.closeStandaloneSSEStream(), left).unref();
    res.once("close", () => clearTimeout(end));
  }
  await handle(req, res, session, undefined, endpoint);
}

async function post(req: Authed, res: ServerResponse, caller: Caller | null, endpoint: Endpoint): Promise<void> {
  const body = await readJsonBody(req, endpoint.mostBytes);
  if (caller && endpoint.bearer) {
    for (const need of needsOf(body, await endpoint.tools())) requireScope(caller, need, endpoint.bearer);
  }
  const { modern } = endpoint;
  if (modern && (modern.only || isModern(req, body))) return modern.serve(req, res, body, timeLeft(caller, endpoint));
  const known = ofRequest(req, caller, endpoint);
  if (known === null && (body as Message | null)?.method !== "initialize")
    throw new Problem(400, "an mcp-session-id header is needed; initialize first");
  const session = known ?? (await endpoint.sessions.start(caller?.subject ?? ""));
  cancelWithStream(res, session, body);
  try {
    await handle(req, res, session, body, endpoint);
    endCancelled(session, body);
  } finally {
    // A conversation that its first message did not open is none.
    if (session.transport.sessionId === undefined) await session.transport.close();
  }
}

/** Nobody listens longer than the token lasts. Milliseconds. */
function timeLeft(caller: Caller | null, { now }: Endpoint): number {
  return caller ? caller.expires * 1000 - now().getTime() : Number.POSITIVE_INFINITY;
}

function ofRequest(req: IncomingMessage, caller: Caller | null, { sessions }: Endpoint): Session | null {
  const id = req.headers["mcp-session-id"];
  return id === undefined ? null : sessions.find(String(id), caller?.subject ?? "");
}

async function handle(req: Authed, res: ServerResponse, session: Session, body: unknown, { now }: Endpoint) {
  const answered = req.method === "POST" ? 1 : 0;
  session.open++;
  session.running += answered;
  res.once("close", () => {
    session.open--;
    session.running -= answered;
    session.used = now().getTime();
  });
  await session.transport.handleRequest(req, res, body);
}

type Message = { id?: string | number; method?: string; params?: { requestId?: string | number } };

function messagesOf(body: unknown): Message[] {
  return (Array.isArray(body) ? body : [body]).filter((message) => typeof message === "object" && message !== null);
}

/** A client that stops listening for the answers to its requests has cancelled them: there is no way to fetch them later. */
function cancelWithStream(res: ServerResponse, { transport, alone }: Session, body: unknown): void {
  const ids = messagesOf(body).flatMap(({ id, method }) => (method === undefined || id === undefined ? [] : [id]));
  if (ids.length === 1) alone.add(ids[0]);
  res.once("close", () => {
    for (const id of ids) {
      alone.delete(id);
      if (res.writableFinished) continue;
      const params = { requestId: id, reason: "the client closed the response" };
      transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    }
  });
}

/** A cancelled request is not answered, so its stream would stay open. */
function endCancelled({ transport, alone }: Session, body: unknown): void {
  for (const { method, params } of messagesOf(body)) {
    const id = params?.requestId;
    if (method === "notifications/cancelled" && id !== undefined && alone.has(id)) transport.closeSSEStream(id);
  }
}

/** What handlers learn of the caller. The token itself goes no further. */
function authInfo({ subject, client, scopes, expires }: Caller, { issuer }: Bearer): AuthInfo {
  return { token: "", clientId: client, scopes, expiresAt: expires, extra: { subject, part: partOf(issuer, subject) } };
}

/** The part of the store that a subject's handles and jobs are kept in. The same name of another issuer is another's. */
export function partOf(issuer: string, subject: string): string {
  return createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("hex")
    .slice(0, 32);
}
