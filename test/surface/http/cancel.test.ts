import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { after, before, test } from "node:test";
import { type EndlessCall, writeEndlessUnits } from "../../support/endless.ts";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { writeSlowArchive } from "../../support/slow-archive.ts";

let http: HttpTest;
let token: string;
let session: string;
let endless: EndlessCall;
before(async () => {
  http = await startHttpTest(["--call-limit", "0"]);
  endless = writeEndlessUnits(http.dir);
  token = await http.issuer.token();
  session = await http.initialize(token);
});
after(() => http.close());

/** As many calls as run at once: while they do, no other call is begun. */
const SLOTS = Math.max(2, availableParallelism());
const timeout = PATIENCE_MS;
const headers = (of = session) => ({ "mcp-session-id": of });
const cancel = (requestId: number, of = session) =>
  http.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }, token, headers(of));

/** Endless calls in every slot, each of which computes. */
async function fillSlots(from: number) {
  const calls = Array.from({ length: SLOTS }, (_, i) => http.begin(session, token, endless, from + i));
  await Promise.all(calls.map(({ told }) => told(1)));
  return calls;
}

/** A call is answered: no slot is held by a call that nobody waits for, and that would hold it for hours. */
async function assertIdle() {
  const { result } = await http.call(session, token, "units", { spelling: "bar" });
  assert.match(result?.content[0].text ?? "", /"evidence"/);
}

test("calls that are cancelled stop, their streams end unanswered, and others are answered", { timeout }, async () => {
  const calls = await fillSlots(100);
  for (let i = 0; i < SLOTS; i++) assert.equal((await cancel(100 + i)).status, 202);
  for (const { text } of calls) assert.doesNotMatch(await text, /"id":/);
  await assertIdle();
});

test("calls whose response is closed stop, and others are answered", { timeout }, async () => {
  const calls = await fillSlots(200);
  for (const { leave } of calls) leave();
  for (const { text } of calls) await assert.rejects(text);
  await assertIdle();
});

test("a client that is killed in the middle of its calls leaves nothing running", { timeout }, async () => {
  // It says so when the first progress of every call has come.
  const script = `
    const [url, token, session, calls] = process.argv.slice(1);
    Promise.all(JSON.parse(calls).map(async (call) => {
      const response = await fetch(url, { method: "POST", headers: { authorization: "Bearer " + token,
        "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-session-id": session },
        body: JSON.stringify(call) });
      await response.body.getReader().read();
    })).then(() => console.log("computing"));
    setInterval(() => {}, 1000);`;
  const calls = Array.from({ length: SLOTS }, (_, i) => {
    const params = { ...endless, _meta: { progressToken: i } };
    return { jsonrpc: "2.0", id: 300 + i, method: "tools/call", params };
  });
  const child = spawn(process.execPath, ["-e", script, http.url, token, session, JSON.stringify(calls)]);
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  await assertIdle();
});

test("another conversation cannot cancel a call by its id", { timeout }, async () => {
  const other = await http.initialize(token);
  const call = http.begin(session, token, endless, 400);
  await call.told(1);
  await cancel(400, other);
  // Far more than what may have been under way.
  await call.told(call.times() + 50);
  await cancel(400);
  assert.doesNotMatch(await call.text, /"id":/);
});

test("progress goes to the stream of the call that asked for it, increasing", { timeout }, async () => {
  const call = { name: "profile", arguments: { archive: writeSlowArchive(http.dir) } };
  const text = await http.begin(session, token, call, 500).text;
  const messages = [...text.matchAll(/^data: (.+)$/gm)].map(([, line]) => JSON.parse(line));
  const steps = messages.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
  assert.ok(steps.length > 1);
  steps.forEach(({ progress, progressToken }, i) => {
    assert.equal(progressToken, "p500");
    assert.ok(i === 0 || progress > steps[i - 1].progress);
  });
  assert.equal(messages.at(-1).id, 500);
});
