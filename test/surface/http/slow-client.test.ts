import assert from "node:assert/strict";
import { test } from "node:test";
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
