import assert from "node:assert/strict";
import { test } from "node:test";
import { runCli, runJson } from "../support/run.ts";

const CALC = ["experiment", "power-calc", "--metric", "proportion", "--baseline", "0.1"];

test("A15: +0.02 on 0.1 and 20% of 0.1 are one question: 3841 per arm, formula named", async () => {
  const absolute = (await runJson([...CALC, "--mde", "0.02", "--mde-kind", "absolute"])).document;
  const relative = (await runJson([...CALC, "--mde", "0.2", "--mde-kind", "relative"])).document;
  const { call: _a, ...a } = absolute;
  const { call: _r, ...r } = relative;
  assert.deepEqual(a, r);
  assert.deepEqual(
    [a.n_per_arm, a.method, a.alternative, a.alpha, a.power_target],
    [3841, "score", "two_sided", 0.05, 0.8],
  );
  assert.match(String(a.formula), /pooled/);
  const wald = (await runJson([...CALC, "--mde", "0.02", "--method", "wald"])).document;
  assert.equal(wald.n_per_arm, 3839);
});

test("A15: 0.1 + 2 is no proportion, and no effect is nothing to detect: bad calls", async () => {
  const beyond = await runCli([...CALC, "--mde", "2", "--mde-kind", "absolute"]);
  assert.equal(beyond.exit, 2);
  assert.equal(beyond.stderr, "error: mde: 0.1 + 2 is no proportion between 0 and 1\n");
  const nothing = await runCli([...CALC, "--mde", "0"]);
  assert.equal(nothing.exit, 2);
  assert.equal(nothing.stderr, "error: mde: 0 is no effect to detect\n");
});
