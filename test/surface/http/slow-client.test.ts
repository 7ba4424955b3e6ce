import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { jsonServer, listen } from "../../../src/surface/http/listen.ts";
import { startHttpTest } from "../../support/http-server.ts";
import { PATIENCE_MS, until } from "../../support/patience.ts";
import { speak } from "../../support/speak.ts";

test("a client that is slow with its headers, with its body or says nothing is let go, and others are served meanwhile", {
  timeout: PATIENCE_MS,
}, async (t) => {
  const http = await startHttpTest([], { headers: 1000, request: 2000, look: 50 });
  t.after(http.close);
  const spoken = (text: string, then?: Parameters<typeof speak>[2]) => speak(http.server.port, text, then);
  const token = await http.issuer.token();
  // For ever: what ends it is that nobody takes it any more.
  const drip = (write: (more: string) => void) => void setInterval(() => write("x"), 20).unref();
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\nContent-Type: application/json\r\n`;
  const slow = Promise.all([
    spoken(""),
    spoken("POST /mcp HTTP/1.1\r\nX-A: ", drip),
    spoken(`${head}Authorization: Bearer ${token}\r\nContent-Length: 100000\r\n\r\n`, drip),
  ]);
  // Where the machine is so busy that this process comes to nothing for a second, whoever asks then is let go too.
  await until("an answer to another client", () => http.initialize(token).catch(() => null));
  await until("401 before the body was read", async () =>
    (await spoken(`${head}Content-Length: 100000\r\n\r\n`, drip)).startsWith("HTTP/1.1 401 "),
  );
  const [silent, headers, body] = await slow;
  assert.match(silent, /^$|^HTTP\/1\.1 408 /);
  assert.match(headers, /^HTTP\/1\.1 408 [\s\S]*\{"jsonrpc"/);
  assert.match(body, /^HTTP\/1\.1 408 /);
});

test("a client that does not take its answer is let go, and one that takes it keeps its connection", async (t) => {
  const ended: (string | undefined)[] = [];
  const patience = { headers: 2000, request: 2000, look: 50 };
  const server = jsonServer(
    async ({ url }, res) => {
      res.once("close", () => ended.push(url));
      // More than the system keeps for a reader.
      res.end(Buffer.alloc(url === "/large" ? 64 << 20 : 1));
    },
    patience,
    () => {},
  );
  const port = await listen(server, "127.0.0.1", 0);
  t.after(() => server.close());
  const ask = (path: string) => {
    const socket = connect(port, "127.0.0.1");
    t.after(() => socket.destroy());
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  };
  const good = ask("/small").resume();
  await until("a small answer", () => ended.length === 1);
  ask("/large").pause();
  await until("the end of the one that does not read", () => ended.length === 2);
  assert.deepEqual(ended, ["/small", "/large"]);
  assert.equal(good.destroyed, false);
});
