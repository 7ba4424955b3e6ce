import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { ingestNab, ingestSkab, type Labelled, realData } from "../support/real-data.ts";
import { runCli } from "../support/run.ts";

interface LedgerFile {
  tags: { archive: string; findings: string[]; refused: string[]; errors: string[] }[];
  findings: { step: string }[];
  refusals: { step: string; archives: string[]; error_type: string; cause: string }[];
  errors: object[];
}

async function ledgerOf(plan: string): Promise<LedgerFile> {
  writeFileSync("plan.toml", plan);
  const { exit, stderr } = await runCli(["run", "plan.toml"]);
  assert.ok(exit === 0 || exit === 3, `exit ${exit}: ${stderr}`);
  return JSON.parse(readFileSync("liquet-run/ledger.json", "utf8")) as LedgerFile;
}

/** Each archive has, for each step, evidence or a refusal of a known name; nothing was wrongly called. */
function assertAnswered({ tags, errors, refusals }: LedgerFile, archives: number, steps: string[]): void {
  assert.deepEqual(errors, []);
  assert.equal(tags.length, archives);
  for (const { archive, findings, refused } of tags) {
    const answered = [...findings, ...refused.map((text) => text.replace(/:.*/, ""))].sort();
    assert.deepEqual(answered, [...steps].sort(), archive);
  }
  for (const { error_type, cause } of refusals) {
    assert.match(error_type, /^[A-Z][A-Za-z]+$/);
    assert.ok(cause.length > 40, cause);
  }
}

const skip = realData === null && "LIQUET_DATA does not name the folder of real data";

test("every tag of NAB and SKAB has evidence or a typed refusal, step by step", { skip }, () =>
  inFolder({}, async () => {
    const nab = await ingestNab(realData ?? "");
    const skab = await ingestSkab(realData ?? "");
    const all = await ledgerOf(
      'archives = ["nab/*", "skab/*/*.parquet"]\nsteps = ["profile", "segment"]\n[options.profile]\nflatline = true\n',
    );
    assertAnswered(all, nab.length + skab.length, ["profile", "segment"]);
    // One of NAB's series steps back by 55 minutes; it is refused, not sorted.
    assert.deepEqual(
      all.refusals
        .filter(({ step }) => step === "profile")
        .map(({ archives, error_type }) => [...archives, error_type]),
      [["nab/realKnownCause__machine_temperature_system_failure.csv", "NonMonotonicIndex"]],
    );
    for (const folder of [...new Set(skab.map(({ archive }) => archive.replace(/\/[^/]*$/, "")))]) {
      const steps = ["profile", "screen", "spc", "mspc", "compare"];
      const tags = skab.filter(({ archive }) => archive.startsWith(`${folder}/`));
      assertAnswered(await ledgerOf(chartPlan(folder, tags[0], steps)), tags.length, steps);
    }
  }),
);

/** Baseline and before: what the data set learns from; window and after: the rest. */
function chartPlan(folder: string, { times, learned }: Labelled, steps: string[]): string {
  const span = (a: number, b: number) => `"${new Date(times[a]).toISOString()}/${new Date(times[b]).toISOString()}"`;
  const [first, rest] = [span(0, learned - 1), span(learned, times.length - 1)];
  return `archives = ["${folder}/*.parquet"]\nsteps = ${JSON.stringify(steps)}\nbaseline = ${first}\nbefore = ${first}\nwindow = ${rest}\nafter = ${rest}\n`;
}
