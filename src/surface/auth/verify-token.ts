import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";

/** Who makes a request, as far as the token says. */
export interface Caller {
  subject: string;
  client: string;
  scopes: string[];
  /** Seconds since 1970. */
  expires: number;
}

/** A token that is not taken. `message` is for the client and the log and holds nothing of the token. */
export class InvalidToken extends Error {}

/** What a token must say. */
export interface TokenRules {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  now(): Date;
}

/** Seconds that clocks may differ by. */
const TOLERANCE = 5;

/** Token types of access tokens; that of an identity or logout token is another. */
const TYPES = ["jwt", "at+jwt", "application/at+jwt"];

/** The last second that a date has. */
const LAST_SECOND = 8.64e12;

/**
 * Verifies an access token (RFC 9068 without its optional parts): a JWT signed with RS256 by a key of the issuer, whose
 * iss and aud are exactly ours, not expired, not before its time, with a subject. Throws InvalidToken, or
 * KeysUnavailable when the issuer's keys cannot be had.
 */
export async function verifyToken(token: string, { issuer, audience, keys, now }: TokenRules): Promise<Caller> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ["RS256"],
    issuer,
    audience,
    requiredClaims: ["exp", "sub"],
    clockTolerance: TOLERANCE,
    currentDate: now(),
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? new InvalidToken(whyNot(error)) : error;
  });
  const { typ } = protectedHeader as { typ?: unknown };
  if (typ !== undefined && !TYPES.includes(String(typ).toLowerCase()))
    throw new InvalidToken("this is no access token");
  // JSON has numbers beyond any date, and 1e999 is one that never comes.
  if (!(Number(payload.exp) <= LAST_SECOND)) throw new InvalidToken("the token's exp is missing or wrong");
  if (typeof payload.sub !== "string" || payload.sub === "") throw new InvalidToken("the token names no subject");
  const { scope, client_id: client } = payload;
  return {
    subject: payload.sub,
    client: typeof client === "string" ? client : payload.sub,
    scopes: typeof scope === "string" ? scope.split(" ").filter(Boolean) : [],
    expires: payload.exp as number,
  };
}

function whyNot(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "iss") return "the token is of another issuer";
    if (error.claim === "aud") return "the token is for another audience";
    if (error.claim === "nbf") return "the token is not valid yet";
    return `the token's ${/^[a-z]{1,10}$/.test(error.claim) ? error.claim : "claim"} is missing or wrong`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return "the token is not signed with RS256";
  if (error instanceof errors.JWKSNoMatchingKey) return "the token is signed with a key that the issuer does not list";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "the token's signature is wrong";
  return "this is no token";
}
