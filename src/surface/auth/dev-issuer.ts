import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { JWK } from "jose";
import { passGate } from "../http/gate.ts";
import { jsonServer } from "../http/listen.ts";
import { Problem, sendJson } from "../http/problem.ts";
import { publicKeys, signToken } from "./signing-key.ts";
import { readTokenRequest, type TokenRequest } from "./token-request.ts";

/** What the issuer for trying out mints with. */
export interface DevIssuer {
  key: JWK;
  /** Whoever holds it may have any token. */
  secret: string;
  /** The audience of a token whose request names no resource. */
  audience: string;
  now(): Date;
  log(line: string): void;
  /** The port it listens at, known once it does. */
  port(): number;
}

const PATIENCE = { headers: 5000, request: 10_000, look: 1000 };

/** The address of the issuer. */
export function devIssuerUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** An authorization server of one grant, client credentials, for this machine alone. */
export function devIssuer(issuer: DevIssuer): Server {
  return jsonServer((req, res) => route(req, res, issuer), PATIENCE, issuer.log);
}

async function route(req: IncomingMessage, res: ServerResponse, issuer: DevIssuer): Promise<void> {
  const port = issuer.port();
  // No page has any business here.
  passGate(req, { hosts: new Set([`127.0.0.1:${port}`, `localhost:${port}`]), origins: new Set() });
  const path = req.url ?? "";
  const get = GETS[path];
  if (get === undefined && path !== "/token") throw new Problem(404, "there is nothing here");
  const method = get === undefined ? "POST" : "GET";
  if (req.method !== method) throw new Problem(405, `this takes ${method}`, { allow: method });
  if (get !== undefined) return sendJson(res, 200, `${JSON.stringify(get(issuer))}\n`);
  try {
    sendJson(res, 200, `${JSON.stringify(await mint(req, issuer))}\n`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The form that clients of token endpoints read (RFC 6749 §5.2).
    const [, code = "invalid_request", why] = /^(?:([a-z_]+): )?(.*)$/.exec(error.message) ?? [];
    issuer.log(`POST ${error.status} ${error.message}`);
    sendJson(res, error.status, `${JSON.stringify({ error: code, error_description: why })}\n`, error.headers);
    req.resume();
  }
}

const GETS: Record<string, (issuer: DevIssuer) => object> = {
  "/.well-known/jwks.json": ({ key }) => publicKeys(key),
  "/.well-known/oauth-authorization-server": metadata,
  "/.well-known/openid-configuration": metadata,
};

function metadata({ port }: DevIssuer): object {
  const url = devIssuerUrl(port());
  return {
    issuer: url,
    // Clients insist on one; nobody is asked for anything here.
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/.well-known/jwks.json`,
    grant_types_supported: ["client_credentials"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    response_types_supported: [],
  };
}

async function mint(req: IncomingMessage, issuer: DevIssuer): Promise<object> {
  const asked = await readTokenRequest(req);
  if (!sameSecret(asked.secret, issuer.secret))
    throw new Problem(401, "invalid_client: the secret is wrong", { "www-authenticate": "Basic" });
  const { subject, scope, lifetime, audience = issuer.audience }: TokenRequest = asked;
  const claims = { issuer: devIssuerUrl(issuer.port()), audience, subject, scope, lifetime };
  const token = await signToken(issuer.key, claims, issuer.now());
  return { access_token: token, token_type: "Bearer", expires_in: lifetime, scope };
}

/** Compares digests, whose lengths tell nothing, in a time that tells nothing. */
function sameSecret(given: string, held: string): boolean {
  const [a, b] = [given, held].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(a, b);
}
