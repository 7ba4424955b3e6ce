import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { answerOf, type HttpTest, INITIALIZE, startHttpTest } from "../../support/http-server.ts";
import { until } from "../../support/patience.ts";

let http: HttpTest;
before(async () => {
  http = await startHttpTest(["--allow-write", "--protocol", "auto"]);
});
after(() => http.close());

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};

/** A request of 2026-07-28 as no SDK's client would send it. */
async function raw(token: string | null, method: string, params: Record<string, unknown>) {
  const headers: Record<string, string> = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
  if (typeof params.name === "string") headers["mcp-name"] = params.name;
  const response = await http.post(
    { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } },
    token,
    headers,
  );
  return { status: response.status, headers: response.headers, ...(answerOf(await response.text()) as Answer) };
}

interface Answer {
  result?: { resultType: string; requestState?: string; structuredContent?: Record<string, unknown> };
  error?: { code: number; message: string };
}

const tool = (token: string | null, name: string, args: object, more: object = {}) =>
  raw(token, "tools/call", { name, arguments: args, ...more });

test("over HTTP a client of 2026-07-28 calls, is asked, and hears of changes, with no conversation kept", async () => {
  const token = await http.issuer.token({ sub: "alice", scope: "liquet:write" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const client = new Client(
    { name: "t", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { confirm: true } }));
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit }));
  const listening = await client.listen({ resourceSubscriptions: ["experiment://modern"] });
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
  await call("experiment_create", { experiment_id: "modern", arms: { control: 1, treatment: 1 } });
  const closed = await call("experiment_close", { experiment_id: "modern" });
  assert.equal(closed.confirmed_by, "the client's user, who was asked");
  await until("two changes", () => heard.length >= 2);
  assert.deepEqual(heard, ["experiment://modern", "experiment://modern"]);
  assert.equal(http.server.sessions(), 0);
  await listening.close();
  await client.close();
});

test("tokens and scopes count for the newer protocol as for the older ones", async () => {
  assert.equal((await tool(null, "units", { spelling: "bar" })).status, 401);
  const reader = await http.issuer.token({ sub: "bob", scope: "liquet:read" });
  assert.equal((await tool(reader, "units", { spelling: "bar" })).result?.structuredContent?.result_kind, "evidence");
  const create = { experiment_id: "forbidden", arms: { control: 1, treatment: 1 } };
  const refused = await tool(reader, "experiment_create", create);
  assert.equal(refused.status, 403);
  assert.match(refused.headers.get("www-authenticate") ?? "", /insufficient_scope.*liquet:write/);
  const experiments = await http.issuer.token({ sub: "carol", scope: "experiments:read" });
  assert.equal((await tool(experiments, "experiment_list", {})).status, 200);
  assert.equal((await tool(experiments, "profile", { archive: "a.csv" })).status, 403);
  const listen = (resourceSubscriptions: string[]) =>
    raw(experiments, "subscriptions/listen", { notifications: { resourceSubscriptions } });
  assert.equal((await listen(["liquet://data/demo:airline"])).status, 403);
});

test("one subject listens on fifty streams at most; another's are its own, and one that was closed is given back", async () => {
  const listen = (token: string, signal?: AbortSignal) =>
    fetch(http.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "subscriptions/listen",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "subscriptions/listen",
        params: { notifications: { resourcesListChanged: true }, _meta: META },
      }),
      signal,
    });
  const [dora, emil] = await Promise.all(["dora", "emil"].map((sub) => http.issuer.token({ sub })));
  const closing = new AbortController();
  const one = await listen(dora, closing.signal);
  const others = new AbortController();
  const more = await Promise.all(Array.from({ length: 49 }, () => listen(dora, others.signal)));
  assert.deepEqual(new Set([one, ...more].map(({ status }) => status)), new Set([200]));
  const refused = await listen(dora);
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /at most 50 streams of changes at once/);
  assert.equal((await listen(emil, others.signal)).status, 200);
  closing.abort();
  await until("a stream for the one that was closed", async () => (await listen(dora, others.signal)).status === 200);
  others.abort();
});

test("a state that was given to one subject is none of another's", async () => {
  const [alice, bob] = await Promise.all(
    ["alice", "bob"].map((sub) => http.issuer.token({ sub, scope: "liquet:write" })),
  );
  await tool(alice, "experiment_create", { experiment_id: "mine", arms: { control: 1, treatment: 1 } });
  const close = { experiment_id: "mine" };
  const { result } = await tool(alice, "experiment_close", close);
  const inputResponses = { confirm: { action: "accept", content: { confirm: true } } };
  const more = { requestState: result?.requestState, inputResponses };
  assert.equal((await tool(bob, "experiment_close", close, more)).error?.code, -32602);
  const done = await tool(alice, "experiment_close", close, more);
  assert.equal(done.result?.structuredContent?.status, "closed");
});

test("--protocol auto keeps conversations for older clients beside", async () => {
  const token = await http.issuer.token();
  const session = await http.initialize(token);
  assert.notEqual(session, "");
  const answer = await http.call(session, token, "units", { spelling: "bar" });
  assert.match(answer.result?.content[0].text ?? "", /"evidence"/);
});

test("--protocol 2026-07-28 opens no conversation and has no stream to get; the default knows no newer request", async () => {
  const only = await startHttpTest(["--protocol", "2026-07-28"]);
  const token = await only.issuer.token();
  const opened = await only.post(INITIALIZE, token);
  assert.equal(opened.status, 400);
  assert.match(await opened.text(), /2026-07-28/);
  const got = await fetch(only.url, { headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" } });
  assert.equal(got.status, 405);
  await only.close();
  const older = await startHttpTest();
  const message = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: META } };
  const refused = await older.post(message, await older.issuer.token(), { "mcp-protocol-version": "2026-07-28" });
  assert.equal(refused.status, 400);
  await older.close();
});
