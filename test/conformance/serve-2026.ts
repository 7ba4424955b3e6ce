// Serves the fixtures by the protocol of 2026-07-28 through our adapter, on a free port that it prints. HTTP is the
// package's own here: liquet speaks this protocol over stdio, for which the suite has no driver.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { importSdkV2, serverFactory } from "../../src/surface/mcp/sdk-v2.ts";
import { fixtureCore } from "./fixture-core.ts";
import { FIXTURE_TOOLS } from "./fixture-tools.ts";
import { TOOLS_2026 } from "./fixture-tools-2026.ts";

const sdk = await importSdkV2();
const handler = sdk.createMcpHandler(serverFactory(fixtureCore([...FIXTURE_TOOLS, ...TOOLS_2026]), sdk), {
  legacy: "reject",
});
const server = createServer(async (req, res) => {
  const { port } = server.address() as AddressInfo;
  const url = new URL(req.url ?? "/", `http://127.0.0.1:${port}`);
  const local = [`127.0.0.1:${port}`, `localhost:${port}`];
  const origin = req.headers.origin === undefined || local.includes(new URL(req.headers.origin).host);
  if (!local.includes(req.headers.host ?? "") || !origin) return void res.writeHead(403).end();
  const gone = new AbortController();
  res.on("close", () => gone.abort());
  const body = req.method === "POST" ? (Readable.toWeb(req) as unknown as ReadableStream) : undefined;
  const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)]);
  const init = { method: req.method, headers, body, duplex: "half", signal: gone.signal } as RequestInit;
  const answer = await handler.fetch(new Request(url, init));
  res.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) return void res.end();
  Readable.fromWeb(answer.body as unknown as ReadableStream).pipe(res);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});
