import type { ServerResponse } from "node:http";

/** Why a request is not served. Nothing of the request is repeated in it. */
export class Problem extends Error {
  readonly status: number;
  /** A JSON-RPC error code. */
  readonly code: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers: Record<string, string> = {}, code = -32000) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The body of every error: a JSON-RPC error without an id. */
export function problemBody(message: string, code = -32000): string {
  return `${JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null })}\n`;
}

/** Sends JSON, once. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  res.end(body);
}
