import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { writeEndlessUnits } from "../support/endless.ts";
import { PATIENCE_MS, until } from "../support/patience.ts";
import { root } from "../support/root.ts";
import { runBuilt } from "../support/run.ts";

const CSV = "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n2024-01-01T00:01:00Z,2,GOOD\n";
let dir: string;
before(() => {
  dir = mkdtempSync(join(tmpdir(), "liquet-mcp-"));
  writeFileSync(join(dir, "a.csv"), CSV);
});
/** Those that a failed test left running would keep this process. */
const started: ChildProcessWithoutNullStreams[] = [];
after(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

/** A server spoken to line by line: what a client library would hide is what is tested here. */
function startServer(args: string[] = []) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [join(root, "dist/liquet-mcp.js"), ...args], {
    cwd: dir,
  });
  started.push(child);
  let buffer = "";
  const lines: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  child.stdout.on("data", (chunk) => {
    buffer += chunk;
    for (let at = buffer.indexOf("\n"); at >= 0; at = buffer.indexOf("\n")) {
      const line = buffer.slice(0, at);
      buffer = buffer.slice(at + 1);
      lines.push(line);
      const message = JSON.parse(line) as Message;
      waiting.get(message.id)?.(message);
    }
  });
  child.stdin.on("error", () => {});
  // Closed, not ended: what it said last may come after its end.
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let next = 0;
  const request = (method: string, params: object = {}) => {
    const id = ++next;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return answer;
  };
  const open = async () => {
    await request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    });
    send({ method: "notifications/initialized" });
  };
  return { child, lines, send, request, open, exited, lastId: () => next };
}

interface Message {
  id: number;
  result?: { content?: { text: string }[]; isError?: boolean; tools?: { name: string; annotations: object }[] };
  error?: { code: number; message: string };
}

test("every line on stdout is a protocol message and a tool answers", async () => {
  const server = startServer();
  await server.open();
  const { result } = await server.request("tools/call", { name: "doctor", arguments: {} });
  assert.equal(JSON.parse(result?.content?.[0].text ?? "").result_kind, "evidence");
  for (const line of server.lines) assert.equal(JSON.parse(line).jsonrpc, "2.0");
  server.child.stdin.end();
  assert.equal(await server.exited, 0);
});

test("the server ends when the client closes its stdin, with no request ever made", async () => {
  const server = startServer();
  server.child.stdin.end();
  assert.equal(await server.exited, 0);
});

test("the server ends when the client stops reading its stdout", async () => {
  const server = startServer();
  await server.open();
  server.child.stdout.destroy();
  // The first write after the pipe is gone fails; further requests make sure that there is one.
  await until("its end", () => {
    server.send({ id: 1000, method: "tools/list" });
    return server.child.exitCode !== null;
  });
  assert.equal(await server.exited, 0);
});

test("a line above 10 MiB ends the server; it does not live on deaf", async () => {
  const server = startServer();
  await server.open();
  server.child.stdin.write(
    `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"${"x".repeat(11 * 1024 * 1024)}"}}\n`,
  );
  assert.equal(typeof (await server.exited), "number");
});

test("a line that is not JSON is skipped and the next request is answered", async () => {
  const server = startServer();
  await server.open();
  server.child.stdin.write("hello\n\n{]\n");
  const { result } = await server.request("tools/list");
  assert.ok((result?.tools ?? []).length > 0);
  server.child.stdin.end();
  await server.exited;
});

test("two thousand pipelined calls are all answered", async () => {
  const server = startServer();
  await server.open();
  const answers = await Promise.all(
    Array.from({ length: 2000 }, () => server.request("tools/call", { name: "units", arguments: { spelling: "bar" } })),
  );
  assert.ok(answers.every(({ result }) => result?.content?.[0].text.includes('"evidence"')));
  server.child.stdin.end();
  await server.exited;
});

test("a wrong call is an error that reads as on the terminal", async () => {
  const server = startServer();
  await server.open();
  const { result } = await server.request("tools/call", {
    name: "profile",
    arguments: { archive: "a.csv", windw: "x" },
  });
  assert.deepEqual(result, {
    content: [{ type: "text", text: "error: unknown argument 'windw'; did you mean 'window'?" }],
    isError: true,
  });
  const { error } = await server.request("tools/call", { name: "no_such_tool", arguments: {} });
  assert.match(error?.message ?? "", /unknown tool 'no_such_tool'$/);
  const misspelt = await server.request("tools/call", { name: "profle", arguments: {} });
  assert.match(misspelt.error?.message ?? "", /unknown tool 'profle'; did you mean 'profile'\?$/);
  const writing = await server.request("tools/call", { name: "ingest", arguments: {} });
  assert.match(writing.error?.message ?? "", /tool 'ingest' writes, .* start it with --allow-write$/);
  server.child.stdin.end();
  await server.exited;
});

test("with --root, a path outside, a link that leads outside and .. are wrong calls; a file inside opens", async () => {
  const outside = mkdtempSync(join(tmpdir(), "liquet-outside-"));
  writeFileSync(join(outside, "b.csv"), CSV);
  symlinkSync(join(outside, "b.csv"), join(dir, "link.csv"));
  const server = startServer(["--root", dir]);
  await server.open();
  const call = async (archive: string) =>
    (await server.request("tools/call", { name: "profile", arguments: { archive } })).result;
  for (const path of [join(outside, "b.csv"), "link.csv", "../x.csv", "/etc/passwd"]) {
    const result = await call(path);
    assert.equal(result?.isError, true, path);
    assert.match(result?.content?.[0].text ?? "", /outside the folders/);
  }
  assert.equal((await call("a.csv"))?.isError, undefined);
  server.child.stdin.end();
  await server.exited;
  rmSync(outside, { recursive: true, force: true });
});

test("stdin as an archive is a wrong call over MCP", async () => {
  const server = startServer();
  await server.open();
  const { result } = await server.request("tools/call", { name: "profile", arguments: { archive: "-" } });
  assert.equal(result?.isError, true);
  server.child.stdin.end();
  await server.exited;
});

test("tools that write are offered only with --allow-write, and a writing field is refused without it", async () => {
  const list = async (args: string[]) => {
    const server = startServer(args);
    await server.open();
    const tools = (await server.request("tools/list")).result?.tools ?? [];
    const gated = await server.request("tools/call", {
      name: "segment",
      arguments: { archive: "a.csv", mode_out: "m.parquet" },
    });
    server.child.stdin.end();
    await server.exited;
    return { names: tools.map(({ name }) => name), gated: gated.result };
  };
  const reading = await list([]);
  assert.ok(reading.names.includes("profile"));
  assert.ok(!reading.names.includes("ingest"));
  assert.match(reading.gated?.content?.[0].text ?? "", /mode_out: writing is not allowed/);
  const writing = await list(["--allow-write"]);
  assert.ok(writing.names.includes("ingest"));
  const others = startServer(["--toolsets", "data"]);
  await others.open();
  const { error } = await others.request("tools/call", { name: "profile", arguments: {} });
  assert.match(error?.message ?? "", /tool 'profile' is of a toolset that this server leaves out/);
  others.child.stdin.end();
  await others.exited;
});

test("an unknown toolset is a wrong call that names the ones there are", async () => {
  const { exit, stderr } = await runBuilt(["mcp", "--toolsets", "proces"]);
  assert.equal(exit, 2);
  assert.match(stderr, /^error: toolsets: 'proces' is none of .*process/);
});

test("a line that is no message is told on stderr and the next request is answered; one without end ends the server", async () => {
  const server = startServer();
  let told = "";
  server.child.stderr.on("data", (chunk) => {
    told += chunk;
  });
  await server.open();
  server.child.stdin.write("{broken\n");
  assert.deepEqual((await server.request("ping")).result, {});
  await until("what was wrong", () => /^liquet mcp: .*JSON.*\n$/.test(told));
  server.child.stdin.write("x".repeat(11 << 20));
  assert.equal(await server.exited, 0);
  assert.match(told, /\nliquet mcp: .*exceed.*\n/i);
});

test("a client that asks for progress hears of reading, increasing, and one that does not hears nothing", async () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => `${new Date(1.7e12 + i * 1000).toISOString()},${i % 97},GOOD`);
  writeFileSync(join(dir, "long.csv"), `timestamp,value,quality\n${rows.join("\n")}\n`);
  const server = startServer();
  await server.open();
  const call = { name: "profile", arguments: { archive: "long.csv" } };
  const told = () =>
    server.lines.map((line) => JSON.parse(line)).filter(({ method }) => method === "notifications/progress");
  await server.request("tools/call", call);
  assert.equal(told().length, 0);
  await server.request("tools/call", { ...call, _meta: { progressToken: "p1" } });
  const steps = told().map(({ params }) => params);
  assert.ok(steps.length > 1);
  steps.forEach(({ progress, progressToken, total }, i) => {
    assert.equal(progressToken, "p1");
    assert.ok(progress <= total && (i === 0 || progress > steps[i - 1].progress));
  });
  server.child.stdin.end();
  await server.exited;
});

test("a cancelled call stops in whatever loop it is, and the server answers meanwhile", {
  timeout: PATIENCE_MS,
}, async () => {
  const server = startServer();
  await server.open();
  const endless = writeEndlessUnits(dir);
  // As many as may run at once, each of them for hours: what else is asked for needs one of their places.
  const slots = Math.max(2, availableParallelism());
  const ids = Array.from({ length: slots }, (_, i) => 1000 + i);
  for (const id of ids) server.send({ id, method: "tools/call", params: { ...endless, _meta: { progressToken: id } } });
  await until("progress of each", () =>
    ids.every((id) => server.lines.some((line) => line.includes(`"progressToken":${id},`))),
  );
  const { result } = await server.request("tools/list");
  assert.ok((result?.tools ?? []).length > 0);
  for (const requestId of ids)
    server.send({ method: "notifications/cancelled", params: { requestId, reason: "test" } });
  const { result: units } = await server.request("tools/call", { name: "units", arguments: { spelling: "bar" } });
  assert.match(units?.content?.[0].text ?? "", /"evidence"/);
  server.child.stdin.end();
  assert.equal(await server.exited, 0);
  const answered = server.lines.map((line) => JSON.parse(line).id).filter((id) => ids.includes(id));
  assert.deepEqual(answered, [], "a cancelled call is not answered");
});
