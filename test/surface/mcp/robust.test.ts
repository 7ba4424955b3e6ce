import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type EndlessCall, writeEndlessUnits } from "../../support/endless.ts";
import { inFolder } from "../../support/folder.ts";
import { isRunning } from "../../support/job-store.ts";
import { callJson, connectClient } from "../../support/mcp-client.ts";
import { PATIENCE_MS, until } from "../../support/patience.ts";
import { root } from "../../support/root.ts";
import { runBuilt, testStore } from "../../support/run.ts";

const env = { ...process.env, LIQUET_STORE: testStore };
const PROGRAM = join(root, "dist/liquet-mcp.js");

let endless: EndlessCall;
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "liquet-endless-"));
  endless = writeEndlessUnits(folder);
});
after(() => {
  // Those that a failed test left running would keep this process.
  for (const server of started) server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** The built server, spoken to in bytes. */
const started: ChildProcess[] = [];
function startServer(cwd: string) {
  const server = spawn(process.execPath, [PROGRAM], { cwd, env, stdio: "pipe" });
  started.push(server);
  return server;
}

const timeout = PATIENCE_MS;
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const call = (id: number, name: string, args: object) =>
  line({ id, method: "tools/call", params: { name, arguments: args } });

/** An endless call that tells its progress. */
const computing = () => line({ id: 1, method: "tools/call", params: { ...endless, _meta: { progressToken: "p" } } });
const PROGRESS = "notifications/progress";

test("a client killed in the middle of a call leaves no server behind", { timeout }, async () => {
  await inFolder({}, async (cwd) => {
    // The client in between starts the server, says the server's number once a call computes, and waits to be killed.
    const script = `
      const { spawn } = require("node:child_process");
      const server = spawn(process.execPath, [${JSON.stringify(PROGRAM)}], { stdio: ["pipe", "pipe", "ignore"] });
      let said = "";
      server.stdout.on("data", (chunk) => {
        const before = said.includes("${PROGRESS}");
        said += chunk;
        if (!before && said.includes("${PROGRESS}")) console.log(server.pid);
      });
      server.stdin.write(${JSON.stringify(line(INITIALIZE) + computing())});
      setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ["-e", script], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
    started.push(client);
    const pid = await new Promise<number>((resolve) => client.stdout.once("data", (text) => resolve(Number(text))));
    assert.ok(isRunning(pid));
    client.kill("SIGKILL");
    await until("the end of the server", () => !isRunning(pid));
  });
});

test("SIGTERM ends the server in the middle of a call too", { timeout }, async () => {
  await inFolder({}, async (cwd) => {
    const server = startServer(cwd);
    const exited = new Promise((resolve) => server.once("exit", resolve));
    let said = "";
    server.stdout.on("data", (chunk) => (said += chunk));
    server.stdin.write(line(INITIALIZE) + computing());
    await until("progress of the call", () => said.includes(PROGRESS));
    server.kill("SIGTERM");
    assert.equal(await exited, 0);
  });
});

test("five thousand calls at once, read late, are all answered in lines that parse, and stderr stays empty", async () => {
  await inFolder({}, async (cwd) => {
    const server = startServer(cwd);
    let [out, told] = ["", ""];
    server.stderr.on("data", (text) => (told += text));
    const calls = Array.from({ length: 5000 }, (_, i) =>
      call(i + 1, "units", { spelling: i % 2 ? "bar" : "nonsense" }),
    );
    // Nobody reads until the server has taken in all calls but what one pipe holds: answers queue up behind another.
    await new Promise((taken) => server.stdin.write(line(INITIALIZE) + calls.join(""), taken));
    await new Promise<void>((all) => {
      let lines = 0;
      server.stdout.on("data", (text: Buffer) => {
        out += text;
        for (const byte of text) if (byte === 10 && ++lines === 5001) all();
      });
    });
    server.stdin.end();
    await new Promise((resolve) => server.once("exit", resolve));
    const messages = out
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as { id: number; result?: unknown });
    assert.equal(new Set(messages.map(({ id }) => id)).size, 5001);
    assert.ok(messages.every(({ result }) => result !== undefined));
    assert.equal(told, "");
  });
});

test("a storm of calls, each cancelled at once, is survived: none of them is answered and the next call is", {
  timeout,
}, async () => {
  await inFolder({}, async (cwd) => {
    const { client } = await connectClient({ cwd });
    let answers = 0;
    for (let round = 0; round < 20; round++) {
      const cancels = Array.from({ length: 20 }, () => new AbortController());
      const calls = cancels.map(({ signal }) => client.callTool({ ...endless }, undefined, { signal }));
      const settled = Promise.allSettled(calls);
      // Some before a call has begun, some after.
      await setTimeout(round * 5);
      for (const cancel of cancels) cancel.abort();
      answers += (await settled).filter(({ status }) => status === "fulfilled").length;
    }
    assert.equal(answers, 0);
    const { document } = await callJson(client, "units", { spelling: "bar" });
    assert.equal(document.result_kind, "evidence");
    await client.close();
  });
});

test("logs reach a client that asked for them, from the level it asked for, and no other", async () => {
  await inFolder({}, async (cwd) => {
    const { client, told } = await connectClient({ cwd });
    await callJson(client, "units", { spelling: "bar" });
    assert.deepEqual(told.logs, []);
    await client.setLoggingLevel("warning");
    await callJson(client, "units", { spelling: "bar" });
    assert.deepEqual(told.logs, []);
    await client.setLoggingLevel("debug");
    await callJson(client, "units", { spelling: "nonsense" });
    const [{ level, logger, data }] = told.logs as { level: string; logger: string; data: Record<string, unknown> }[];
    assert.deepEqual([level, logger, data.tool, data.outcome], ["debug", "liquet", "units", "refusal"]);
    assert.equal(typeof data.ms, "number");
    await client.close();
  });
});

test("what is asked for the machine, not for the client, never stands on stdout", async () => {
  const run = await runBuilt([], {
    program: "liquet-mcp.js",
    stdin: `${JSON.stringify(INITIALIZE)}\nnot json\n[]\n{}\n`,
  });
  assert.equal(run.exit, 0);
  for (const text of run.stdout.trimEnd().split("\n")) assert.equal(JSON.parse(text).jsonrpc, "2.0");
});
