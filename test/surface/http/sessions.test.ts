import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { type HttpTest, INITIALIZE, problemOf, startHttpTest } from "../../support/http-server.ts";
import { seconds } from "../../support/issuer.ts";
import { PATIENCE_MS } from "../../support/patience.ts";

async function withServer(words: string[], use: (http: HttpTest) => Promise<void>) {
  // Client and server share this process, and the machine may be busy.
  const http = await startHttpTest(words, { headers: 60_000, request: 120_000 });
  try {
    await use(http);
  } finally {
    await http.close();
  }
}

const PING = { jsonrpc: "2.0", id: 9, method: "ping" };

/** A client that costs less than fetch, each conversation on a socket of its own. */
function lightPost(http: HttpTest, agent: Agent) {
  return (message: object, token: string, session?: string): Promise<{ id: string; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session === undefined ? {} : { "mcp-session-id": session }),
      };
      const req = request(http.url, { method: "POST", agent, headers }, (res) => {
        let text = "";
        res.on("data", (chunk) => {
          text += chunk;
        });
        res.on("end", () => resolve({ id: String(res.headers["mcp-session-id"]), text }));
      });
      req.on("error", reject).end(JSON.stringify(message));
    });
}

test("1,000 conversations at once are each answered and kept apart", async () => {
  await withServer(["--rate", "1000"], async (http) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
    const post = lightPost(http, agent);
    const tokens = await Promise.all(Array.from({ length: 10 }, (_, i) => http.issuer.token({ sub: `user-${i}` })));
    const opened = await Promise.all(Array.from({ length: 1000 }, (_, i) => post(INITIALIZE, tokens[i % 10])));
    assert.equal(new Set(opened.map(({ id }) => id)).size, 1000);
    assert.equal(http.server.sessions(), 1000);
    const params = { name: "units", arguments: { spelling: "bar" } };
    const call = { jsonrpc: "2.0", id: 9, method: "tools/call", params };
    const answers = await Promise.all(opened.map(({ id }, i) => post(i % 10 === 0 ? call : PING, tokens[i % 10], id)));
    answers.forEach(({ text }, i) => {
      assert.match(text, i % 10 === 0 ? /\\"evidence\\"/ : /"id":9/);
    });
    assert.match((await post(PING, tokens[1], opened[0].id)).text, /no such session/);
    agent.destroy();
  });
});

test("a conversation taken by another subject is 404, as one that never was, and goes on for its owner", async () => {
  await withServer([], async (http) => {
    const alice = await http.issuer.token({ sub: "alice" });
    const mallory = await http.issuer.token({ sub: "mallory", scope: "liquet:write" });
    const session = await http.initialize(alice);
    const take = (id: string, method = "POST") =>
      fetch(http.url, {
        method,
        headers: {
          authorization: `Bearer ${mallory}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-session-id": id,
        },
        body: method === "POST" ? JSON.stringify(PING) : undefined,
      });
    const unknown = await problemOf(await take("00000000-0000-4000-8000-000000000000"));
    for (const method of ["POST", "GET", "DELETE"]) {
      const response = await take(session, method);
      assert.equal(response.status, 404);
      assert.equal(await problemOf(response), unknown);
    }
    // Also with a token of the same subject that is newer, as after a refresh.
    const renewed = await http.issuer.token({ sub: "alice", jti: "2" });
    assert.equal((await http.post(PING, renewed, { "mcp-session-id": session })).status, 200);
  });
});

test("without a conversation only its beginning is served; one that was ended is gone", async () => {
  await withServer([], async (http) => {
    const token = await http.issuer.token();
    assert.equal((await http.post(PING, token)).status, 400);
    assert.equal((await http.post({ ...INITIALIZE, params: {} }, token)).status, 400);
    assert.equal(http.server.sessions(), 0);
    const session = await http.initialize(token);
    const headers = { authorization: `Bearer ${token}`, "mcp-session-id": session };
    assert.equal((await fetch(http.url, { method: "DELETE", headers })).status, 200);
    assert.equal((await http.post(PING, token, { "mcp-session-id": session })).status, 404);
    assert.equal(http.server.sessions(), 0);
  });
});

test("beyond the most conversations is 503 until one has been unused for its time", async () => {
  await withServer(["--max-sessions", "2", "--session-idle", "60"], async (http) => {
    http.stopClock();
    const token = await http.issuer.token();
    const results = await Promise.all(Array.from({ length: 6 }, () => http.post(INITIALIZE, token)));
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 200, 503, 503, 503, 503]);
    assert.equal(results.find(({ status }) => status === 503)?.headers.get("retry-after"), "60");
    await Promise.all(results.map((response) => response.text()));
    // Not yet: it must be more than the time.
    http.stopClock(60_000);
    assert.equal((await http.post(INITIALIZE, token)).status, 503);
    http.stopClock(1);
    await http.initialize(token);
    assert.equal(http.server.sessions(), 1);
  });
});

test("a subject that holds every conversation loses the one it used least to another that has none, and no more than its surplus", async () => {
  await withServer(["--max-sessions", "3"], async (http) => {
    const [alice, bob] = await Promise.all(["alice", "bob"].map((sub) => http.issuer.token({ sub })));
    const hers = [await http.initialize(alice), await http.initialize(alice), await http.initialize(alice)];
    await (await http.post(PING, alice, { "mcp-session-id": hers[0] })).text();
    const his = await http.initialize(bob);
    const status = async (token: string, id: string) => {
      const response = await http.post(PING, token, { "mcp-session-id": id });
      await response.text();
      return response.status;
    };
    assert.deepEqual(await Promise.all(hers.map((id) => status(alice, id))), [200, 404, 200]);
    assert.equal(await status(bob, his), 200);
    for (const token of [alice, bob]) assert.equal((await http.post(INITIALIZE, token)).status, 503);
  });
});

test("a subject that asks too often is told when to come back, and others are served", async () => {
  await withServer(["--rate", "1"], async (http) => {
    http.stopClock();
    const token = await http.issuer.token();
    const ask = async () => {
      const response = await http.post(PING, token);
      await response.text();
      return response;
    };
    // Without a conversation each is 400, but counted.
    for (let i = 0; i < 20; i++) assert.equal((await ask()).status, 400);
    const last = await ask();
    assert.equal(last.status, 429);
    assert.equal(last.headers.get("retry-after"), "1");
    await http.initialize(await http.issuer.token({ sub: "bob" }));
    http.stopClock(1000);
    assert.deepEqual([(await ask()).status, (await ask()).status], [400, 429]);
  });
});

test("nobody listens longer than the token lasts", { timeout: PATIENCE_MS }, async () => {
  await withServer([], async (http) => {
    // By the clock of the server, which stands still, the token never expires; the stream ends when it has lasted.
    http.stopClock();
    const token = await http.issuer.token({ exp: seconds() + 2 });
    const session = await http.initialize(token);
    const headers = { authorization: `Bearer ${token}`, "mcp-session-id": session, accept: "text/event-stream" };
    const response = await fetch(http.url, { headers });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "");
  });
});
