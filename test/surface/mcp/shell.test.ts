import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { callJson, connectClient } from "../../support/mcp-client.ts";

const posix = { skip: process.platform === "win32" };

async function withShell(args: string[], body: (c: Awaited<ReturnType<typeof connectClient>>) => Promise<void>) {
  await inFolder({}, async (cwd) => {
    const connected = await connectClient({ cwd, args });
    try {
      await body(connected);
    } finally {
      await connected.client.close();
    }
  });
}

test("a shell is offered only where the server was started with --allow-shell, and is marked as what it is", async () => {
  await withShell([], async ({ client }) => {
    assert.ok(!(await client.listTools()).tools.some(({ name }) => name === "shell"));
    await assert.rejects(client.callTool({ name: "shell", arguments: { command: "true" } }), /--allow-shell/);
  });
  await withShell(["--allow-shell"], async ({ client }) => {
    const shell = (await client.listTools()).tools.find(({ name }) => name === "shell");
    assert.deepEqual(shell?.annotations, {
      readOnlyHint: false,
      openWorldHint: true,
      destructiveHint: true,
      idempotentHint: false,
    });
  });
});

test("it answers with the exit code and both streams, the middle of a long output left out", posix, () =>
  withShell(["--allow-shell"], async ({ client }) => {
    const run = async (command: string) => (await callJson(client, "shell", { command })).document;
    const said = await run("echo out; echo err >&2; exit 3");
    assert.deepEqual([said.result_kind, said.exit_code, said.output], ["evidence", 3, "out\nerr\n"]);
    const long = await run("head -c 25000 /dev/zero | tr '\\0' x");
    assert.equal(long.characters_dropped, 5000);
    assert.match(String(long.output), /^x{10000}\n\[5000 characters left out\]\nx{10000}$/);
    assert.equal((await run("cat")).output, "");
    const killed = await run("kill -9 $$");
    assert.deepEqual([killed.exit_code, killed.exit_code_reason], [null, "ended by SIGKILL"]);
  }),
);

test("a wrong call is one line", posix, () =>
  withShell(["--allow-shell"], async ({ client }) => {
    const { isError, content } = await client.callTool({ name: "shell", arguments: { cmd: "true" } });
    assert.equal(isError, true);
    assert.match((content as { text: string }[])[0].text, /^error: .*cmd|command/);
  }),
);
