import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const { document } = await runJson(["fda", "run-method", "demo:bumps", "--method", "smoothing"]);
const res = String(document.result_id);

for (const words of [["align"], ["cluster", "--k", "2"], ["fpca"], ["smooth", "--n-basis", "9"]]) {
  test(`fda ${words[0]} takes the curves that a run left, by its handle or its name, as it takes them from a file`, () =>
    inFolder({}, async () => {
      const out = ["fda", "result", res, "--field", "fitted", "--out", "smooth.csv"];
      assert.equal((await runCli(out)).exit, 0);
      const answers = [];
      for (const ref of [res, "smoothing:demo:bumps", "smooth.csv"]) {
        const [command, ...rest] = words;
        const run = await runJson(["fda", command, ref, ...rest]);
        assert.equal(run.exit, 0, run.stderr);
        const { handle, call, provenance, ...facts } = run.document;
        answers.push(JSON.stringify(facts));
      }
      assert.equal(answers[1], answers[0]);
      assert.equal(answers[2], answers[0]);
    }));
}

test("a run that leaves no curves is a bad call, and the line says so", async () => {
  const { exit, stderr } = await runCli(["fda", "align", "fpca:demo:bumps"]);
  assert.equal(exit, 2);
  assert.match(stderr, /fpca leaves no curves behind/);
});
