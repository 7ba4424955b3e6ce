import { tools } from "liquet:tools";
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { commandNames, loadCommand } from "../src/surface/registry.ts";
import { demoFolder, goldenCases } from "./support/golden.ts";
import { root } from "./support/root.ts";
import { runCli, runJson } from "./support/run.ts";

let dir: string;
before(async () => {
  dir = await demoFolder();
  process.chdir(dir);
});
after(() => {
  process.chdir(root);
  rmSync(dir, { recursive: true, force: true });
});

const evidence = goldenCases().filter(({ argv, exit }) => exit === 0 && argv.includes("--json"));

for (const { name, argv } of evidence) {
  const two = argv.slice(0, 2).join(" ");
  const command = commandNames().includes(two) ? two : argv[0];
  if (tools[command].writes || command === "replay") continue;
  test(`golden ${name}: its answer replays to the same bytes`, async (t) => {
    if ((await loadCommand(command)).volatile) return t.skip("the answer is about the moment");
    const saved = await runCli(argv);
    assert.equal(saved.exit, 0, saved.stderr);
    writeFileSync("saved.json", saved.stdout);
    const { exit, document, stderr } = await runJson(["replay", "saved.json"]);
    if (exit === 3 && document.error_type === "GatedCall") return t.skip("the call writes through a field");
    assert.equal(exit, 0, stderr);
    assert.deepEqual([document.verdict, document.differing_fields], ["same", []]);
  });
}
