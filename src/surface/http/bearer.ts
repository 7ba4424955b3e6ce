import type { IncomingMessage } from "node:http";
import { KeysUnavailable } from "../auth/key-set.ts";
import { metadataUrl } from "../auth/resource-metadata.ts";
import { grants, type Need, type ScopeNames, scopesToAskFor } from "../auth/scopes.ts";
import { type Caller, InvalidToken, type TokenRules, verifyToken } from "../auth/verify-token.ts";
import { Problem } from "./problem.ts";

/** What requests must show. */
export interface Bearer extends TokenRules {
  scopes: ScopeNames;
  /** The address that clients use. */
  resource: URL;
  log(line: string): void;
}

/** The caller that a request's token speaks for. Throws Problem 401 when there is none, 400 for more than one. */
export async function callerOf(req: IncomingMessage, bearer: Bearer): Promise<Caller> {
  const { authorization = [] } = req.headersDistinct;
  if (authorization.length > 1) throw new Problem(400, "one Authorization header, please");
  if (authorization.length === 0) throw unauthorized(bearer, null);
  const token = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization[0])?.[1];
  if (token === undefined) throw unauthorized(bearer, "this is no bearer token");
  try {
    return await verifyToken(token, bearer);
  } catch (error) {
    if (error instanceof InvalidToken) throw unauthorized(bearer, error.message);
    if (!(error instanceof KeysUnavailable)) throw error;
    bearer.log(`the issuer's keys cannot be had: ${error.message}`);
    throw new Problem(503, "the issuer's keys cannot be had now; try later", { "retry-after": "10" });
  }
}

/** Refuses a caller whose scopes do not allow what is needed: 403 that says what to ask the issuer for. */
export function requireScope({ scopes }: Caller, need: Need, bearer: Bearer): void {
  if (grants(bearer.scopes, scopes, need)) return;
  const ask = scopesToAskFor(bearer.scopes, scopes, need);
  const params = { error: "insufficient_scope", error_description: missing(need, bearer.scopes), scope: ask };
  throw new Problem(403, `insufficient_scope: ${params.error_description}`, challenge(bearer, params));
}

/** What a token lacks, in words. */
export function missing({ access }: Need, { read, write }: ScopeNames): string {
  return `the token needs the scope ${access === "write" ? write : read}`;
}

function unauthorized(bearer: Bearer, why: string | null): Problem {
  const error: Record<string, string> = why === null ? {} : { error: "invalid_token", error_description: why };
  const headers = challenge(bearer, { ...error, scope: bearer.scopes.read });
  return new Problem(401, why === null ? "a token is needed" : `invalid_token: ${why}`, headers);
}

/** `WWW-Authenticate` of RFC 6750 and RFC 9728; no value holds a quotation mark or a backslash. */
function challenge({ resource }: Bearer, params: Record<string, string>): Record<string, string> {
  const all = Object.entries({ ...params, resource_metadata: metadataUrl(resource) });
  return { "www-authenticate": `Bearer ${all.map(([key, value]) => `${key}="${value}"`).join(", ")}` };
}
