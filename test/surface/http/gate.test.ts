import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type HttpTest, INITIALIZE, problemOf, startHttpTest } from "../../support/http-server.ts";
import { speak } from "../../support/speak.ts";

let http: HttpTest;
before(async () => {
  http = await startHttpTest(["--allow-host", "Liquet.example:8443", "--allow-origin", "https://app.example"]);
});
after(() => http.close());

/** What fetch would not send. */
function raw(
  headers: Record<string, string | string[]>,
  options: { method?: string; path?: string; body?: string } = {},
) {
  const { method = "POST", path = "/mcp", body = JSON.stringify(INITIALIZE) } = options;
  return new Promise<{ status: number; headers: Record<string, unknown>; message: string }>((resolve, reject) => {
    const usual = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const req = request(
      { port: http.server.port, host: "127.0.0.1", method, path, headers: { ...usual, ...headers } },
      (res) => {
        let text = "";
        res.on("data", (chunk) => {
          text += chunk;
        });
        res.on("end", () => {
          const json = /^\{"jsonrpc/.test(text) ? JSON.parse(text) : {};
          resolve({ status: res.statusCode ?? 0, headers: res.headers, message: json.error?.message ?? "" });
        });
      },
    );
    req.on("error", reject);
    req.end(method === "POST" ? body : undefined);
  });
}

const spoken = (text: string) => speak(http.server.port, text);

test("a foreign Host is 403 before anything else is looked at, and so are two", async () => {
  const authorization = `Bearer ${await http.issuer.token()}`;
  for (const host of [
    "evil.example",
    `evil.example:${http.server.port}`,
    "127.0.0.1",
    "127.0.0.1:1",
    `127.0.0.1.evil.example:${http.server.port}`,
  ]) {
    const { status, message } = await raw({ authorization, host });
    assert.equal(status, 403, host);
    assert.match(message, /does not answer to the Host/);
  }
  const twice = await spoken(
    `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  assert.match(twice, /^HTTP\/1\.1 (400|403) /);
  assert.match(await spoken("POST /mcp HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"), /^HTTP\/1\.1 403 /);
  assert.match(await spoken("POST /mcp HTTP/1.1\r\nConnection: close\r\n\r\n"), /^HTTP\/1\.1 400 /);
});

test("the names of this machine and the allowed ones are answered to, in any case", async () => {
  const authorization = `Bearer ${await http.issuer.token()}`;
  for (const host of [
    `localhost:${http.server.port}`,
    `LOCALHOST:${http.server.port}`,
    `[::1]:${http.server.port}`,
    "liquet.example:8443",
  ])
    assert.equal((await raw({ authorization, host })).status, 200, host);
});

test("a foreign Origin is 403, null and a look-alike too; none, this machine's and an allowed one pass", async () => {
  const authorization = `Bearer ${await http.issuer.token()}`;
  for (const origin of [
    "https://evil.example",
    "null",
    "https://app.example.evil.example",
    "http://app.example",
    "https://app.example:444",
    "",
  ]) {
    const { status, message, headers } = await raw({ authorization, origin });
    assert.equal(status, 403, origin);
    assert.match(message, /this Origin may not call/);
    assert.equal(headers["access-control-allow-origin"], undefined);
  }
  assert.equal((await raw({ authorization })).status, 200);
  for (const origin of ["https://app.example", `http://localhost:${http.server.port}`]) {
    const { status, headers } = await raw({ authorization, origin });
    assert.equal(status, 200);
    assert.equal(headers["access-control-allow-origin"], origin);
    assert.match(String(headers["access-control-expose-headers"]), /mcp-session-id/);
  }
});

test("a page that may call learns so without a token, another does not", async () => {
  const ask = { "access-control-request-method": "POST" };
  const allowed = await raw({ origin: "https://app.example", ...ask }, { method: "OPTIONS" });
  assert.equal(allowed.status, 204);
  assert.match(String(allowed.headers["access-control-allow-headers"]), /authorization/);
  assert.equal((await raw({ origin: "https://evil.example", ...ask }, { method: "OPTIONS" })).status, 403);
});

test("a body above 8 MiB is 413 in JSON, stated or not, and the server goes on", async () => {
  const token = await http.issuer.token();
  const large = JSON.stringify({ ...INITIALIZE, params: { x: "x".repeat(8 * 1024 * 1024) } });
  const stated = await http.post(large, token);
  assert.equal(stated.status, 413);
  assert.match(await problemOf(stated), /at most 8388608 bytes/);
  const stream = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 9; i++) controller.enqueue(new Uint8Array(1024 * 1024));
      controller.close();
    },
  });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const streamed = await fetch(http.url, { method: "POST", headers, body: stream, duplex: "half" } as RequestInit);
  assert.equal(streamed.status, 413);
  await http.initialize(token);
});

test("after a body that was too large the next request on the same connection is answered", async () => {
  const chunk = `100000\r\n${"x".repeat(0x100000)}\r\n`;
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\nContent-Type: application/json\r\n`;
  const large = `${head}Authorization: Bearer ${await http.issuer.token()}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(9)}0\r\n\r\n`;
  const answers = await spoken(`${large}${head}Content-Length: 0\r\nConnection: close\r\n\r\n`);
  assert.deepEqual(
    [...answers.matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status]) => status),
    ["413", "401"],
  );
});

test("a large body without a token is refused before it is read", async () => {
  const response = await http.post("x".repeat(9 * 1024 * 1024), null);
  assert.equal(response.status, 401);
});

test("a body that is no JSON-RPC message is 400 in JSON, whatever it is", async () => {
  const token = await http.issuer.token();
  const session = await http.initialize(token);
  const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
  const bodies = [
    "",
    "{",
    "hello",
    "[]",
    "null",
    "1",
    '"x"',
    "{}",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    "[".repeat(100_000),
    deep,
  ];
  for (const body of bodies) {
    const response = await http.post(body, token, { "mcp-session-id": session });
    assert.equal(response.status, body === "[]" ? response.status : 400, body.slice(0, 40));
    if (response.status !== 202) await problemOf(response);
  }
  const deepCall = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"units","arguments":{"spelling":${"[".repeat(100_000)}${"]".repeat(100_000)}}}}`;
  const answered = await http.post(deepCall, token, { "mcp-session-id": session });
  assert.ok([200, 400].includes(answered.status), String(answered.status));
  await answered.text();
  const batch = await http.post(
    Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" })),
    token,
    { "mcp-session-id": session },
  );
  assert.equal(batch.status, 400);
  await http.initialize(token);
});

test("another content type, a compressed body, another method and another path are refused in JSON", async () => {
  const token = await http.issuer.token();
  const session = { "mcp-session-id": await http.initialize(token) };
  assert.equal((await http.post(INITIALIZE, token, { ...session, "content-type": "text/plain" })).status, 415);
  assert.equal((await http.post(INITIALIZE, token, { ...session, "content-encoding": "gzip" })).status, 415);
  const authorization = `Bearer ${token}`;
  for (const method of ["PUT", "PATCH", "HEAD", "OPTIONS"]) {
    const { status, headers } = await raw({ authorization }, { method });
    assert.equal(status, 405, method);
    assert.match(String(headers.allow), /POST/);
  }
  for (const path of [
    "/",
    "/mcp/",
    "/MCP",
    "/mcp/x",
    "//mcp",
    "/.well-known/oauth-authorization-server",
    "/.well-known/../mcp",
  ])
    assert.equal((await raw({ authorization }, { path })).status, 404, path);
});

test("what is no HTTP request is 400, headers without end are 431, in JSON", async () => {
  assert.match(
    await spoken("hello\r\n\r\n"),
    /^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/json[\s\S]*\{"jsonrpc"/,
  );
  const long = `GET /mcp HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
  assert.match(await spoken(long), /^HTTP\/1\.1 431 [\s\S]*\{"jsonrpc"/);
  const absolute = `POST http://evil.example/mcp HTTP/1.1\r\nHost: 127.0.0.1:${http.server.port}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  assert.match(await spoken(absolute), /^HTTP\/1\.1 400 /);
});

test("paths outside the roots are refused: absolute, with .., through a link, as a file URL, with a NUL", async () => {
  const outside = mkdtempSync(join(tmpdir(), "liquet-outside-"));
  writeFileSync(join(outside, "b.csv"), "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n");
  symlinkSync(join(outside, "b.csv"), join(http.dir, "link.csv"));
  symlinkSync(outside, join(http.dir, "folder"));
  const token = await http.issuer.token();
  const session = await http.initialize(token);
  const paths = [
    join(outside, "b.csv"),
    `${http.dir}/../${outside.split("/").at(-1)}/b.csv`,
    join(http.dir, "link.csv"),
    join(http.dir, "folder/b.csv"),
    `file://${outside}/b.csv`,
    "/etc/passwd",
    `${http.dir}/../../../../../../etc/passwd`,
  ];
  for (const archive of paths) {
    const { result } = await http.call(session, token, "profile", { archive });
    assert.equal(result?.isError, true, archive);
    assert.match(result?.content[0].text ?? "", /outside the folders/);
  }
  const nul = await http.call(session, token, "profile", { archive: `${http.dir}/a.csv\0.parquet` });
  assert.match(nul.result?.content[0].text ?? "", /NUL/);
  const inside = await http.call(session, token, "profile", { archive: join(http.dir, "a.csv") });
  assert.equal(inside.result?.isError, undefined);
  rmSync(outside, { recursive: true });
});
