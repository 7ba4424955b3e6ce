import { version } from "liquet:version";
import assert from "node:assert/strict";
import { test } from "node:test";
import { runBuilt, runCli } from "../support/run.ts";

test("--version and --help answer on stdout with exit 0; no words at all show help on stderr with exit 2", async () => {
  assert.deepEqual(await runCli(["--version"]), { exit: 0, stdout: `liquet ${version}\n`, stderr: "" });
  const help = await runCli(["--help"]);
  assert.deepEqual([help.exit, help.stderr], [0, ""]);
  assert.match(help.stdout, /^ {2}profile {2}/m);
  const none = await runCli([]);
  assert.deepEqual([none.exit, none.stdout, none.stderr], [2, "", help.stdout]);
});

test("an unknown command names the nearest one", async () => {
  assert.deepEqual(await runCli(["profil", "x"]), {
    exit: 2,
    stdout: "",
    stderr: "error: unknown command 'profil'; did you mean 'profile'?; see 'liquet --help'\n",
  });
});

test("--json may stand before the command", async () => {
  const { stdout, exit } = await runCli(["--json", "units", "bar"]);
  assert.equal(exit, 0);
  assert.equal(JSON.parse(stdout).call.command, "units");
});

test("a bad call leaves stdout empty, also under --json", async () => {
  const { exit, stdout, stderr } = await runCli(["profile", "gone.csv", "--json"]);
  assert.deepEqual([exit, stdout, stderr], [2, "", "error: cannot open 'gone.csv': no such file\n"]);
});

test("a refusal under --json is one line on stdout and one on stderr", async () => {
  const { exit, stdout, stderr } = await runCli(["units", "furlongs", "--json"]);
  assert.equal(exit, 3);
  assert.equal(stdout.trimEnd().split("\n").length, 1);
  assert.equal(JSON.parse(stdout).error_type, "UnresolvedUnitError");
  assert.match(stderr, /^refusal \[UnresolvedUnitError\] [^\n]+\n$/);
});

test("a reader that goes away early is no error", async () => {
  const { execSync } = await import("node:child_process");
  const { root } = await import("../support/root.ts");
  const out = execSync(`"${process.execPath}" "${root}/dist/liquet.js" --help | head -n 1; echo "\${PIPESTATUS[0]}"`, {
    shell: "/bin/bash",
    encoding: "utf8",
  });
  assert.match(out, /\n0\n$/);
});

test("the built program answers like the function, byte for byte", async () => {
  const built = await runBuilt(["units", "bar", "--json"]);
  const inside = await runCli(["units", "bar", "--json"]);
  assert.deepEqual(built, inside);
});

test("control characters in names reach the screen as text, and JSON as they are", async () => {
  const { inFolder } = await import("../support/folder.ts");
  const name = "esc\u001b[31m.csv";
  await inFolder({ [name]: "timestamp,value,quality\n2024-01-01T00:00:00Z,1,GOOD\n" }, async () => {
    const text = await runCli(["profile", name]);
    assert.equal(text.exit, 0);
    assert.match(text.stdout, /^csv:esc\\x1b\[31m /);
    const { stdout } = await runCli(["profile", name, "--json"]);
    assert.equal(JSON.parse(stdout).tag, "csv:esc\u001b[31m");
    assert.match((await runCli(["profile", "no\u001bne"])).stderr, /^error: cannot open 'no\\x1bne'/);
    // Marks that turn the direction of writing, of both kinds.
    for (const mark of ["202a", "202e", "2066", "2069"]) {
      const { stderr } = await runCli(["profile", `a${String.fromCharCode(Number.parseInt(mark, 16))}b`]);
      assert.match(stderr, new RegExp(`^error: cannot open 'a\\\\x${mark}b'`));
    }
  });
});

test("help fits 80 columns", async () => {
  for (const words of [["--help"], ["profile", "--help"], ["experiment", "--help"]]) {
    const { stdout } = await runCli(words);
    const options = stdout.split("Examples:")[0];
    assert.deepEqual(
      options.split("\n").filter((line) => line.length > 80),
      [],
    );
  }
});
