import assert from "node:assert/strict";
import { createHmac, createSign } from "node:crypto";
import { after, before, test } from "node:test";
import { exportPKCS8, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { type HttpTest, INITIALIZE, problemOf, startHttpTest } from "../../support/http-server.ts";
import { seconds } from "../../support/issuer.ts";

let http: HttpTest;
before(async () => {
  http = await startHttpTest();
});
after(() => http.close());

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Asserts that a token is refused with 401, why, and where to get a better one. */
async function refused(token: string, why: RegExp) {
  const response = await http.post(INITIALIZE, token);
  const challenge = response.headers.get("www-authenticate") ?? "";
  assert.equal(response.status, 401);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json$/);
  assert.match(await problemOf(response), why);
  assert.match(challenge, /^Bearer error="invalid_token", error_description="[^"]+", scope="liquet:read", /);
  const metadata = `http://127.0.0.1:${http.server.port}/.well-known/oauth-protected-resource/mcp`;
  assert.ok(challenge.includes(`resource_metadata="${metadata}"`), challenge);
}

test("a good token opens a conversation", async () => {
  assert.match(await http.initialize(await http.issuer.token()), /^[0-9a-f-]{36}$/);
});

test("no token is 401 that says where to get one and for which scope, and no error", async () => {
  const response = await http.post(INITIALIZE, null);
  assert.equal(response.status, 401);
  const challenge = response.headers.get("www-authenticate") ?? "";
  assert.match(challenge, /^Bearer scope="liquet:read", resource_metadata="http:/);
});

test("the metadata that the challenge names, and the one at the bare path, name the issuer and the scopes", async () => {
  for (const path of ["", "/mcp"]) {
    const url = `http://127.0.0.1:${http.server.port}/.well-known/oauth-protected-resource${path}`;
    assert.deepEqual(await (await fetch(url)).json(), {
      resource: http.url,
      authorization_servers: [http.issuer.url],
      scopes_supported: ["liquet:read", "liquet:write", "experiments:read", "experiments:write"],
      bearer_methods_supported: ["header"],
      resource_name: "liquet",
    });
  }
});

test("alg none is refused, signed by nobody or with a signature of another token", async () => {
  const claims = { iss: http.issuer.url, aud: http.url, sub: "alice", scope: "liquet:write", exp: seconds() + 600 };
  const kid = http.issuer.keys().kid;
  const signature = (await http.issuer.token()).split(".")[2];
  for (const alg of ["none", "None", "NONE"]) {
    const unsigned = `${part({ alg, kid })}.${part(claims)}`;
    await refused(`${unsigned}.`, /not signed with RS256|no token/);
    await refused(`${unsigned}.${signature}`, /not signed with RS256|no token/);
  }
});

test("a token signed with the public key as an HMAC secret is refused", async () => {
  const claims = { iss: http.issuer.url, aud: http.url, sub: "alice", scope: "liquet:write", exp: seconds() + 600 };
  const head = `${part({ alg: "HS256", kid: http.issuer.keys().kid })}.${part(claims)}`;
  const secret = await exportSPKI(http.issuer.keys().publicKey);
  await refused(`${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`, /not signed with RS256/);
});

test("another RSA algorithm of the same key is refused", async () => {
  const { publicKey, privateKey } = await generateKeyPair("RS512");
  assert.ok(publicKey);
  const token = await new SignJWT({ sub: "alice" }).setProtectedHeader({ alg: "RS512", kid: "key-0" }).sign(privateKey);
  await refused(token, /not signed with RS256/);
});

test("a token of another issuer is refused, also one that differs by a slash at the end", async () => {
  for (const iss of ["https://evil.example", `${http.issuer.url}/`, http.issuer.url.toUpperCase(), ""])
    await refused(await http.issuer.token({ iss }), /another issuer/);
  await refused(await http.issuer.token({ iss: undefined }), /another issuer|iss is missing/);
});

test("a token for another audience is refused, also one that differs by a slash at the end or is a part of it", async () => {
  for (const aud of ["https://other.example/mcp", `${http.url}/`, http.url.replace("/mcp", ""), "", ["a", "b"]])
    await refused(await http.issuer.token({ aud }), /another audience/);
  await refused(await http.issuer.token({ aud: undefined }), /another audience|aud is missing/);
});

test("an expired token, one that never expires, and one before its time are refused", async () => {
  await refused(await http.issuer.token({ exp: seconds() - 60 }), /has expired/);
  await refused(await http.issuer.token({ exp: undefined }), /exp is missing/);
  await refused(await http.issuer.token({ nbf: seconds() + 60 }), /not valid yet/);
});

test("a token that names no subject, or is an identity token, is refused", async () => {
  await refused(await http.issuer.token({ sub: undefined }), /sub is missing/);
  await refused(await http.issuer.token({ sub: "" }), /no subject/);
  await refused(await http.issuer.token({}, { typ: "logout+jwt" }), /no access token/);
});

/** A token with the issuer's signature over exactly these texts. */
async function signed(header: string, payload: string): Promise<string> {
  const head = [header, payload].map((text) => Buffer.from(text).toString("base64url")).join(".");
  const key = await exportPKCS8(http.issuer.keys().privateKey);
  return `${head}.${createSign("RSA-SHA256").update(head).sign(key, "base64url")}`;
}

test("a header or a time of another kind than it should be is refused, whoever signed it", async () => {
  const { kid } = http.issuer.keys();
  const claims = { iss: http.issuer.url, aud: http.url, sub: "alice", scope: "liquet:read", exp: seconds() + 600 };
  const payload = (exp: string) => JSON.stringify(claims).replace(/"exp":\d+/, `"exp":${exp}`);
  const header = (more: object) => JSON.stringify({ alg: "RS256", kid, ...more });
  await http.initialize(await signed(header({}), payload("1e10")));
  for (const typ of [5, null, {}, ["jwt", "x"]])
    await refused(await signed(header({ typ }), payload("1e10")), /no access token/);
  for (const exp of ["1e999", "1e300", '"9999999999"', "[9999999999]", "null"])
    await refused(await signed(header({}), payload(exp)), /exp is missing or wrong/);
  await refused(await signed(header({ crit: ["b64"], b64: false }), payload("1e10")), /no token/);
  for (const whole of ["[]", "null", "{", "1"]) await refused(await signed(header({}), whole), /no token/);
});

test("a changed claim or a signature by another key under a known id is refused", async () => {
  const [head, , signature] = (await http.issuer.token()).split(".");
  const claims = { iss: http.issuer.url, aud: http.url, sub: "root", scope: "liquet:write", exp: seconds() + 600 };
  await refused(`${head}.${part(claims)}.${signature}`, /signature is wrong/);
  const { privateKey } = await generateKeyPair("RS256");
  const forged = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: http.issuer.keys().kid }).sign(privateKey);
  await refused(await forged, /signature is wrong/);
});

test("a header that brings its own key, or says where to fetch one, is not believed", async () => {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const { exportJWK } = await import("jose");
  const claims = { iss: http.issuer.url, aud: http.url, sub: "root", scope: "liquet:write", exp: seconds() + 600 };
  const asked = http.issuer.asked();
  const header = {
    alg: "RS256",
    kid: "mine",
    jwk: await exportJWK(publicKey),
    jku: `${http.issuer.url}/evil`,
    x5u: "http://127.0.0.1:1/",
  };
  await refused(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey), /does not list/);
  assert.ok(http.issuer.asked() <= asked + 1);
});

test("what is no token is refused, whatever it is", async () => {
  for (const token of ["x", "a.b.c", "....", "a".repeat(8000)]) await refused(token, /no token/);
  for (const authorization of ["Basic YWxpY2U6eA==", "Bearer", "Bearer a b", "bearer\ttoken"]) {
    const response = await http.post(INITIALIZE, null, { authorization });
    assert.equal(response.status, 401, authorization);
    assert.match(await problemOf(response), /no bearer token/);
  }
});

test("a token in the query string is refused, beside a good one too, and is not repeated", async () => {
  const token = await http.issuer.token();
  for (const authorization of [{}, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
    const response = await fetch(`${http.url}?access_token=${token}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...authorization },
      body: JSON.stringify(INITIALIZE),
    });
    assert.equal(response.status, 400);
    const body = await response.text();
    assert.match(body, /takes no query; a token goes into the Authorization header/);
    assert.ok(!body.includes(token));
  }
});

test("no token, and no part of one, stands in the log", async () => {
  const token = await http.issuer.token({ exp: seconds() - 60, sub: "mallory" });
  await refused(token, /expired/);
  const log = http.log();
  assert.match(log, /POST 401 invalid_token: the token has expired\n/);
  for (const secret of [...token.split("."), "mallory", "eyJ"]) assert.ok(!log.includes(secret));
});

/** Far below the ten minutes that a token of the tests lasts. */
const COOLDOWN_MS = 30_000;

test("after the issuer changed its keys a new token is taken and the old one is not, once the cooldown is over", async () => {
  http.stopClock();
  const old = await http.issuer.token();
  await http.initialize(old);
  await http.issuer.rotate();
  const renewed = await http.issuer.token();
  http.stopClock(COOLDOWN_MS);
  await http.initialize(renewed);
  await refused(old, /does not list/);
});

test("unknown key ids make the issuer be asked once a cooldown, not once a token", async () => {
  const forged = (i: number) => http.issuer.token({}, { kid: `forged-${i}` });
  const tokens = await Promise.all(Array.from({ length: 20 }, (_, i) => forged(i)));
  for (const cooldowns of [0, 1, 2]) {
    if (cooldowns > 0) http.stopClock(COOLDOWN_MS);
    const asked = http.issuer.asked();
    await Promise.all(tokens.map((token) => refused(token, /does not list/)));
    assert.equal(http.issuer.asked(), asked + Math.min(1, cooldowns));
  }
});
