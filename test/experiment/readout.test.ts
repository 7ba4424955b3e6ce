import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { answerLift } from "../../src/experiment/lift-answer.ts";
import type { LiftCall } from "../../src/experiment/lift-call.ts";
import { readoutFacts } from "../../src/experiment/readout-facts.ts";
import { readoutText } from "../../src/experiment/readout-text.ts";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const pace = { tick: async () => {}, progress: () => {} };
const noTable = async () => {
  throw new Error("no table is read");
};

const DEFAULTS: LiftCall = {
  rows_are_units: false,
  arm: "arm",
  where: {},
  max_leaked_share: 0,
  control: "control",
  adjust: "none",
  hc: "hc3",
  alpha: 0.05,
  scale: "both",
  correction: "holm",
  replicates: 200,
  seed: 1,
  despite_srm: true,
  sequential: "none",
  tuned_units: 5000,
  spending: "obrien_fleming",
  spending_phi: 2,
  bayes: "none",
  prior_mean: 0,
};

const numbers = (text: string) => text.match(/\d+(?:\.\d+)?(?:e[-+]?\d+)?/g) ?? [];

test("property: every number in a readout is in one of its facts, whatever the counts, the level and the plan", async () => {
  const arm = fc
    .integer({ min: 20, max: 5000 })
    .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 1, max: n - 1 }) }));
  await fc.assert(
    fc.asyncProperty(
      fc.record({ control: arm, v2: arm, "arm 3": arm }),
      fc.constantFrom(0.05, 0.01, 0.125),
      fc.constantFrom<LiftCall["sequential"]>("none", "always_valid"),
      fc.boolean(),
      async (arms, alpha, sequential, weighed) => {
        const column = (of: "n" | "k") =>
          Object.fromEntries(Object.entries(arms).map(([name, counts]) => [name, counts[of]]));
        const weights = weighed ? { control: 1, v2: 1, "arm 3": 1 } : undefined;
        const call = { ...DEFAULTS, n: column("n"), successes: column("k"), alpha, sequential, weights };
        const facts = readoutFacts(await answerLift(call, noTable, pace), {
          hypothesis: "more than 12.5 % buy",
          status: "running",
        });
        const known = new Set(facts.flatMap(({ subject, text }) => numbers(`${subject} ${text}`)));
        for (const number of numbers(readoutText(facts))) assert.ok(known.has(number), `${number} is in no fact`);
      },
    ),
    { numRuns: 60 },
  );
});

test("the template itself holds no digit", () => {
  const facts = readoutFacts(
    {
      metric: { type: "mean", outcome: "y", definition: "mean" },
      method: { method: "welch", adjust: "none", alpha: 0.05, sides: 2, sequential: "none" },
      units: null,
      arms: [],
      excluded_arms: [],
      srm: null,
      comparisons: [],
      warnings: [],
    },
    {},
  );
  assert.deepEqual(numbers(readoutText(facts)), []);
});

test("counts, a saved answer and a recorded look give the same sentences about the lift", () =>
  inFolder({}, async () => {
    const counts = ["--n", "control=2016,treatment=1984", "--successes", "control=178,treatment=261"];
    const fromCounts = await runJson(["experiment", "draft-readout", ...counts]);
    const saved = await runCli(["experiment", "analyze-lift", ...counts, "--json"]);
    await inFolder({ "lift.json": saved.stdout }, async () => {
      const fromAnswer = await runJson(["experiment", "draft-readout", "lift.json"]);
      assert.equal(fromAnswer.document.readout, fromCounts.document.readout, fromAnswer.stderr);
      assert.match(
        String(fromAnswer.document.readout),
        /a lift of \+4\.33 points, 95% interval \+2\.39 to \+6\.26 points/,
      );
      await runCli([
        "experiment",
        "create",
        "a",
        "--arms",
        "control=1,treatment=1",
        "--hypothesis",
        "more redeem",
        "--db",
        "r.db",
      ]);
      const nothing = await runJson(["experiment", "draft-readout", "--experiment-id", "a", "--db", "r.db"]);
      assert.equal(nothing.document.error_type, "NotAnAnswer");
      await runCli(["experiment", "analyze-lift", ...counts, "--record-look", "a", "--db", "r.db"]);
      const fromRecord = await runJson(["experiment", "draft-readout", "--experiment-id", "a", "--db", "r.db"]);
      assert.deepEqual(fromRecord.document.source, { kind: "record", name: "a", look: 1 }, fromRecord.stderr);
      assert.match(String(fromRecord.document.readout), /^Hypothesis: more redeem\. Status: running\./);
    });
  }));

test("a file that holds no lift is NotAnAnswer; no source, or two, is a bad call", () =>
  inFolder({ "other.json": '{"result_kind":"evidence","call":{}}', "text.txt": "not JSON" }, async () => {
    for (const file of ["other.json", "text.txt"]) {
      const { document, exit } = await runJson(["experiment", "draft-readout", file]);
      assert.deepEqual([exit, document.error_type], [3, "NotAnAnswer"]);
    }
    assert.equal((await runCli(["experiment", "draft-readout"])).exit, 2);
    assert.equal((await runCli(["experiment", "draft-readout", "other.json", "--experiment-id", "a"])).exit, 2);
  }));

test("an arm called 'arm 3' is compared like any other", async () => {
  const call = { ...DEFAULTS, n: { control: 900, "arm 3": 900 }, successes: { control: 90, "arm 3": 99 } };
  const text = readoutText(readoutFacts(await answerLift(call, noTable, pace), {}));
  assert.match(text, /^arm 3 against control: a lift of \+1\.00 points/m);
  assert.doesNotMatch(text, /undefined/);
});

test("what was done to the outcomes is said: rows chosen, cap, adjustment; and whether a bound was crossed", () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `u${i},${i % 2 ? "treatment" : "control"},${(i * 7) % 23},${i % 5},a`,
  );
  const table = `user,arm,spend,pre,segment\n${rows.join("\n")}\nv,control,9,1,b\n`;
  return inFolder({ "u.csv": table }, async (dir) => {
    const spend = ["u.csv", "--unit", "user", "--outcome", "spend", "--metric", "mean", "--where", "segment=a"];
    const written = async (...more: string[]) => {
      const { stdout } = await runCli(["experiment", "analyze-lift", ...spend, ...more, "--json"]);
      writeFileSync(join(dir, "lift.json"), stdout);
      return String((await runJson(["experiment", "draft-readout", "lift.json"])).document.readout);
    };
    const adjusted = await written("--adjust", "cuped", "--covariate", "pre", "--cap", "20");
    assert.match(
      adjusted,
      /^Measured: mean over users of spend where segment=a\. Outcomes above 20\.00 are taken as 20\.00/,
    );
    assert.match(adjusted, /The lift is adjusted by CUPED on pre\./);
    const staged = await written("--sequential", "group_sequential", "--information", "0.3,0.6");
    assert.match(staged, / Look 2, at 60% of the planned information: its bound was not crossed\./);
  });
});

test("a warning of the answer is repeated in the readout", async () => {
  const argv = [
    "experiment",
    "draft-readout",
    "--n",
    "control=60,treatment=62",
    "--successes",
    "control=1,treatment=9",
  ];
  const { stdout } = await runCli(argv);
  assert.match(stdout, /^Note: treatment against control: a cell holds 1 unit, below 5/m);
});
