import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { writeSlowArchive } from "../../support/slow-archive.ts";

let http: HttpTest;
let token: string;
let session: string;
before(async () => {
  http = await startHttpTest();
  writeSlowArchive(http.dir);
  token = await http.issuer.token();
  session = await http.initialize(token);
});
after(() => http.close());

/** As many calls as run at once: while they do, no other call is begun. */
const SLOTS = Math.max(2, availableParallelism());
const slow = (id: number, token?: string) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: {
    name: "segment",
    arguments: { archive: join(http.dir, "slow.csv") },
    _meta: token === undefined ? undefined : { progressToken: token },
  },
});
const headers = () => ({ "mcp-session-id": session });
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A call answers at once: no slot is held by a call that nobody waits for. */
async function assertIdle() {
  const started = Date.now();
  const { result } = await http.call(session, token, "units", { spelling: "bar" });
  assert.match(result?.content[0].text ?? "", /"evidence"/);
  assert.ok(Date.now() - started < 4000, `answered after ${Date.now() - started} ms`);
}

test("calls that are cancelled stop, their streams end unanswered, and others are answered at once", async () => {
  const ids = Array.from({ length: SLOTS }, (_, i) => 100 + i);
  const running = ids.map(async (id) => (await http.post(slow(id), token, headers())).text());
  await sleep(300);
  for (const requestId of ids) {
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason: "test" } };
    assert.equal((await http.post(cancelled, token, headers())).status, 202);
  }
  const started = Date.now();
  assert.deepEqual(
    await Promise.all(running),
    ids.map(() => ""),
  );
  assert.ok(Date.now() - started < 3000);
  await assertIdle();
});

test("calls whose response is closed stop, and others are answered at once", async () => {
  const closing = new AbortController();
  const running = Array.from({ length: SLOTS }, (_, i) =>
    fetch(http.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-session-id": session,
      },
      body: JSON.stringify(slow(200 + i)),
      signal: closing.signal,
    }).then((response) => response.text()),
  );
  await sleep(300);
  closing.abort();
  for (const settled of await Promise.allSettled(running)) assert.equal(settled.status, "rejected");
  await assertIdle();
});

test("a client that is killed in the middle of its calls leaves nothing running", async () => {
  const script = `
    const [url, token, session, calls] = process.argv.slice(1);
    for (const call of JSON.parse(calls)) fetch(url, { method: "POST", headers: { authorization: "Bearer " + token,
      "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-session-id": session },
      body: JSON.stringify(call) });
    setTimeout(() => console.log("sent"), 500);`;
  const calls = JSON.stringify(Array.from({ length: SLOTS }, (_, i) => slow(300 + i)));
  const child = spawn(process.execPath, ["-e", script, http.url, token, session, calls]);
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  await assertIdle();
});

test("another conversation cannot cancel a call by its id", async () => {
  const other = await http.initialize(token);
  const running = http.post(slow(400), token, headers()).then((response) => response.text());
  await sleep(200);
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 400 } };
  await http.post(cancelled, token, { "mcp-session-id": other });
  let ended = false;
  void running.then(() => {
    ended = true;
  });
  await sleep(300);
  assert.equal(ended, false);
  await http.post(cancelled, token, headers());
  assert.equal(await running, "");
});

test("progress goes to the stream of the call that asked for it, increasing", async () => {
  const response = await http.post(
    { ...slow(500, "p"), params: { ...slow(500, "p").params, name: "profile" } },
    token,
    headers(),
  );
  const messages = [...(await response.text()).matchAll(/^data: (.+)$/gm)].map(([, line]) => JSON.parse(line));
  const steps = messages.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
  assert.ok(steps.length > 1);
  steps.forEach(({ progress, progressToken }, i) => {
    assert.equal(progressToken, "p");
    assert.ok(i === 0 || progress > steps[i - 1].progress);
  });
  assert.equal(messages.at(-1).id, 500);
});
