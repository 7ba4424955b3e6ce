import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer of tokens, good and bad ones, whose keys can be changed. */
export interface Issuer {
  url: string;
  jwks: string;
  /** How often its keys were asked for. */
  asked(): number;
  /** New keys under a new id; the old ones are gone. */
  rotate(): Promise<void>;
  /** While true, it has no answer. */
  down(broken: boolean): void;
  keys(): Pair & { kid: string };
  /** A token with these claims over good ones; undefined removes one. */
  token(claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  close(): void;
}

/** Seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1000);

export async function startIssuer(audience: () => string): Promise<Issuer> {
  let generation = 0;
  let keys = await newKeys();
  let asked = 0;
  let broken = false;
  async function newKeys() {
    return { ...(await generateKeyPair("RS256", { extractable: true })), kid: `key-${generation++}` };
  }
  const server = createServer(async (_, res) => {
    asked++;
    if (broken) return void res.writeHead(500).end();
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: keys.kid, alg: "RS256", use: "sig" };
    res.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    jwks: `${url}/jwks`,
    asked: () => asked,
    async rotate() {
      keys = await newKeys();
    },
    down(now) {
      broken = now;
    },
    keys: () => keys,
    token(claims = {}, header = {}) {
      const good = { iss: url, aud: audience(), sub: "alice", scope: "liquet:read", exp: seconds() + 600 };
      return new SignJWT({ ...good, ...claims })
        .setProtectedHeader({ alg: "RS256", kid: keys.kid, ...header })
        .sign(keys.privateKey);
    },
    close: () => void server.close(),
  };
}
