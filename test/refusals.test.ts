import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { REFUSALS } from "../src/contract/refusals.ts";
import { root } from "./support/root.ts";

const names = Object.keys(REFUSALS);
const files = (dir: string, end: string) =>
  readdirSync(join(root, dir), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => ({ name: `${dir}/${name}`, text: readFileSync(join(root, dir, name), "utf8") }));
const tests = [...files("test", ".test.ts"), ...files("golden", ".txt")].filter(
  ({ name }) => name !== "test/refusals.test.ts",
);
const sources = [...files("src", ".ts"), ...files("commands", ".ts")].filter(
  ({ name }) => !name.endsWith("/refusals.ts"),
);

for (const name of names) {
  test(`${name} is thrown somewhere, provoked by a test and listed in SCOPE.md`, () => {
    const quoted = new RegExp(`["']${name}["']|"error_type":"${name}"`);
    assert.ok(
      sources.some(({ text }) => quoted.test(text)),
      "no code refuses with it",
    );
    assert.ok(
      tests.some(({ text }) => quoted.test(text)),
      "no test provokes it",
    );
    assert.match(readFileSync(join(root, "SCOPE.md"), "utf8"), new RegExp(`^\\| \`${name}\` \\|`, "m"));
  });
}
