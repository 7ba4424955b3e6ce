import { tools } from "liquet:tools";
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import type { JsonSchema } from "../src/surface/describe.ts";
import { commandNames, loadCommand, toolName } from "../src/surface/registry.ts";
import { listTools } from "../src/surface/tools.ts";
import { demoFolder, words } from "./support/golden.ts";
import { root } from "./support/root.ts";
import { runCli } from "./support/run.ts";

let dir: string;
before(async () => {
  dir = await demoFolder();
  process.chdir(dir);
});
after(() => {
  process.chdir(root);
  rmSync(dir, { recursive: true, force: true });
});

/** The forms DESIGN allows for an input field. */
function allowedForm(property: JsonSchema): boolean {
  if (property.enum || property.const !== undefined) return true;
  if (property.anyOf) return property.anyOf.every(allowedForm);
  if (property.type === "array") return property.items !== undefined && allowedForm(property.items);
  if (property.type === "object") return property.properties === undefined;
  return ["string", "number", "integer", "boolean"].includes(property.type ?? "");
}

for (const name of commandNames()) {
  const { input, output, summary } = tools[name];

  test(`${name}: input is one flat, closed object and every field is described`, () => {
    assert.equal(input.type, "object");
    assert.equal(input.additionalProperties, false);
    assert.equal(input.anyOf ?? input.oneOf ?? input.allOf, undefined);
    for (const [key, property] of Object.entries(input.properties ?? {})) {
      assert.match(key, /^[a-z][a-z0-9_]*$/);
      assert.ok((property.description ?? "").length >= 10, `${key} is not described`);
      assert.ok(allowedForm(property), `${key}: ${JSON.stringify(property)} is not an allowed form`);
    }
  });

  test(`${name}: evidence is a closed object, the summary one sentence`, () => {
    assert.equal(output.type, "object");
    assert.equal(output.additionalProperties, false);
    assert.match(summary, /^[A-Z][^\n]{10,200}\.$/);
  });

  test(`${name}: --help shows the summary, every flag and the examples`, async () => {
    const command = await loadCommand(name);
    const { stdout, exit } = await runCli([...name.split(" "), "--help"]);
    assert.equal(exit, 0);
    for (const key of Object.keys(input.properties ?? {})) {
      const shown = command.args.includes(key) ? key : `--${key.replaceAll("_", "-")}`;
      assert.ok(stdout.includes(shown) || stdout.includes(`--no-${shown.slice(2)}`), `${shown} is not in the help`);
    }
    assert.ok(command.examples.length > 0);
    for (const example of command.examples) assert.ok(stdout.includes(`liquet ${example}`));
  });

  test(`${name}: each example runs and is answered`, async () => {
    const command = await loadCommand(name);
    for (const example of command.examples) {
      const { exit, stderr } = await runCli(words(example));
      assert.equal(exit, 0, `liquet ${example}: ${stderr}`);
    }
  });
}

test("tool names are unique and short", () => {
  const names = commandNames().map(toolName);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[a-z][a-z0-9_]{1,40}$/);
});

test("tools/list stays below 60 kB, and each toolset below 15 kB", () => {
  // As a client gets it: the command's own name does not travel.
  const size = (toolsets: string[] | null) =>
    JSON.stringify(listTools(tools, { toolsets, allowWrite: false }).map(({ command, ...tool }) => tool)).length;
  const families = [...new Set(Object.values(tools).map(({ toolset }) => toolset))];
  console.log(`tools/list: ${size(null)} bytes; ${families.map((f) => `${f} ${size([f])}`).join(", ")}`);
  assert.ok(size(null) < 60_000);
  for (const family of families) assert.ok(size([family]) < 15_000, family);
});
