import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { environment } from "../../src/io/environment.ts";
import { root } from "../support/root.ts";

test("doctor names every optional package", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const checks = environment({}).checks.map(({ check }) => check);
  for (const name of Object.keys(optionalDependencies)) {
    assert.ok(
      checks.some((check) => check === name || check.startsWith(`${name}/`)),
      `${name} is not in ${checks.join(", ")}`,
    );
  }
});

test("the README says how many optional packages there are", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, said] = /pulls in only (\w+) optional packages/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  const words = ["none", "one", "two", "three", "four", "five", "six"];
  assert.equal(said, words[Object.keys(optionalDependencies).length]);
});
