import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { writeSlowArchive } from "../../support/slow-archive.ts";

let http: HttpTest;
let archive: string;
let token: string;
let session: string;
before(async () => {
  http = await startHttpTest(["--allow-write", "--call-limit", "0"]);
  archive = writeSlowArchive(http.dir);
  token = await http.issuer.token({ scope: "liquet:write" });
  session = await http.initialize(token);
});
after(() => http.close());
const timeout = PATIENCE_MS;

const said = (answer: Awaited<ReturnType<HttpTest["call"]>>) => answer.result?.content[0]?.text ?? "";
const written = (dir = http.dir) => readdirSync(dir).filter((name) => /^[pq]\./.test(name));

test("a call that writes is ended at its limit between two steps, and has written nothing by halves", {
  timeout,
}, async (t) => {
  const limited = await startHttpTest(["--allow-write", "--call-limit", "2"]);
  t.after(limited.close);
  const own = await limited.issuer.token({ scope: "liquet:write" });
  const args = { source: writeSlowArchive(limited.dir), out: join(limited.dir, "p.csv") };
  assert.equal(
    said(await limited.call(await limited.initialize(own), own, "forecast_predict", args)),
    "error: took more than 2 s; start it as a job with run_async, or give it less; what it had written by then stays",
  );
  assert.deepEqual(written(limited.dir), []);
});

test("while a call that writes computes, for hours, others are answered", { timeout }, async () => {
  const call = { name: "forecast_predict", arguments: { source: archive, out: join(http.dir, "p.csv") } };
  const slow = http.begin(session, token, call, 10);
  await slow.told(1);
  assert.match(said(await http.call(session, token, "units", { spelling: "bar" }, 11)), /"evidence"/);
  slow.leave();
  await assert.rejects(slow.text);
});

test("a call that writes and is cancelled writes nothing, and the next one that writes does", { timeout }, async () => {
  const out = join(http.dir, "q.svg");
  const params = { name: "forecast_predict", arguments: { source: archive, out } };
  const headers = { "mcp-session-id": session };
  const response = await http.post({ jsonrpc: "2.0", id: 20, method: "tools/call", params }, token, headers);
  // Its head is there once the call has begun.
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 20 } };
  assert.equal((await http.post(cancelled, token, headers)).status, 202);
  assert.equal(await response.text(), "");
  const small = await http.call(session, token, "plot", { archive: join(http.dir, "a.csv"), out }, 21);
  assert.match(said(small), /"evidence"/);
  assert.deepEqual(written(), ["q.svg"]);
  assert.match(readFileSync(out, "utf8"), /^<svg/);
});
