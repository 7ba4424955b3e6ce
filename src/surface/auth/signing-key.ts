import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  SignJWT,
} from "jose";
import { BadCall } from "../../contract/outcome.ts";

/** What a token is to say. */
export interface TokenClaims {
  issuer: string;
  audience: string;
  subject: string;
  /** With blanks between. */
  scope: string;
  /** Seconds. */
  lifetime: number;
}

/** A new RSA key of 2048 bits as a private JWK, named by its thumbprint (RFC 7638). */
export async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), alg: "RS256", use: "sig", ...jwk };
}

/** The key of a file's text. BadCall when it holds no private RSA key as a JWK; nothing of the text is repeated. */
export function readKey(text: string, path: string): JWK {
  const wrong = () => new BadCall(`'${path}' holds no private RSA key as a JWK with a kid; --make-key makes one`);
  let key: JWK;
  try {
    key = JSON.parse(text) as JWK;
  } catch {
    throw wrong();
  }
  const parts = [key?.n, key?.e, key?.d, key?.p, key?.q, key?.dp, key?.dq, key?.qi, key?.kid];
  if (key?.kty !== "RSA" || !parts.every((part) => typeof part === "string" && part !== "")) throw wrong();
  return key;
}

/** What others may know of a key. */
export function publicKeys({ kty, kid, n, e }: JWK): JSONWebKeySet {
  return { keys: [{ kty: kty as string, kid, alg: "RS256", use: "sig", n, e }] };
}

/** Signs an access token with RS256. */
export async function signToken(key: JWK, claims: TokenClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope: claims.scope, client_id: claims.subject })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: key.kid })
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setSubject(claims.subject)
    .setIssuedAt(issued)
    .setExpirationTime(issued + claims.lifetime)
    .setJti(crypto.randomUUID())
    .sign(await importJWK(key, "RS256"));
}
