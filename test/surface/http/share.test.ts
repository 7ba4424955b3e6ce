import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { type EndlessCall, writeEndlessUnits } from "../../support/endless.ts";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { PATIENCE_MS, until } from "../../support/patience.ts";
import { runCli } from "../../support/run.ts";
import { writeSlowArchive } from "../../support/slow-archive.ts";

/** As many calls as run at once. */
const SLOTS = Math.max(2, availableParallelism());
const timeout = PATIENCE_MS;

async function withServer(words: string[], use: (http: HttpTest, endless: EndlessCall) => Promise<void>) {
  const http = await startHttpTest(words);
  try {
    await use(http, writeEndlessUnits(http.dir));
  } finally {
    await http.close();
  }
}

test("a call that takes longer than the limit is ended, and its answer is a tool error of one line that says what to do", {
  timeout,
}, async () => {
  await withServer(["--call-limit", "1"], async (http, endless) => {
    const token = await http.issuer.token();
    const session = await http.initialize(token);
    const text = async (name: string, args: object, id: number) => {
      const { result } = await http.call(session, token, name, args, id);
      assert.equal(result?.isError, true);
      assert.equal(result?.content.length, 1);
      return result?.content[0].text;
    };
    const y = writeSlowArchive(http.dir);
    assert.deepEqual(await Promise.all([text(endless.name, endless.arguments, 10), text("forecast_fit", { y }, 11)]), [
      "error: took more than 1 s; give it less",
      "error: took more than 1 s; start it as a job with run_async, or give it less",
    ]);
  });
});

test("more endless calls than there are slots keep nobody out for longer than the limit", { timeout }, async () => {
  await withServer(["--call-limit", "4"], async (http, endless) => {
    const token = await http.issuer.token();
    const session = await http.initialize(token);
    const calls = Array.from({ length: SLOTS }, (_, i) => http.begin(session, token, endless, 20 + i));
    // They have every slot before the next call comes, and none comes free by itself.
    await Promise.all(calls.map(({ taken }) => taken()));
    const { result } = await http.call(session, token, "units", { spelling: "bar" }, 90);
    assert.match(result?.content[0].text ?? "", /"evidence"/);
    for (const { text } of calls) assert.match(await text, /took more than 4 s/);
  });
});

test("a subject whose calls fill every slot and the line behind keeps another's call from no more than the next slot", {
  timeout,
}, async () => {
  await withServer(["--call-limit", "0"], async (http, endless) => {
    const alice = await http.issuer.token({ sub: "alice" });
    const bob = await http.issuer.token({ sub: "bob" });
    const [hers, his] = [await http.initialize(alice), await http.initialize(bob)];
    const calls = Array.from({ length: 3 * SLOTS }, (_, i) => http.begin(hers, alice, endless, 100 + i));
    await Promise.all(calls.map(({ taken }) => taken()));
    const running = () => calls.filter(({ times }) => times() > 0);
    await until("a call in every slot", () => running().length === SLOTS);
    const waiting = http.begin(his, bob, { name: "units", arguments: { spelling: "bar" } }, 2);
    await waiting.taken();
    // One slot comes free; had one of her calls got it, it would keep it for hours.
    running()[0].leave();
    assert.match(await waiting.text, /\\"evidence\\"/);
    await http.server.close(0);
    await Promise.allSettled(calls.map(({ text }) => text));
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
