import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { goldenCases } from "./support/golden.ts";
import { root } from "./support/root.ts";

/** Bytes that an answer stays below unless more was asked for. */
const LIMIT = 8192;

/** Answers that are long because the call asks for it. */
const ASKED: Record<string, string> = {
  "plot/screen-svg-json.txt": "--svg puts the picture into the answer",
  "run/demo-json.txt": "the answer of a run is its ledger",
};

test("answers stay below 8 kB unless more was asked for", (t) => {
  const sizes = goldenCases()
    .filter(({ argv, exit }) => exit === 0 && argv.includes("--json"))
    .map(({ name }) => {
      const [, , ...body] = readFileSync(join(root, "golden", name), "utf8").split("\n");
      return { name, bytes: Buffer.byteLength(body.join("\n")) };
    })
    .sort((a, b) => b.bytes - a.bytes);
  for (const { name, bytes } of sizes.slice(0, 10)) t.diagnostic(`${name}: ${bytes} bytes`);
  const long = sizes.filter(({ bytes }) => bytes >= LIMIT).map(({ name }) => name);
  assert.deepEqual(long.sort(), Object.keys(ASKED).sort());
});
