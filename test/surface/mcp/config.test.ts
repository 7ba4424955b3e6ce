import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { root } from "../../support/root.ts";
import { runBuilt } from "../../support/run.ts";

interface Launch {
  command: string;
  args: string[];
  type?: string;
}

for (const [client, key] of [
  ["claude", "mcpServers"],
  ["cursor", "mcpServers"],
  ["vscode", "servers"],
]) {
  test(`mcp config --client ${client}: the block alone is on stdout, its paths are absolute, and what it names is a server`, async () => {
    await inFolder({}, async (cwd) => {
      const words = ["mcp", "config", "--client", client, "--root", ".", "--toolsets", "data"];
      const { exit, stdout, stderr } = await runBuilt(words, { cwd });
      assert.equal(exit, 0);
      assert.match(stderr, /^paste it into .*\n$/);
      const { liquet } = JSON.parse(stdout)[key] as { liquet: Launch };
      assert.ok(isAbsolute(liquet.command) && isAbsolute(liquet.args[0]));
      assert.deepEqual(liquet.args.slice(1), ["mcp", "--root", realpathSync(cwd), "--toolsets", "data"]);
      assert.equal(liquet.type, client === "vscode" ? "stdio" : undefined);
      // Started as a client would: from another folder, without a shell, with an empty environment.
      const child = spawn(liquet.command, liquet.args, { cwd: "/", env: {}, stdio: ["pipe", "pipe", "ignore"] });
      const answer = new Promise((resolve) => child.stdout.once("data", resolve));
      child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      assert.deepEqual(JSON.parse(String(await answer)).result, {});
      child.stdin.end();
    });
  });
}

test("mcp config without a client, or for an unknown one, names those there are; without a root it says what that means", async () => {
  const none = await runBuilt(["mcp", "config"]);
  assert.equal(none.exit, 2);
  assert.match(none.stderr, /^error: client: state one of claude, cursor, vscode/);
  const unknown = await runBuilt(["mcp", "config", "--client", "emacs"]);
  assert.equal(unknown.exit, 2);
  assert.match(unknown.stderr, /claude, cursor, vscode/);
  const open = await runBuilt(["mcp", "config", "--client", "claude"]);
  assert.match(open.stderr, /no --root was stated/);
});

test("server.json tells the registry of this package: same name, same version, arguments that the server takes", async () => {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const [server, about] = [read("server.json"), read("package.json")];
  const [npm] = server.packages;
  assert.deepEqual([server.name, server.version, npm.version], [about.mcpName, about.version, about.version]);
  assert.equal(npm.identifier, about.name);
  assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(server.description.length <= 100);
  const { stdout } = await runBuilt(["mcp", "--help"]);
  for (const { name } of npm.packageArguments) if (name !== undefined) assert.ok(stdout.includes(name), name);
});
