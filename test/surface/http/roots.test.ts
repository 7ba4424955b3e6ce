import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { runCli } from "../../support/run.ts";

const ISSUER = ["--issuer", "https://login.example", "--jwks", "keys.json"];

test("a root that is no folder ends every way to serve before it begins, and the block for it comes with a word", () =>
  inFolder({ "a.csv": "t,y\n" }, async () => {
    for (const root of ["nope", "a.csv", "a.csv/b", ""]) {
      for (const words of [[], ["--http", ...ISSUER]]) {
        const { exit, stdout, stderr } = await runCli(["mcp", ...words, "--root", root]);
        assert.deepEqual([exit, stdout, stderr], [2, "", `error: --root: '${root}' is no folder\n`]);
      }
      const { exit, stderr } = await runCli(["mcp", "config", "--client", "claude", "--root", root]);
      assert.equal(exit, 0);
      assert.match(stderr, /^--root: '.*' is no folder, and the server does not start before it is one$/m);
    }
  }));

test("over HTTP a root that holds the store is refused, by a link too: parts of it are each subject's own", () =>
  inFolder({}, async (cwd) => {
    mkdirSync(join(cwd, "data"));
    mkdirSync(join(cwd, "kept"));
    symlinkSync(join(cwd, "kept"), join(cwd, "data", "link"));
    for (const [root, store] of [
      [".", "kept"],
      [".", "kept/not/yet"],
      ["kept", "kept"],
      [join(cwd, "data", "link"), "kept"],
    ]) {
      const serve = ["mcp", "--http", ...ISSUER, "--root", "data", "--root", root];
      const { exit, stderr } = await runCli([...serve, "--store", store], { env: { LIQUET_STORE: "/elsewhere" } });
      assert.equal(exit, 2);
      assert.match(
        stderr,
        /^error: --root: '.*' holds liquet's store '.*', whose parts .* choose another --root or --store\n$/,
      );
    }
    // Beside each other they are well: the next thing that is looked at is missing.
    writeFileSync(join(cwd, "data", "a.csv"), "t,y\n");
    const beside = await runCli(["mcp", "--http", ...ISSUER, "--root", "data", "--store", "kept"]);
    assert.match(beside.stderr, /^error: cannot open 'keys.json'/);
  }));
