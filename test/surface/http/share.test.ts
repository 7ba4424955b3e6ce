import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { runCli } from "../../support/run.ts";
import { writeSlowArchive } from "../../support/slow-archive.ts";

/** As many calls as run at once. */
const SLOTS = Math.max(2, availableParallelism());
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function withServer(words: string[], use: (http: HttpTest, archive: string) => Promise<void>) {
  const http = await startHttpTest(words);
  try {
    await use(http, writeSlowArchive(http.dir));
  } finally {
    await http.close();
  }
}

test("a call that takes longer than the limit is ended, and its answer is a tool error of one line that says what to do", async () => {
  await withServer(["--call-limit", "1"], async (http, archive) => {
    const token = await http.issuer.token();
    const session = await http.initialize(token);
    const text = async (name: string, args: object, id: number) => {
      const { result } = await http.call(session, token, name, args, id);
      assert.equal(result?.isError, true);
      assert.equal(result?.content.length, 1);
      return result?.content[0].text;
    };
    assert.deepEqual(await Promise.all([text("segment", { archive }, 10), text("forecast_fit", { y: archive }, 11)]), [
      "error: took more than 1 s; give it less",
      "error: took more than 1 s; start it as a job with run_async, or give it less",
    ]);
  });
});

test("more endless calls than there are slots keep nobody out for longer than the limit", async () => {
  await withServer(["--call-limit", "4"], async (http, archive) => {
    const token = await http.issuer.token();
    const session = await http.initialize(token);
    const calls = Array.from({ length: SLOTS }, (_, i) =>
      http.call(session, token, "forecast_fit", { y: archive }, 20 + i),
    );
    await sleep(100);
    const { result } = await http.call(session, token, "units", { spelling: "bar" }, 90);
    assert.match(result?.content[0].text ?? "", /"evidence"/);
    // No slot came free by itself.
    for (const { result } of await Promise.all(calls))
      assert.match(result?.content[0].text ?? "", /took more than 4 s/);
  });
});

test("a subject whose calls fill every slot and the line behind keeps another's call from no more than the next slot", async () => {
  await withServer([], async (http, archive) => {
    const alice = await http.issuer.token({ sub: "alice" });
    const bob = await http.issuer.token({ sub: "bob" });
    const [hers, his] = [await http.initialize(alice), await http.initialize(bob)];
    let answered = 0;
    const calls = Array.from({ length: 3 * SLOTS }, async (_, i) => {
      await http.call(hers, alice, "segment", { archive }, 100 + i).catch(() => {});
      answered++;
    });
    await sleep(300);
    const { result } = await http.call(his, bob, "units", { spelling: "bar" });
    assert.match(result?.content[0].text ?? "", /"evidence"/);
    assert.ok(answered <= SLOTS, `${answered} of ${calls.length} went before`);
    await http.server.close(0);
    await Promise.all(calls);
  });
});

test("a limit is whole seconds up to a day", async () => {
  const words = ["--root", ".", "--issuer", "https://login.example", "--jwks", "https://login.example/keys"];
  for (const wrong of ["-1", "1.5", "86401", "soon"]) {
    const { exit, stderr } = await runCli(["mcp", "--http", ...words, `--call-limit=${wrong}`]);
    assert.equal(exit, 2);
    assert.match(stderr, /^error: call-limit: '.*' is no whole number from 0 to 86400\n$/);
  }
});
