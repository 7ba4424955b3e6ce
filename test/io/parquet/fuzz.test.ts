import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BadCall, Refusal } from "../../../src/contract/outcome.ts";
import { openParquetArchive } from "../../../src/io/archive-parquet.ts";
import { fixtureFolder, fixtures, memorySource } from "../../support/parquet.ts";
import { PATIENCE_MS } from "../../support/patience.ts";

/** A small seeded generator (mulberry32): 0 <= x < n. */
function generator(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

const MOST_BYTES = 200e6;
const ARRAYS = ["Uint8Array", "Int32Array", "Float64Array", "Uint16Array", "ArrayBuffer", "Array"] as const;

/** Adds up what is allocated by a stated length while `body` runs; typed arrays and plain arrays alike. */
async function allocated(body: () => Promise<void>): Promise<number> {
  let bytes = 0;
  const world = globalThis as unknown as Record<string, new (...args: unknown[]) => object>;
  const before = ARRAYS.map((name) => world[name]);
  for (const name of ARRAYS) {
    world[name] = new Proxy(world[name], {
      construct(target, args, self) {
        const size =
          (target as unknown as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? (name === "Array" ? 8 : 1);
        if (typeof args[0] === "number") bytes += args[0] * size;
        return Reflect.construct(target, args, self);
      },
    });
  }
  try {
    await body();
  } finally {
    ARRAYS.forEach((name, i) => {
      world[name] = before[i];
    });
  }
  return bytes;
}

/** Reads the bytes as an archive: rows, a refusal or a bad call will do; nothing else. */
async function survives(bytes: Uint8Array, what: string): Promise<void> {
  const open = () => memorySource(bytes);
  const taken = await allocated(async () => {
    try {
      await (await openParquetArchive("x.parquet", "x.parquet", { open })).read(null);
    } catch (error) {
      const known = error instanceof Refusal || error instanceof BadCall;
      assert.ok(known, `${what}: ${error instanceof Error ? error.stack : error}`);
      assert.doesNotMatch(error.message, /\n/, what);
    }
  });
  assert.ok(taken < MOST_BYTES, `${what}: ${taken} bytes were allocated`);
}

const sound = fixtures.filter((name) => !name.startsWith("refused-"));
const load = (name: string): Uint8Array => new Uint8Array(readFileSync(join(fixtureFolder, name)));

test("random bytes, with and without the magic, never do more than refuse", { timeout: PATIENCE_MS }, async () => {
  const random = generator(1);
  for (let i = 0; i < 400; i++) {
    const bytes = Uint8Array.from({ length: random(400) }, () => random(256));
    if (i % 2 && bytes.length > 12) {
      bytes.set([0x50, 0x41, 0x52, 0x31]);
      bytes.set([random(bytes.length - 12), 0, 0, 0, 0x50, 0x41, 0x52, 0x31], bytes.length - 8);
    }
    await survives(bytes, `random file ${i}`);
  }
});

test("fixtures cut short anywhere never do more than refuse", { timeout: PATIENCE_MS }, async () => {
  const random = generator(2);
  for (const name of sound) {
    const bytes = load(name);
    for (let i = 0; i < 3; i++) {
      const end = random(bytes.length);
      await survives(bytes.slice(0, end), `${name} cut at ${end}`);
    }
  }
});

test("fixtures with changed bytes read, or are refused", { timeout: PATIENCE_MS }, async () => {
  const random = generator(3);
  for (const name of sound) {
    const bytes = load(name);
    for (let i = 0; i < 12; i++) {
      const changed = bytes.slice();
      const footer = bytes[bytes.length - 8] | (bytes[bytes.length - 7] << 8);
      // half of the changes hit the footer, where the counts and offsets are
      const from = i % 2 ? bytes.length - 8 - footer : 4;
      for (let k = 0; k <= random(6); k++) changed[from + random(bytes.length - from - 4)] = random(256);
      await survives(changed, `${name} with changes ${i}`);
    }
  }
});

const data = process.env.LIQUET_DATA ?? "";
const skip = data === "" && "LIQUET_DATA is not set";

test("a file of 212 bytes that claims 6,442,450,941 rows gets one clear line", { skip }, async () => {
  const bytes = new Uint8Array(readFileSync(join(data, "parquet/bad-broken_structure.parquet")));
  await survives(bytes, "broken structure");
  const open = () => memorySource(bytes);
  await assert.rejects(openParquetArchive("bad.parquet", "bad.parquet", { open }), (error: Error) => {
    return error.name === "SchemaError" && /^bad\.parquet: .*claims 6442450941 rows in 212 bytes/.test(error.message);
  });
});
