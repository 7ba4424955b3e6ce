import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { readTasks } from "./evals/task.ts";
import { root } from "./support/root.ts";
import { runBuilt } from "./support/run.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");

for (const [, clients, block] of readme.matchAll(/<!-- client (.*) -->\n```json\n([\s\S]*?)```/g)) {
  for (const client of clients.split(" ")) {
    test(`the README's block for ${client} is what mcp config prints, but for its absolute paths`, async () => {
      const data = resolve("/path/to/data");
      const { exit, stdout } = await runBuilt(["mcp", "config", "--client", client, "--root", data]);
      assert.equal(exit, 0);
      const printed = JSON.parse(stdout, (_, value) =>
        value === process.execPath
          ? "/path/to/node"
          : value === join(root, "dist/liquet.js")
            ? "/path/to/liquet/dist/liquet.js"
            : value,
      );
      assert.equal(block, `${JSON.stringify(printed, null, 2).replaceAll(JSON.stringify(data), '"/path/to/data"')}\n`);
    });
  }
}

test("the README has a block for every client, and names no other", async () => {
  const clients = [...readme.matchAll(/<!-- client (.*) -->/g)].flatMap(([, names]) => names.split(" "));
  const { stderr } = await runBuilt(["mcp", "config", "--client", "no such client"]);
  assert.match(stderr, new RegExp(`expected one of ${clients.join(", ")};`));
});

test("the README's first questions are tasks of the evals, and it counts the tasks right", () => {
  const tasks = readTasks();
  const [, list] = /<!-- questions -->\n([\s\S]*?)<!-- \/questions -->/.exec(readme) ?? [];
  const questions = [...list.matchAll(/^- \*(.*?)\* /gm)].map(([, question]) => question.replace("/path/to/data/", ""));
  assert.ok(questions.length >= 4);
  for (const question of questions)
    assert.ok(
      tasks.some(({ task }) => task === question),
      question,
    );
  assert.ok(readme.includes(`holds ${tasks.length} questions`));
  const refused = tasks.filter(({ error_type }) => error_type !== undefined).length;
  assert.ok(readme.includes(`${refused} of them must end in a refusal`));
});
