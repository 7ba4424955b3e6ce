import type { IncomingMessage } from "node:http";
import { Problem } from "../http/problem.ts";
import { readBody } from "../http/read-body.ts";

/** What a client asks the issuer for trying out for, and the secret it shows. */
export interface TokenRequest {
  secret: string;
  subject: string;
  scope: string;
  /** Seconds. */
  lifetime: number;
  audience?: string;
}

const MOST_BYTES = 16_384;
const DAY = 86_400;

/**
 * Reads a token request: JSON `{resource, scope, sub, expires_in}` with the secret as a bearer token, or the form of
 * client credentials (RFC 6749 §4.4) with the secret in HTTP Basic or in the form. Throws Problem.
 */
export async function readTokenRequest(req: IncomingMessage): Promise<TokenRequest> {
  const text = await readBody(req, MOST_BYTES);
  const fields = /^application\/json\s*(;|$)/i.test(req.headers["content-type"] ?? "")
    ? fieldsOfJson(text)
    : Object.fromEntries(new URLSearchParams(text));
  if (fields.grant_type !== undefined && fields.grant_type !== "client_credentials")
    throw new Problem(400, "unsupported_grant_type: this issuer knows client_credentials");
  const { id, secret } = credentials(req.headers.authorization, fields);
  const lifetime = Number(fields.expires_in ?? 3600);
  if (!Number.isInteger(lifetime) || Math.abs(lifetime) > DAY)
    throw new Problem(400, `invalid_request: expires_in is a number of seconds, at most ${DAY}`);
  return {
    secret,
    subject: fields.sub ?? (id || "developer"),
    scope: fields.scope ?? "liquet:read",
    lifetime,
    audience: fields.resource,
  };
}

function credentials(header: string | undefined, fields: Record<string, string>): { id: string; secret: string } {
  const [, scheme, value] = /^(bearer|basic) +(\S+)$/i.exec(header ?? "") ?? [];
  if (scheme?.toLowerCase() === "bearer") return { id: "", secret: value };
  if (scheme === undefined) return { id: fields.client_id ?? "", secret: fields.client_secret ?? "" };
  const [id, ...rest] = Buffer.from(value, "base64").toString("utf8").split(":");
  return { id: decoded(id), secret: decoded(rest.join(":")) };
}

/** Both halves of Basic credentials are form-encoded (RFC 6749 §2.3.1). */
function decoded(text: string): string {
  return new URLSearchParams(`x=${text}`).get("x") ?? "";
}

function fieldsOfJson(text: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(400, "invalid_request: this is not JSON");
  }
  if (typeof value !== "object" || value === null) throw new Problem(400, "invalid_request: this is no JSON object");
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, String(held)]));
}
