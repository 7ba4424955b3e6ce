import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { writeSlowArchive } from "../../support/slow-archive.ts";

let http: HttpTest;
let archive: string;
let token: string;
let session: string;
before(async () => {
  http = await startHttpTest(["--allow-write", "--call-limit", "4"]);
  archive = writeSlowArchive(http.dir);
  token = await http.issuer.token({ scope: "liquet:write" });
  session = await http.initialize(token);
});
after(() => http.close());

const said = (answer: Awaited<ReturnType<HttpTest["call"]>>) => answer.result?.content[0]?.text ?? "";
const written = () => readdirSync(http.dir).filter((name) => /^[pq]\./.test(name));

test("a call that writes is ended at its limit between two steps, has written nothing by halves, and others are answered meanwhile", async () => {
  let ended = false;
  const slow = http
    .call(session, token, "forecast_predict", { source: archive, out: join(http.dir, "p.csv") }, 10)
    .then((answer) => {
      ended = true;
      return answer;
    });
  assert.match(said(await http.call(session, token, "units", { spelling: "bar" }, 11)), /"evidence"/);
  assert.equal(ended, false);
  assert.equal(
    said(await slow),
    "error: took more than 4 s; start it as a job with run_async, or give it less; what it had written by then stays",
  );
  assert.deepEqual(written(), []);
});

test("a call that writes and is cancelled writes nothing, and the next one that writes does", async () => {
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
