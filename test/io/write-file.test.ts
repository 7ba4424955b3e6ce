import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { test } from "node:test";
import { BadCall } from "../../src/contract/outcome.ts";
import { writeFileAtomically } from "../../src/io/write-file.ts";
import { inFolder } from "../support/folder.ts";

const refused = (pattern: RegExp) => (error: unknown) => error instanceof BadCall && pattern.test(error.message);

test("a file appears whole, with the folders that it needs, and nothing else appears", () =>
  inFolder({}, async () => {
    await writeFileAtomically("a/b/c.txt", "a/b/c.txt", "déjà", false);
    assert.equal(readFileSync("a/b/c.txt", "utf8"), "déjà");
    assert.deepEqual(readdirSync("a/b"), ["c.txt"]);
  }));

test("an existing file is kept without overwrite and replaced with it", () =>
  inFolder({ "x.txt": "old" }, async () => {
    await assert.rejects(writeFileAtomically("x.txt", "x.txt", "new", false), refused(/^'x.txt' exists/));
    assert.equal(readFileSync("x.txt", "utf8"), "old");
    await writeFileAtomically("x.txt", "x.txt", "new", true);
    assert.equal(readFileSync("x.txt", "utf8"), "new");
  }));

test("overwrite replaces plain files alone: not a folder, not a link, not a device", () =>
  inFolder({ "target.txt": "kept" }, async () => {
    mkdirSync("folder");
    symlinkSync("target.txt", "link.txt");
    for (const path of ["folder", "link.txt", "/dev/null"]) {
      await assert.rejects(writeFileAtomically(path, path, "new", true), refused(/not a plain file/), path);
    }
    assert.equal(readFileSync("target.txt", "utf8"), "kept");
  }));

test("a parent that is a file is a bad call that leaves nothing behind", () =>
  inFolder({ "x.txt": "old" }, async () => {
    await assert.rejects(writeFileAtomically("x.txt/y.txt", "x.txt/y.txt", "new", false), refused(/^cannot write/));
    assert.deepEqual(readdirSync("."), ["x.txt"]);
  }));

test("two writers of one new name: one wins, the other is told", () =>
  inFolder({}, async () => {
    const both = await Promise.allSettled(
      ["one", "two"].map((text) => writeFileAtomically("z.txt", "z.txt", text, false)),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.ok(["one", "two"].includes(readFileSync("z.txt", "utf8")));
  }));
