import { BadCall } from "../../contract/outcome.ts";
import { isLoopback, requireSafeUrl } from "./safe-url.ts";
import { readScopeNames, type ScopeNames } from "./scopes.ts";

/** Whose tokens are taken, and what they must say. */
export interface AuthSettings {
  /** Compared byte for byte with `iss`. */
  issuer: string;
  /** Compared byte for byte with `aud`; null: the resource. */
  audience: string | null;
  /** The issuer's keys: an address, or the path of a file. */
  jwks: URL | string;
  scopes: ScopeNames;
}

/** The words of the command line; what is missing there is looked for in the environment. */
export interface AuthWords {
  issuer?: string;
  audience?: string;
  jwks?: string;
  scopes?: string;
  resource?: string;
}

const INSECURE = "LIQUET_ALLOW_INSECURE_NO_AUTH";

/**
 * Reads whose tokens are taken; `auth` is null when none are asked for, which must be said explicitly and only serves
 * this machine. `resource` is the address that clients use, null when it was not stated. Throws BadCall.
 */
export function readAuthSettings(
  words: AuthWords,
  env: Record<string, string | undefined>,
  host: string,
): { auth: AuthSettings | null; resource: URL | null } {
  const said = (key: keyof AuthWords) => words[key] ?? (env[`LIQUET_OAUTH_${key.toUpperCase()}`] || undefined);
  const [issuer, audience, jwks, scopes, resource] = (
    ["issuer", "audience", "jwks", "scopes", "resource"] as const
  ).map(said);
  const address = resource === undefined ? null : requireSafeUrl("resource", resource);
  const oauth = Object.entries({ issuer, audience, jwks, scopes }).filter(([, value]) => value !== undefined);
  if (insecure(env)) {
    if (oauth.length > 0)
      throw new BadCall(
        `${INSECURE} takes calls without a token, and ${oauth[0][0]} says whose tokens; unset one of them`,
      );
    if (!isLoopback(host))
      throw new BadCall(`${INSECURE} is for this machine alone, and --host ${host} is reached by others`);
    return { auth: null, resource: address };
  }
  if (issuer === undefined || jwks === undefined)
    throw new BadCall(
      `--http takes calls of those who hold a token: state --issuer and --jwks (or LIQUET_OAUTH_ISSUER and LIQUET_OAUTH_JWKS); 'liquet dev-auth' mints tokens to try it with`,
    );
  requireSafeUrl("issuer", issuer);
  const keys = /^[a-z][a-z0-9+.-]+:\/\//i.test(jwks) ? requireSafeUrl("jwks", jwks) : jwks;
  const names = readScopeNames("scopes", scopes ?? null);
  return { auth: { issuer, audience: audience ?? null, jwks: keys, scopes: names }, resource: address };
}

function insecure(env: Record<string, string | undefined>): boolean {
  const value = env[INSECURE] ?? "";
  if (!["", "0", "1"].includes(value)) throw new BadCall(`${INSECURE} is 1 or unset`);
  return value === "1";
}
