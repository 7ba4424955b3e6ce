import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

interface DemoFile {
  path: string;
  kind: string;
  samples: number | null;
}

test("demo writes the archives, a CSV with its metadata, the trial and its plan, and says that they are synthetic", async () => {
  await inFolder({}, async () => {
    const { exit, document } = await runJson(["demo"]);
    assert.equal(exit, 0);
    const files = document.files as DemoFile[];
    assert.deepEqual(
      files.map(({ path, samples }) => [path, samples]),
      [
        ["liquet-demo/fic101.parquet", 562],
        ["liquet-demo/tic101.parquet", 562],
        ["liquet-demo/fic101.csv", 562],
        ["liquet-demo/fic101.meta.json", null],
        ["liquet-demo/plan.toml", null],
        ["liquet-demo/switchback/ti201.parquet", 4320],
        ["liquet-demo/switchback/fi200.parquet", 4320],
        ["liquet-demo/switchback/tt001.parquet", 4320],
        ["liquet-demo/switchback/plan.json", null],
      ],
    );
    for (const { path } of files) assert.ok(existsSync(path), path);
    assert.equal(document.synthetic, true);
  });
});

test("an existing file is a bad call, and nothing at all is written", async () => {
  await inFolder({ "liquet-demo/switchback/plan.json": "mine" }, async () => {
    const run = await runCli(["demo"]);
    assert.equal(run.exit, 2);
    assert.match(
      run.stderr,
      /^error: directory: 'liquet-demo\/switchback\/plan.json' exists already, and nothing was written/,
    );
    assert.equal(existsSync("liquet-demo/fic101.parquet"), false);
    assert.equal(readFileSync("liquet-demo/switchback/plan.json", "utf8"), "mine");
  });
});

test("the rows are the same at every run, and the CSV holds those of the archive", async () => {
  await inFolder({}, async () => {
    await runCli(["demo", "one"]);
    await runCli(["demo", "two/deep/"]);
    for (const file of ["fic101.csv", "fic101.meta.json", "switchback/plan.json", "tic101.parquet"]) {
      assert.deepEqual(readFileSync(`one/${file}`), readFileSync(`two/deep/${file}`));
    }
    const digestOf = async (path: string) => {
      const { document } = await runJson(["profile", path]);
      return (document.provenance as { sha256: string }[])[0].sha256;
    };
    assert.equal(await digestOf("one/fic101.csv"), await digestOf("one/fic101.parquet"));
  });
});

test("values carry four decimals at most, so their bytes do not depend on the last bit of sin or log", async () => {
  await inFolder({}, async () => {
    await runCli(["demo", "d"]);
    const lines = readFileSync("d/fic101.csv", "utf8").trimEnd().split("\n").slice(1);
    assert.ok(lines.every((line) => /^2024-03-3[01]T\d\d:\d\d:00Z,\d+(\.\d{1,4})?,(GOOD|SENSOR DRIFT)$/.test(line)));
  });
});

test("the flow has its outage, its half hour at full scale and one unknown code; the temperature decouples", async () => {
  await inFolder({}, async () => {
    await runCli(["demo", "d"]);
    const flow = (await runJson(["profile", "d/fic101.parquet"])).document as Record<string, Record<string, unknown>>;
    assert.deepEqual(
      (flow.coverage.gaps as { start: string; end: string }[]).map(({ start, end }) => [start, end]),
      [["2024-03-30T23:00:00Z", "2024-03-30T23:40:00Z"]],
    );
    assert.deepEqual(flow.range.high, { n_good: 29, n_all: 29 });
    assert.deepEqual(flow.quality.unmapped_codes, ["SENSOR DRIFT"]);
    assert.deepEqual(flow.quality.counts, { GOOD: 561, UNCERTAIN: 1, BAD: 0 });
    const spread = async (window: string) => {
      const { document } = await runJson(["profile", "d/tic101.parquet", "--window", window]);
      return (document.values as { mad: number }).mad;
    };
    assert.ok((await spread("2024-03-31T04:00Z/PT2H")) > 3 * (await spread("2024-03-30T20:00Z/PT2H")));
  });
});

test("the demo's trial shows the effect of 0.25 only when the covariates are allowed for", async () => {
  await inFolder({}, async () => {
    await runCli(["demo", "d"]);
    const tags = ["ti201", "fi200", "tt001"].map((tag) => `d/switchback/${tag}.parquet`);
    const argv = ["switchback", "analyze", "d/switchback/plan.json", ...tags, "--target", "TI201.PV"];
    const { document } = await runJson([...argv, "--covariates", "FI200.PV", "--covariates", "TT001.PV"]);
    const { direct, adjusted } = document as Record<string, { p_value: number; interval: { lo: number; hi: number } }>;
    assert.ok(direct.p_value > 0.05);
    assert.ok(direct.interval.lo < 0 && direct.interval.hi > 0.25);
    assert.ok(adjusted.p_value < 0.01);
    assert.ok(adjusted.interval.lo > 0 && adjusted.interval.lo < 0.25 && adjusted.interval.hi > 0.25);
  });
});
