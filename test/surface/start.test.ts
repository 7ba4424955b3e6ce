import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { root } from "../support/root.ts";
import { runBuilt } from "../support/run.ts";

let dir: string;
let home: string;
let expected: Awaited<ReturnType<typeof runBuilt>>;

/** A run whose user has the folder `home`, on any system. */
const run = (words: string[], env: Record<string, string> = {}) =>
  runBuilt(words, {
    cwd: dir,
    env: { HOME: home, USERPROFILE: home, LOCALAPPDATA: home, XDG_CACHE_HOME: home, ...env },
  });
const PROFILE = ["profile", "liquet-demo/fic101.parquet", "--json"];
const profile = (env?: Record<string, string>) => run(PROFILE, env);

const kept = () =>
  readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(bin|tmp)$/.test(name))
    .map((name) => join(home, name));
const oneFile = () => {
  const files = kept();
  assert.equal(files.length, 1, files.join(", "));
  return files[0];
};
const identity = (path: string) => `${statSync(path).ino} ${statSync(path).mtimeMs}`;

before(async () => {
  dir = mkdtempSync(join(tmpdir(), "liquet-start-"));
  home = join(dir, "home");
  mkdirSync(home);
  await run(["demo"], { LIQUET_NO_CODE_CACHE: "1" });
  expected = await profile({ LIQUET_NO_CODE_CACHE: "1" });
  assert.equal(expected.exit, 0);
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
});
after(() => rmSync(dir, { recursive: true, force: true }));

test("--help and --version need one script of the program", async () => {
  const part = join(dir, "part");
  for (const file of ["liquet.js", "package.json", "program/main.js"])
    cpSync(join(root, "dist", file), join(part, file));
  for (const word of ["--help", "--version"]) {
    assert.deepEqual(await runBuilt([word], { program: join(part, "liquet.js") }), await runBuilt([word]));
  }
});

test("LIQUET_NO_CODE_CACHE=1 keeps nothing, and neither does --help", async () => {
  await profile({ LIQUET_NO_CODE_CACHE: "1" });
  await run(["--help"]);
  assert.deepEqual(kept(), []);
});

test("the first run keeps what was compiled, the next ones use it, and all answer the same", async () => {
  assert.deepEqual(await profile(), expected);
  const path = oneFile();
  const first = identity(path);
  assert.deepEqual(await profile(), expected);
  assert.equal(identity(oneFile()), first);
});

test("a run that needs more of the program adds to it, once", async () => {
  const csv = ["profile", "liquet-demo/fic101.csv", "--json"];
  await profile();
  const { size } = statSync(oneFile());
  await run(csv);
  assert.ok(statSync(oneFile()).size > size);
  const both = identity(oneFile());
  assert.deepEqual(await profile(), expected);
  await run(csv);
  assert.equal(identity(oneFile()), both);
});

test("a damaged file changes no answer, is not mentioned and is replaced", async () => {
  await profile();
  const path = oneFile();
  const whole = readFileSync(path);
  const flipped = Buffer.from(whole).map((byte, at) => (at % 997 === 500 ? byte ^ 255 : byte));
  for (const bytes of [Buffer.alloc(0), whole.subarray(0, whole.length / 2), flipped, Buffer.from("not a cache")]) {
    writeFileSync(path, bytes);
    assert.deepEqual(await profile(), expected);
    assert.equal(statSync(oneFile()).size > whole.length / 2, true);
  }
});

test("what other flags compiled is not used", async () => {
  await profile();
  const first = identity(oneFile());
  assert.deepEqual(await profile({ NODE_OPTIONS: "--max-old-space-size=512" }), expected);
  assert.notEqual(identity(oneFile()), first);
});

test("where the cache folder cannot be made, the answer is the same and nothing is said", async () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  assert.deepEqual(
    await profile({ HOME: file, USERPROFILE: file, LOCALAPPDATA: file, XDG_CACHE_HOME: file }),
    expected,
  );
});

test("eight at once, from nothing and then on a damaged file, all answer and leave one whole file", async () => {
  for (const damaged of [false, true]) {
    if (damaged) writeFileSync(oneFile(), "damaged");
    const all = await Promise.all(Array.from({ length: 8 }, () => profile()));
    for (const one of all) assert.deepEqual(one, expected);
    const left = identity(oneFile());
    await profile();
    assert.equal(identity(oneFile()), left);
  }
});
