import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { isHandle } from "../../src/contract/handle.ts";
import { openStore } from "../../src/store/open-store.ts";

const dirs: string[] = [];
after(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "liquet-store-"));
  dirs.push(dir);
  return dir;
}
const bytes = (text: string) => Buffer.from(text);
const refused = (name: string) => (error: Error) => error.name === name;

test("a handle is its kind and 12 hex of SHA-256 over the canonical recipe", async () => {
  const store = openStore(folder());
  const handle = await store.put("data", { op: "load", n: 1, as: "series" });
  const digest = createHash("sha256").update('{"as":"series","n":1,"op":"load"}').digest("hex");
  assert.equal(handle, `data_${digest.slice(0, 12)}`);
  assert.ok(isHandle(handle));
  assert.deepEqual(await store.recipe(handle), { op: "load", n: 1, as: "series" });
});

test("the order of keys, the process's folder and the time do not change a handle", () => {
  const [a, b] = [openStore(folder()), openStore(folder())];
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ unit: "grapheme-ascii" }),
        fc.oneof(fc.integer(), fc.string({ unit: "grapheme-ascii" })),
      ),
      (options) => {
        const recipe = { ...options, op: "x" };
        const turned = Object.fromEntries(Object.entries(recipe).reverse()) as typeof recipe;
        assert.equal(a.handleOf("res", recipe), b.handleOf("res", turned));
      },
    ),
    { numRuns: 200 },
  );
});

test("an unknown handle is refused with those that are here and how to make it again", async () => {
  const store = openStore(folder());
  const known = await store.put("data", { op: "load", n: 1 });
  await assert.rejects(
    store.recipe("data_000000000000"),
    (error: Error & { details: { known: string[]; remedy: string } }) => {
      assert.equal(error.name, "UnknownHandle");
      assert.deepEqual(error.details.known, [known]);
      assert.match(error.details.remedy, /data load/);
      return true;
    },
  );
  await assert.rejects(store.recipe("../../etc/passwd"), refused("BadCall"));
});

test("a recipe that was edited no longer hashes to its name and is refused", async () => {
  const dir = folder();
  const store = openStore(dir);
  const handle = await store.put("data", { op: "load", n: 1 });
  writeFileSync(join(dir, "recipes/data", `${handle}.json`), '{"n":2,"op":"load"}');
  await assert.rejects(store.recipe(handle), refused("UnknownHandle"));
});

test("a result is computed once, and again when it is deleted, torn or altered", async () => {
  const dir = folder();
  const store = openStore(dir);
  const handle = await store.put("res", { op: "sum" });
  let computed = 0;
  const ask = async () =>
    Buffer.from(await store.result(handle, "sum.1", async () => bytes(`result ${++computed > 0}`))).toString();
  assert.equal(await ask(), "result true");
  assert.equal(await ask(), "result true");
  assert.equal(computed, 1);
  const path = join(dir, "results", handle, "sum.1");
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, 35));
  assert.equal(await ask(), "result true");
  writeFileSync(path, Buffer.concat([whole.subarray(0, 40), bytes("X"), whole.subarray(41)]));
  assert.equal(await ask(), "result true");
  rmSync(join(dir, "results"), { recursive: true });
  assert.equal(await ask(), "result true");
  assert.equal(computed, 4);
});

test("contents are kept by their digest and checked when they are read", async () => {
  const dir = folder();
  const store = openStore(dir);
  const digest = await store.putContent(bytes("abc"));
  // SHA-256("abc"), FIPS 180-2 appendix B.1.
  assert.equal(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(Buffer.from((await store.content(digest)) ?? []).toString(), "abc");
  writeFileSync(join(dir, "contents/ba", digest), "abd");
  assert.equal(await store.content(digest), null);
});

test("release keeps a recipe that another builds on, and takes contents that no other recipe names", async () => {
  const store = openStore(folder());
  const sha256 = await store.putContent(bytes("rows"));
  const parent = await store.put("data", { op: "load", content: { sha256 } });
  const child = await store.put("data", { op: "split", of: parent });
  await store.result(parent, "r", async () => bytes("x"));
  assert.deepEqual(await store.release(parent), { recipe: false, results: 1, contents: 0, dependents: [child] });
  assert.deepEqual(await store.release(child), { recipe: true, results: 0, contents: 0, dependents: [] });
  assert.deepEqual(await store.release(parent), { recipe: true, results: 0, contents: 1, dependents: [] });
  await assert.rejects(store.release(parent), refused("UnknownHandle"));
  assert.equal(await store.content(sha256), null);
});

test("notes are facts beside an id; the latest comes first and changes no handle", async () => {
  const dir = folder();
  const store = openStore(dir);
  await store.note("abc", "one", { path: "a" });
  await store.note("abc", "two", { path: "b" });
  utimesSync(join(dir, "notes/abc/one.json"), 1, 1);
  assert.deepEqual(await store.notes("abc"), [{ path: "b" }, { path: "a" }]);
  await store.note("abc", "one", { path: "c" });
  utimesSync(join(dir, "notes/abc/two.json"), 1, 1);
  assert.deepEqual(await store.notes("abc"), [{ path: "c" }, { path: "b" }]);
});

test("a folder that cannot be written is a bad call; reading it makes nothing", async () => {
  const dir = join(folder(), "file");
  writeFileSync(dir, "");
  const store = openStore(dir);
  assert.deepEqual(await store.list(null), []);
  await assert.rejects(store.put("data", { op: "x" }), refused("BadCall"));
  const none = join(folder(), "none");
  assert.deepEqual(await openStore(none).list("data"), []);
  assert.equal(existsSync(none), false);
});

test("what a killed process left half written is no recipe, and is swept after an hour", async () => {
  const dir = folder();
  mkdirSync(join(dir, "recipes/data"), { recursive: true });
  const [old, fresh] = ["data_111111111111.json.aa.tmp", "data_222222222222.json.bb.tmp"];
  for (const name of [old, fresh]) writeFileSync(join(dir, "recipes/data", name), "{");
  utimesSync(join(dir, "recipes/data", old), 1, 1);
  const store = openStore(dir);
  assert.deepEqual(await store.list("data"), []);
  const handle = await store.put("data", { op: "x" });
  assert.deepEqual(readdirSync(join(dir, "recipes/data")), [fresh, `${handle}.json`]);
});
