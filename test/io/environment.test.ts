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
