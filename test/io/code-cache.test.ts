import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import * as zlib from "node:zlib";
import fc from "fast-check";
import { type CodeCache, type CompiledCode, readCodeCache, writeCodeCache } from "../../src/io/code-cache.ts";

const { crc32 } = zlib as unknown as { crc32: CodeCache["crc32"] };
const code: CompiledCode = new Map([
  ["main", new Uint8Array([1, 2, 3])],
  ["core", new Uint8Array(1000).fill(7)],
]);

let dir: string;
let cache: CodeCache;
before(() => {
  dir = mkdtempSync(join(tmpdir(), "liquet-code-"));
  cache = { path: join(dir, "deep", "profile.bin"), identity: "build node", crc32 };
});
after(() => rmSync(dir, { recursive: true, force: true }));

const plain = (compiled: CompiledCode) => [...compiled].map(([name, bytes]) => [name, [...bytes]]);

test("what was kept comes back, each blob on a multiple of 8, and no other file is left", () => {
  writeCodeCache(cache, () => code);
  const read = readCodeCache(cache);
  assert.deepEqual(plain(read), plain(code));
  for (const { byteOffset } of read.values()) assert.equal(byteOffset % 8, 0);
  assert.deepEqual(readdirSync(join(dir, "deep")), ["profile.bin"]);
});

test("a file of another program or engine is as if there were none", () => {
  writeCodeCache(cache, () => code);
  assert.equal(readCodeCache({ ...cache, identity: "build other" }).size, 0);
  assert.equal(readCodeCache({ ...cache, path: join(dir, "gone.bin") }).size, 0);
});

test("a file in which any byte is another, or that is cut anywhere, is as if there were none", () => {
  writeCodeCache(cache, () => code);
  const whole = readFileSync(cache.path);
  const broken = { ...cache, path: join(dir, "broken.bin") };
  const place = fc.nat(whole.length - 1);
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, change, cut) => {
      const bytes = cut ? whole.subarray(0, at) : Buffer.from(whole);
      if (!cut) bytes[at] ^= change;
      writeFileSync(broken.path, bytes);
      assert.equal(readCodeCache(broken).size, 0);
    }),
    { numRuns: 200 },
  );
});

test("a folder that cannot be made: nothing is compiled for it, nothing is thrown", () => {
  writeFileSync(join(dir, "file"), "");
  let asked = false;
  writeCodeCache({ ...cache, path: join(dir, "file", "profile.bin") }, () => {
    asked = true;
    return code;
  });
  assert.equal(asked, false);
});

test("another user's file is not read", { skip: process.getuid === undefined && "no users here" }, (t) => {
  writeCodeCache(cache, () => code);
  t.mock.method(process as { getuid(): number }, "getuid", () => 4242);
  assert.equal(readCodeCache(cache).size, 0);
});

test("a failure while compiling leaves the old file and no other", () => {
  writeCodeCache(cache, () => code);
  writeCodeCache(cache, () => {
    throw new Error("no memory");
  });
  assert.deepEqual(plain(readCodeCache(cache)), plain(code));
  assert.deepEqual(readdirSync(join(dir, "deep")), ["profile.bin"]);
});

test("only its owner can read what was kept", { skip: process.platform === "win32" && "no modes here" }, () => {
  writeCodeCache(cache, () => code);
  assert.deepEqual(
    [cache.path, dirname(cache.path)].map((path) => statSync(path).mode & 0o777),
    [0o600, 0o700],
  );
});
