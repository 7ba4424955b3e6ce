import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decodeJwt } from "jose";
import { DEV_SECRET, type Program, startProgram } from "../../support/http-program.ts";
import { runCli } from "../../support/run.ts";

let issuer: Program;
let url: string;
before(async () => {
  issuer = startProgram(["dev-auth", "--port", "0"], { LIQUET_DEV_AUTH_SECRET: DEV_SECRET });
  [, url] = await issuer.said(/LIQUET_OAUTH_ISSUER=(\S+)/);
});
after(() => issuer.end());

const ask = (headers: Record<string, string>, body: string) => fetch(`${url}/token`, { method: "POST", headers, body });
const BEARER = { authorization: `Bearer ${DEV_SECRET}`, "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** The claims of the token in an answer. */
async function claims(response: Response) {
  assert.equal(response.status, 200);
  const { access_token: token } = (await response.json()) as { access_token: string };
  return decodeJwt(token);
}

test("it says of itself what clients look for", async () => {
  const metadata = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Record<
    string,
    unknown
  >;
  assert.equal(metadata.issuer, url);
  assert.deepEqual(metadata.grant_types_supported, ["client_credentials"]);
  const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: Record<string, unknown>[] };
  assert.deepEqual(Object.keys(keys[0]).sort(), ["alg", "e", "kid", "kty", "n", "use"]);
});

test("a token says what was asked for: JSON, or client credentials in Basic or in the form", async () => {
  const json = await claims(
    await ask(BEARER, '{"resource":"https://a.example/mcp","scope":"liquet:write","sub":"ann"}'),
  );
  assert.deepEqual([json.iss, json.aud, json.sub, json.scope], [url, "https://a.example/mcp", "ann", "liquet:write"]);
  const basic = `Basic ${Buffer.from(`bot:${DEV_SECRET}`).toString("base64")}`;
  const form = await claims(await ask({ ...FORM, authorization: basic }, "grant_type=client_credentials&scope=x"));
  assert.deepEqual([form.aud, form.sub, form.scope], ["http://127.0.0.1:8000/mcp", "bot", "x"]);
  const post = await claims(await ask(FORM, `grant_type=client_credentials&client_id=bot&client_secret=${DEV_SECRET}`));
  assert.deepEqual([post.sub, post.scope], ["bot", "liquet:read"]);
});

test("without the secret there is no token", async () => {
  for (const authorization of [
    "Bearer x",
    "Basic eDp5",
    "",
    `Bearer ${DEV_SECRET}x`,
    `Bearer ${DEV_SECRET.slice(1)}`,
  ]) {
    const response = await ask({ ...BEARER, authorization }, "{}");
    assert.equal(response.status, 401, authorization);
    assert.equal(((await response.json()) as { error: string }).error, "invalid_client");
  }
});

test("a page, another name of the machine, a large or broken request and another grant are refused", async () => {
  assert.equal((await ask({ ...BEARER, origin: url }, "{}")).status, 403);
  assert.equal((await ask(BEARER, "{")).status, 400);
  assert.equal((await ask(BEARER, `"${"x".repeat(20_000)}"`)).status, 413);
  assert.equal((await ask(BEARER, '{"expires_in": 1e9}')).status, 400);
  const other = await ask(FORM, `grant_type=password&client_secret=${DEV_SECRET}`);
  assert.equal(((await other.json()) as { error: string }).error, "unsupported_grant_type");
  assert.equal((await fetch(`${url}/token`)).status, 405);
  assert.equal((await fetch(`${url}/other`)).status, 404);
});

test("a secret that was given is not printed, one that was made is", async () => {
  assert.ok(!JSON.stringify(issuer.output()).includes(DEV_SECRET));
  const own = startProgram(["dev-auth", "--port", "0"], { LIQUET_DEV_AUTH_SECRET: "" });
  const [, secret] = await own.said(/LIQUET_DEV_AUTH_SECRET=([\w-]{43})\n/);
  assert.ok(secret);
  assert.equal(await own.end(), 0);
});

test("a short secret and an unsafe resource are wrong calls", async () => {
  const short = await runCli(["dev-auth"], { env: { LIQUET_DEV_AUTH_SECRET: "short-secret" } });
  assert.match(short.stderr, /^error: LIQUET_DEV_AUTH_SECRET: at least 16/);
  assert.ok(!short.stderr.includes("short-secret"));
  assert.match((await runCli(["dev-auth", "--resource", "http://a.example"])).stderr, /must be https/);
});
