import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { realPathOf, resolvePath } from "../../src/io/paths.ts";
import { inFolder } from "../support/folder.ts";

/** Folders a and b beside an outside one; the current folder is `elsewhere`. */
function withRoots(body: (at: (name: string) => string) => void): Promise<void> {
  return inFolder({ "a/one.csv": "1", "b/two.csv": "2", "b/one.csv": "3", "outside/secret.csv": "4" }, async (dir) => {
    const at = (name: string) => join(realPathOf(dir), name);
    mkdirSync(at("elsewhere"));
    process.chdir(at("elsewhere"));
    body(at);
    process.chdir(dir);
  });
}

test("a relative path is found in the roots, the first that has it, wherever the server was started", () =>
  withRoots((at) => {
    const roots = [at("a"), at("b")];
    assert.equal(resolvePath("one.csv", roots), at("a/one.csv"));
    assert.equal(resolvePath("two.csv", roots), at("b/two.csv"));
    // What is not there yet goes into the first.
    assert.equal(resolvePath("new.csv", roots), at("a/new.csv"));
  }));

test("the current folder comes first where it is a root", () =>
  withRoots((at) => {
    writeFileSync("one.csv", "5");
    assert.equal(resolvePath("one.csv", [at("a"), at("elsewhere")]), at("elsewhere/one.csv"));
  }));

test("no way leads out of the roots: dots, links, absolute paths and file URLs", () =>
  withRoots((at) => {
    const roots = [at("a")];
    symlinkSync(at("outside"), at("a/link"));
    for (const ref of [
      "../outside/secret.csv",
      "link/secret.csv",
      at("outside/secret.csv"),
      `file://${at("outside/secret.csv")}`,
      "../a/../outside/secret.csv",
    ])
      assert.throws(() => resolvePath(ref, roots), /outside the folders/, ref);
    assert.throws(() => resolvePath("one.csv\0", roots), /NUL/);
    // What is opened for writing would be made where such a link leads.
    symlinkSync(at("outside/new.db"), at("a/new.db"));
    symlinkSync("../outside/nothing", at("a/nothing"));
    symlinkSync("circle", at("a/circle"));
    for (const ref of ["new.db", "nothing/new.db"])
      assert.throws(() => resolvePath(ref, roots), /outside the folders/, ref);
    assert.equal(resolvePath("circle", roots), at("a/circle"));
  }));

test("without roots a relative path is that of the current folder", () =>
  withRoots((at) => assert.equal(resolvePath("one.csv", []), at("elsewhere/one.csv"))));
