import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopback } from "../auth/safe-url.ts";
import { Problem } from "./problem.ts";
import type { HttpSettings } from "./settings.ts";

/** Who may speak to the server: names it is called by, and pages that may call it. Lower case. */
export interface Gate {
  hosts: Set<string>;
  origins: Set<string>;
}

/** The names and pages of the resource, the allowed ones and, where only this machine is listened to, its own. */
export function gateOf({ host, hosts, origins }: HttpSettings, resource: URL, port: number): Gate {
  const local = isLoopback(host) ? ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`) : [];
  return {
    hosts: new Set([resource.host, ...local, ...hosts]),
    origins: new Set([resource.origin, ...local.map((name) => `http://${name}`), ...origins]),
  };
}

/**
 * Refuses a request that came under another name or from another page, as one does after DNS rebinding, and one whose
 * target is not a path. Throws Problem.
 */
export function passGate(req: IncomingMessage, { hosts, origins }: Gate): void {
  const { host = [], origin = [] } = req.headersDistinct;
  if (host.length !== 1 || !hosts.has(host[0].toLowerCase()))
    throw new Problem(403, "this server does not answer to the Host named; allow it with --allow-host");
  if (origin.length > 1 || (origin.length === 1 && !origins.has(origin[0].toLowerCase())))
    throw new Problem(403, "pages of this Origin may not call; allow it with --allow-origin");
  if (!req.url?.startsWith("/")) throw new Problem(400, "the target of a request is a path");
}

/** Lets a page whose origin passed the gate read the answer, and answers its question before a call. True when it did. */
export function answerPage(req: IncomingMessage, res: ServerResponse): boolean {
  const { origin } = req.headers;
  if (origin !== undefined) {
    res.setHeader("access-control-allow-origin", origin);
    res.setHeader("access-control-expose-headers", "mcp-session-id, www-authenticate, retry-after");
    res.setHeader("vary", "origin");
  }
  if (req.method !== "OPTIONS" || origin === undefined) return false;
  res.writeHead(204, {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers":
      "authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id",
    "access-control-max-age": "600",
  });
  res.end();
  return true;
}
