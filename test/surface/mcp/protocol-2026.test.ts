import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { inFolder } from "../../support/folder.ts";
import { callJson, connectClient } from "../../support/mcp-client.ts";
import { until } from "../../support/patience.ts";
import { root } from "../../support/root.ts";
import { runBuilt, runCli, testStore } from "../../support/run.ts";

const CREATE = { experiment_id: "banner", arms: { control: 1, treatment: 1 } };
const server = (protocol: string) => [join(root, "dist/liquet-mcp.js"), "--allow-write", "--protocol", protocol];
const env = { LIQUET_STORE: testStore, LIQUET_DB: "records.db" };

interface Asked {
  message?: string;
  messages?: unknown[];
}

/** A client of the newer SDK over stdio; `answer` is what it says to a question, and its model always writes the same. */
async function connect(cwd: string, protocol: string, mode: VersionNegotiationMode, answer: object | null) {
  const asked: Asked[] = [];
  const client = new Client(
    { name: "t", version: "1" },
    { versionNegotiation: { mode }, capabilities: answer === null ? {} : { elicitation: { form: {} }, sampling: {} } },
  );
  if (answer !== null) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params as Asked);
      return answer as { action: "accept" };
    });
    client.setRequestHandler("sampling/createMessage", async ({ params }) => {
      asked.push(params as Asked);
      return {
        role: "assistant" as const,
        model: "m",
        content: { type: "text" as const, text: "178 of 2016 bought." },
      };
    });
  }
  const { execPath: command } = process;
  await client.connect(new StdioClientTransport({ command, args: server(protocol), cwd, env, stderr: "ignore" }));
  return { client, asked };
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const [{ text }] = result.content as { text: string }[];
  return { text, document: (result.structuredContent ?? {}) as Record<string, unknown> };
}

const PIN = { pin: "2026-07-28" };

test("a client of 2026-07-28 gets the terminal's bytes, lists, prompts, resources and completions", async () => {
  await inFolder({}, async (cwd) => {
    const { client } = await connect(cwd, "2026-07-28", PIN, null);
    assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
    const { text } = await call(client, "units", { spelling: "bar" });
    assert.equal(text, (await runCli(["units", "bar", "--json"])).stdout);
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    assert.deepEqual(uris, ["dataset://schema", "dataset://summary", "experiment://index"]);
    const names = (await client.listPrompts()).prompts.map(({ name }) => name);
    assert.ok(names.includes("investigate_tag"));
    const ref = { type: "ref/prompt" as const, name: "interpret_curves" };
    const { completion } = await client.complete({ ref, argument: { name: "curves", value: "demo:bu" } });
    assert.deepEqual(completion.values, ["demo:bumps"]);
    await assert.rejects(client.readResource({ uri: "experiment://nothing" }), { code: -32602 });
    await client.close();
  });
});

for (const [protocol, mode] of [
  ["2026-07-28", PIN],
  ["auto", PIN],
  ["auto", "legacy"],
  ["auto", "auto"],
] as const) {
  test(`--protocol ${protocol}, client ${JSON.stringify(mode)}: the user is asked, and the client's model writes`, async () => {
    await inFolder({}, async (cwd) => {
      const { client, asked } = await connect(cwd, protocol, mode, { action: "accept", content: { confirm: true } });
      await call(client, "experiment_create", CREATE);
      const closed = await call(client, "experiment_close", { experiment_id: "banner" });
      assert.equal(closed.document.confirmed_by, "the client's user, who was asked");
      const counts = { n: { control: 2016, treatment: 1984 }, successes: { control: 178, treatment: 261 } };
      const drafted = await call(client, "experiment_draft_readout", counts);
      assert.equal(drafted.document.written_by, "client_model");
      assert.deepEqual(
        asked.map((each) => ("messages" in each ? "writing" : "question")),
        ["question", "writing"],
      );
      await client.close();
    });
  });
}

test("a user of 2026-07-28 who declines, and a client that cannot ask, leave it open", async () => {
  await inFolder({}, async (cwd) => {
    const { client } = await connect(cwd, "2026-07-28", PIN, { action: "decline" });
    await call(client, "experiment_create", CREATE);
    const declined = await call(client, "experiment_close", { experiment_id: "banner", confirm: true });
    assert.equal(declined.document.error_type, "NotConfirmed");
    await client.close();
    const { client: mute } = await connect(cwd, "2026-07-28", PIN, null);
    const open = await call(mute, "experiment_close", { experiment_id: "banner" });
    assert.match(String(open.document.cause), /repeat the call with --confirm/);
    await mute.close();
  });
});

test("who listens hears of the experiments it named and of the list", async () => {
  await inFolder({}, async (cwd) => {
    const { client } = await connect(cwd, "2026-07-28", PIN, null);
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("list"));
    const listening = await client.listen({
      resourcesListChanged: true,
      resourceSubscriptions: ["experiment://index"],
    });
    await call(client, "experiment_create", CREATE);
    await call(client, "experiment_close", { experiment_id: "banner", confirm: true });
    await until("four changes", () => heard.length >= 4);
    assert.deepEqual(heard, ["list", "experiment://index", "list", "experiment://index"]);
    await listening.close();
    await client.close();
  });
});

test("--protocol auto serves a client of the older SDK; --protocol 2026-07-28 tells it what is spoken", async () => {
  await inFolder({}, async (cwd) => {
    const { client } = await connectClient({ cwd, args: ["--protocol", "auto"] });
    const { text } = await callJson(client, "units", { spelling: "bar" });
    assert.equal(text, (await runCli(["units", "bar", "--json"])).stdout);
    await client.close();
    await assert.rejects(connectClient({ cwd, args: ["--protocol", "2026-07-28"] }), (error: { data: unknown }) => {
      assert.deepEqual((error.data as { supported: string[] }).supported, ["2026-07-28"]);
      return true;
    });
  });
});

test("an unknown protocol is a wrong call that names the ones there are", async () => {
  const { exit, stderr } = await runBuilt(["mcp", "--protocol", "2024"]);
  assert.equal(exit, 2);
  assert.match(stderr, /^error: .*2025-11-25, 2026-07-28, auto/);
});

test("without the optional package a newer protocol is a wrong call, one line that installs it; the default needs none", async () => {
  await inFolder({}, async (cwd) => {
    cpSync(join(root, "dist"), join(cwd, "dist"), { recursive: true });
    const program = join(cwd, "dist/liquet.js");
    for (const protocol of ["2026-07-28", "auto"]) {
      const { exit, stderr } = await runBuilt(["mcp", "--protocol", protocol], { cwd, program });
      assert.equal(exit, 2);
      assert.match(stderr, /^error: .*run npm install @modelcontextprotocol\/server@2\.4\.0\n$/);
    }
    assert.equal((await runBuilt(["mcp"], { cwd, program })).exit, 0);
  });
});

/** Requests of 2026-07-28, line by line: what no SDK's client would send. */
function rawClient(cwd: string) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, server("2026-07-28"), {
    cwd,
    env: { ...process.env, ...env },
  });
  const waiting = new Map<number, (message: Raw) => void>();
  let buffer = "";
  child.stdout.on("data", (chunk) => {
    buffer += chunk;
    for (let at = buffer.indexOf("\n"); at >= 0; at = buffer.indexOf("\n")) {
      const message = JSON.parse(buffer.slice(0, at)) as Raw;
      buffer = buffer.slice(at + 1);
      waiting.get(message.id)?.(message);
    }
  });
  let id = 0;
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  };
  const tool = (name: string, args: object, more: object = {}) =>
    new Promise<Raw>((resolve) => {
      waiting.set(++id, resolve);
      const params = { name, arguments: args, ...more, _meta: meta };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
    });
  const gone = new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { tool, child, gone };
}

interface Raw {
  id: number;
  error?: { code: number; message: string };
  result?: {
    resultType: string;
    requestState?: string;
    inputRequests?: Record<string, { method: string }>;
    structuredContent?: Record<string, unknown>;
  };
}

test("a confirmation counts only with the state that its question came with: unsigned, altered, or of another call it does not", async () => {
  await inFolder({}, async (cwd) => {
    const { tool, child, gone } = rawClient(cwd);
    await tool("experiment_create", CREATE);
    await tool("experiment_create", { ...CREATE, experiment_id: "other" });
    const close = { experiment_id: "banner" };
    const yes = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };
    const first = await tool("experiment_close", close);
    const { requestState = "", inputRequests, resultType } = first.result ?? {};
    assert.equal(resultType, "input_required");
    assert.equal(inputRequests?.confirm.method, "elicitation/create");
    // A yes that answers no question of ours is asked for again.
    assert.equal((await tool("experiment_close", close, yes)).result?.resultType, "input_required");
    // Of the last character four bits count: "A" and "B" are the same four.
    const flipped = requestState.replace(/.$/, (last) => (last === "A" ? "E" : "A"));
    for (const state of [flipped, "v1.e30.AAAA", "", "x".repeat(100_000)]) {
      const { error } = await tool("experiment_close", close, { ...yes, requestState: state });
      assert.equal(error?.code, -32602, state.slice(0, 20));
    }
    const other = await tool("experiment_close", { experiment_id: "other" }, { ...yes, requestState });
    assert.match(other.error?.message ?? "", /belongs to another call/);
    const altered = await tool("experiment_close", { ...close, conclusion: "kept" }, { ...yes, requestState });
    assert.match(altered.error?.message ?? "", /belongs to another call/);
    // The state without a reply, or with one to something else, has the question asked anew.
    for (const inputResponses of [undefined, {}, { other: { action: "accept", content: { confirm: true } } }]) {
      const again = await tool("experiment_close", close, { requestState, inputResponses });
      assert.equal(again.result?.resultType, "input_required");
    }
    const done = await tool("experiment_close", close, { ...yes, requestState });
    assert.equal(done.result?.structuredContent?.status, "closed");
    child.stdin.end();
    assert.equal(await gone, 0);
  });
});

test("the server of 2026-07-28 ends with its client: stdin closed, stdout closed, a line above 10 MiB", async () => {
  await inFolder({}, async (cwd) => {
    const silent = rawClient(cwd);
    silent.child.stdin.end();
    assert.equal(await silent.gone, 0);
    const deaf = rawClient(cwd);
    await deaf.tool("units", { spelling: "bar" });
    deaf.child.stdout.destroy();
    deaf.child.stdin.on("error", () => {});
    void deaf.tool("units", { spelling: "bar" });
    void deaf.tool("units", { spelling: "bar" });
    assert.equal(typeof (await deaf.gone), "number");
    const long = rawClient(cwd);
    await long.tool("units", { spelling: "bar" });
    long.child.stdin.on("error", () => {});
    void long.tool("units", { spelling: "x".repeat(11 << 20) });
    assert.equal(typeof (await long.gone), "number");
  });
});
