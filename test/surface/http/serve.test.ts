import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { DEV_SECRET, startHttpPrograms, startProgram } from "../../support/http-program.ts";
import { INITIALIZE } from "../../support/http-server.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { root } from "../../support/root.ts";
import { runBuilt, runCli } from "../../support/run.ts";

let dir: string;
before(() => {
  dir = mkdtempSync(join(tmpdir(), "liquet-serve-"));
  writeFileSync(join(dir, "a.csv"), "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n");
});
after(() => rmSync(dir, { recursive: true, force: true }));

const ISSUER = ["--issuer", "https://login.example", "--jwks", "https://login.example/keys"];
const INSECURE = { LIQUET_ALLOW_INSECURE_NO_AUTH: "1" };

/** A refused start: exit 2, one line. */
async function refused(args: string[], why: RegExp, env: Record<string, string> = {}) {
  const { exit, stdout, stderr } = await runCli(["mcp", "--http", ...args], { env });
  assert.equal(exit, 2, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, why);
  assert.match(stderr, /^error: [^\n]+\n$/);
}

test("without a root, without an issuer, or with an unsafe address nothing is served", async () => {
  await refused(ISSUER, /needs at least one --root/);
  await refused(["--root", dir], /state --issuer and --jwks/);
  await refused(["--root", dir, ...ISSUER.slice(0, 2)], /state --issuer and --jwks/);
  await refused(
    ["--root", dir, "--issuer", "http://login.example", "--jwks", "keys.json"],
    /^error: issuer: must be https/,
  );
  await refused(
    ["--root", dir, ...ISSUER, "--resource", "http://liquet.example/mcp"],
    /^error: resource: must be https/,
  );
  await refused(
    ["--root", dir, "--issuer", ISSUER[1], "--jwks", "http://login.example/keys"],
    /^error: jwks: must be https/,
  );
  await refused(["--root", dir, ...ISSUER, "--host", "0.0.0.0"], /state --resource/);
  await refused(["--root", dir, ...ISSUER.slice(0, 3), "no-such.json"], /^error: cannot open 'no-such.json'/);
  await refused(["--root", dir, ...ISSUER.slice(0, 3), join(dir, "a.csv")], /^error: jwks: '.*' holds no JSON Web Key/);
  await refused(["--root", dir, ...ISSUER, "--port", "99999"], /^error: port: '99999'/);
  await refused(["--root", dir, ...ISSUER, "--allow-host", "https://x"], /^error: allow-host/);
  await refused(["--root", dir, ...ISSUER, "--allow-origin", "x.example"], /^error: allow-origin/);
});

test("an address with a password in it is refused without repeating it", async () => {
  const { stderr } = await runBuilt([
    "mcp",
    "--http",
    "--root",
    dir,
    "--issuer",
    "https://u:hunter2@login.example",
    ...ISSUER.slice(2),
  ]);
  assert.match(stderr, /^error: issuer: an address with a user name or a password/);
  assert.ok(!stderr.includes("hunter2"));
});

test("calls without a token are taken on this machine alone, never beside an issuer, and with a loud warning", async (t) => {
  await refused(["--root", dir, ...ISSUER], /LIQUET_ALLOW_INSECURE_NO_AUTH takes calls without a token/, INSECURE);
  await refused(["--root", dir], /unset one of them/, { ...INSECURE, LIQUET_OAUTH_AUDIENCE: "x" });
  await refused(["--root", dir, "--host", "0.0.0.0"], /for this machine alone/, INSECURE);
  await refused(["--root", dir], /is 1 or unset/, { LIQUET_ALLOW_INSECURE_NO_AUTH: "yes" });
  const server = startProgram(["mcp", "--http", "--port", "0", "--root", dir], INSECURE);
  t.after(() => server.end());
  const [, url] = await server.said(/serving (\S+) for everyone on this machine/);
  assert.match(server.output().stderr, /WARNING: LIQUET_ALLOW_INSECURE_NO_AUTH=1: no token is asked for/);
  const client = new Client({ name: "t", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  assert.ok((await client.listTools()).tools.length > 0);
  const metadata = await fetch(new URL("/.well-known/oauth-protected-resource", url));
  assert.equal(metadata.status, 404);
  await client.close();
  assert.equal(await server.end(), 0);
});

test("a client finds the issuer by itself, gets a token, and asks for more when a tool needs more", async (t) => {
  const programs = await startHttpPrograms(["--root", dir, "--allow-write"]);
  t.after(programs.end);
  // The SDK's provider asks for the scope it was made with; this one for the scope that the last challenge named.
  let wanted: string | undefined;
  class Provider extends ClientCredentialsProvider {
    override prepareTokenRequest() {
      return super.prepareTokenRequest(wanted);
    }
  }
  const authProvider = new Provider({
    clientId: "agent",
    clientSecret: DEV_SECRET,
    expectedIssuer: programs.issuerUrl,
  });
  const transport = new StreamableHTTPClientTransport(new URL(programs.url), {
    authProvider,
    async fetch(url, init) {
      const response = await fetch(url, init);
      wanted = / scope="([^"]+)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1] ?? wanted;
      return response;
    },
  });
  const client = new Client({ name: "t", version: "1" });
  await client.connect(transport);
  assert.equal(authProvider.tokens()?.scope, "liquet:read");
  const read = await client.callTool({ name: "profile", arguments: { archive: join(dir, "a.csv") } });
  assert.equal(read.isError, undefined);
  await client.callTool({ name: "demo", arguments: { directory: join(dir, "made") } });
  assert.equal(authProvider.tokens()?.scope, "liquet:read liquet:write");
  assert.ok(readdirSync(join(dir, "made")).length > 0);
  await client.close();
});

test("neither tokens nor the secret stand in what server and issuer print", async (t) => {
  const programs = await startHttpPrograms(["--root", dir]);
  t.after(programs.end);
  const good = await programs.token();
  const expired = await programs.token({ expires_in: -60 });
  for (const token of [good, expired, `${good}x`])
    for (const url of [programs.url, `${programs.url}?access_token=${token}`])
      await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: token });
  await fetch(`${programs.issuerUrl}/token`, {
    method: "POST",
    headers: { authorization: "Bearer wrong-secret-given" },
    body: "scope=x",
  });
  await programs.end();
  const printed = JSON.stringify([programs.server.output(), programs.issuer.output()]);
  assert.match(printed, /has expired/);
  for (const secret of [...good.split("."), ...expired.split("."), "wrong-secret-given", DEV_SECRET])
    assert.ok(!printed.includes(secret));
});

test("told to end it lets a call finish, takes no other, and exits with 0", { timeout: PATIENCE_MS }, async (t) => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `${new Date(1.7e12 + i * 1000).toISOString()},${i % 97},GOOD`);
  writeFileSync(join(dir, "long.csv"), `timestamp,value,quality\n${rows.join("\n")}\n`);
  const programs = await startHttpPrograms(["--root", dir]);
  t.after(programs.end);
  const authorization = `Bearer ${await programs.token()}`;
  const headers = { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (message: object, more = {}) =>
    fetch(programs.url, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(message) });
  const opened = await post(INITIALIZE);
  await opened.text();
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const listening = await fetch(programs.url, { headers: { ...headers, ...session } });
  const args = { archive: join(dir, "long.csv") };
  const params = { name: "profile", arguments: args, _meta: { progressToken: 1 } };
  const call = await post({ jsonrpc: "2.0", id: 2, method: "tools/call", params }, session);
  // Its first progress: the call runs.
  const reader = call.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader?.read())?.value ?? "";
  const ended = programs.server.end();
  await programs.server.said(/going down/);
  const late = await post(INITIALIZE).then(
    ({ status }) => status,
    () => "refused",
  );
  assert.ok(late === 503 || late === "refused", String(late));
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) text += part.value;
  assert.match(text, /\\"evidence\\"/);
  assert.equal(await listening.text(), "");
  assert.equal(await ended, 0);
});

test("a port that is taken is a wrong call", async (t) => {
  const issuer = startProgram(["dev-auth", "--port", "0"]);
  t.after(() => issuer.end());
  const [, port] = await issuer.said(/ISSUER=http:\/\/127\.0\.0\.1:(\d+)/);
  await refused(["--root", dir, ...ISSUER, "--port", port], /is taken; choose another with --port/);
});

test("the help says that TLS is left to a proxy, and what may stand in the environment", async () => {
  const { exit, stdout } = await runBuilt(["mcp", "--http", "--help"]);
  assert.equal(exit, 0);
  assert.match(stdout, /TLS is left to a proxy/);
  assert.match(stdout, /LIQUET_OAUTH_ISSUER/);
});

test("neither stdio nor a command loads anything of HTTP or of tokens", () => {
  const folder = join(root, "dist/program");
  const text = (name: string) => readFileSync(join(folder, name), "latin1");
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    // What is imported when it is asked for stands behind a `then`.
    for (const [, script] of text(`${name}.js`).matchAll(/=require\("\.\/([^/"]+)\//g)) load(script);
  };
  for (const name of ["main", "core", "mcp"]) load(name);
  const held = [...loaded].filter((name) =>
    /JWKSNoMatchingKey|StreamableHTTPServerTransport|jwtVerify/.test(text(`${name}.js`)),
  );
  assert.deepEqual(held, []);
});
