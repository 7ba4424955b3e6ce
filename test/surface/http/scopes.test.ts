import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { grants, readScopeNames, scopesToAskFor } from "../../../src/surface/auth/scopes.ts";
import { needsOf } from "../../../src/surface/http/need-of.ts";
import { createServer, openHost, type Permit } from "../../../src/surface/mcp-server.ts";
import type { Tool } from "../../../src/surface/tools.ts";
import { type HttpTest, INITIALIZE, problemOf, startHttpTest } from "../../support/http-server.ts";

let http: HttpTest;
before(async () => {
  http = await startHttpTest(["--allow-write"]);
});
after(() => http.close());

const call = (name: string, args: object) => ({
  jsonrpc: "2.0",
  id: 5,
  method: "tools/call",
  params: { name, arguments: args },
});
const tokenOf = (scope: string) => http.issuer.token({ scope });

/** Posts a call in a conversation of the token. */
async function answer(scope: string, message: object) {
  const token = await tokenOf(scope);
  return http.post(message, token, { "mcp-session-id": await http.initialize(token) });
}

test("a reading token reads, and is refused a writing tool and a writing field with what to ask for", async () => {
  const read = await answer("liquet:read", call("profile", { archive: join(http.dir, "a.csv") }));
  assert.equal(read.status, 200);
  assert.match(await read.text(), /\\"evidence\\"/);
  const field = { archive: join(http.dir, "a.csv"), mode_out: join(http.dir, "m.parquet") };
  for (const message of [call("demo", { directory: join(http.dir, "demo") }), call("segment", field)]) {
    const response = await answer("liquet:read", message);
    assert.equal(response.status, 403);
    const challenge = response.headers.get("www-authenticate") ?? "";
    assert.match(
      challenge,
      /^Bearer error="insufficient_scope", .*scope="liquet:read liquet:write", resource_metadata="http/,
    );
    assert.match(await problemOf(response), /^insufficient_scope: the token needs the scope liquet:write$/);
  }
  assert.equal(existsSync(join(http.dir, "demo")), false);
});

test("a writing token also reads", async () => {
  const response = await answer("liquet:write", call("profile", { archive: join(http.dir, "a.csv") }));
  assert.equal(response.status, 200);
});

test("a scope in the wrong case, a part of one, or none opens nothing", async () => {
  for (const scope of [
    "Liquet:read",
    "LIQUET:READ",
    "liquet:rea",
    "liquet:read:all",
    "liquet",
    "read",
    "",
    "liquet:read,liquet:write",
  ]) {
    const response = await http.post(INITIALIZE, await tokenOf(scope));
    assert.equal(response.status, 403, scope);
    assert.match(response.headers.get("www-authenticate") ?? "", /scope="liquet:read"/);
  }
  const list = await http.issuer.token({ scope: ["liquet:read"] });
  assert.equal((await http.post(INITIALIZE, list)).status, 403);
});

test("scopes of experiments open the experiment tools and no other", async () => {
  const open = await answer("experiments:read", call("experiment_power_calc", { metric: "proportion" }));
  assert.equal(open.status, 200);
  const shut = await answer("experiments:read", call("profile", { archive: join(http.dir, "a.csv") }));
  assert.equal(shut.status, 403);
  assert.match(shut.headers.get("www-authenticate") ?? "", /scope="experiments:read liquet:read"/);
  assert.equal((await answer("experiments:read", call("experiment_create", {}))).status, 403);
  assert.equal((await answer("experiments:write", call("experiment_create", {}))).status, 200);
});

test("in a batch the greatest need counts, wherever it stands", async () => {
  const ping = { jsonrpc: "2.0", id: 6, method: "ping" };
  const batch = [ping, call("demo", { directory: join(http.dir, "demo") }), { ...ping, id: 7 }];
  assert.equal((await answer("liquet:read", batch)).status, 403);
  assert.equal(existsSync(join(http.dir, "demo")), false);
});

test("other names of scopes are taken in place of the usual ones; two of one name are not", () => {
  const names = readScopeNames("scopes", "read=api://liquet/Read, write=W");
  assert.deepEqual(names, {
    read: "api://liquet/Read",
    write: "W",
    experiments_read: "experiments:read",
    experiments_write: "experiments:write",
  });
  assert.equal(grants(names, ["W"], { access: "read", experiment: false }), true);
  assert.equal(grants(names, ["liquet:read"], { access: "any", experiment: true }), false);
  for (const wrong of ["read", "read=", "reed=x", "read=a b", 'read=a"b', "read=a=b", "read=x,write=x"])
    assert.throws(() => readScopeNames("scopes", wrong), { name: "BadCall" }, wrong);
});

test("what to ask for keeps what was granted and knows of no stranger's scope", () => {
  const names = readScopeNames("scopes", null);
  const write = { access: "write", experiment: true } as const;
  assert.equal(scopesToAskFor(names, ["email", "experiments:read"], write), "experiments:read liquet:write");
});

test("reading a resource needs reading, of experiments alone for theirs", () => {
  const need = (uri: unknown) => needsOf({ method: "resources/read", params: { uri } }, [])[0];
  assert.deepEqual(need("liquet://data/data_0"), { access: "read", experiment: false });
  assert.deepEqual(need("experiment://index"), { access: "read", experiment: true });
  assert.deepEqual(need("dataset://schema"), { access: "read", experiment: true });
  assert.deepEqual(need(undefined), { access: "read", experiment: false });
  // An address beside a prompt's name does not make its archives those of an experiment.
  const typing = (type: string) =>
    needsOf({ method: "completion/complete", params: { ref: { type, name: "x", uri: "experiment://{id}" } } }, [])[0];
  assert.deepEqual(typing("ref/resource"), { access: "read", experiment: true });
  assert.deepEqual(typing("ref/prompt"), { access: "read", experiment: false });
  for (const odd of [null, 1, "x", {}, { method: "tools/call" }, { method: "tools/call", params: null }])
    assert.deepEqual(needsOf(odd, []), [{ access: "any", experiment: false }]);
});

test("the check inside refuses what the endpoint would have let through", async () => {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { InMemoryTransport } = await import("@modelcontextprotocol/sdk/inMemory.js");
  const never: Permit = (tool: Tool) => `insufficient_scope for ${tool.name}`;
  const host = openHost({ env: {}, stderr() {} } as unknown as Parameters<typeof openHost>[0], {
    roots: [],
    toolsets: null,
    allowWrite: false,
    allowNetwork: false,
    allowShell: false,
    store: null,
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createServer(host, never).connect(ours);
  const client = new Client({ name: "t", version: "1" });
  await client.connect(theirs);
  await assert.rejects(
    client.callTool({ name: "units", arguments: { spelling: "bar" } }),
    /insufficient_scope for units/,
  );
  await client.close();
});
