import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpTest } from "../../support/http-server.ts";
import { speak } from "../../support/speak.ts";

test("a client that is slow with its headers, with its body or says nothing is let go, and others are served meanwhile", async (t) => {
  const http = await startHttpTest([], { headers: 1000, request: 2000, look: 50 });
  t.after(http.close);
  const spoken = (text: string, then?: Parameters<typeof speak>[2]) => speak(http.server.port, text, then);
  const token = await http.issuer.token();
  const started = Date.now();
  const drip = (write: (more: string) => void) => {
    const timer = setInterval(() => write("x"), 20).unref();
    setTimeout(() => clearInterval(timer), 20_000).unref();
  };
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\nContent-Type: application/json\r\n`;
  const slow = Promise.all([
    spoken(""),
    spoken("POST /mcp HTTP/1.1\r\nX-A: ", drip),
    spoken(`${head}Authorization: Bearer ${token}\r\nContent-Length: 100000\r\n\r\n`, drip),
    spoken(`${head}Content-Length: 100000\r\n\r\n`, drip),
  ]);
  await http.initialize(token);
  const [silent, headers, body, unauthorized] = await slow;
  assert.ok(Date.now() - started < 15_000);
  assert.match(silent, /^$|^HTTP\/1\.1 408 /);
  assert.match(headers, /^HTTP\/1\.1 408 [\s\S]*\{"jsonrpc"/);
  assert.match(body, /^HTTP\/1\.1 408 /);
  assert.match(unauthorized, /^HTTP\/1\.1 401 /);
});
