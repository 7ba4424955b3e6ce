import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { root } from "../support/root.ts";
import { runCli, runJson } from "../support/run.ts";

/** A slow wave with a step, 120 samples a minute apart; each archive has its own phase. */
function wave(k: number): string {
  const values = Array.from({ length: 120 }, (_, i) =>
    Number((50 + k + Math.sin((i * (k + 3)) / 5) + (i >= 90 ? 4 : 0)).toFixed(4)),
  );
  return seriesCsv({ start: "2024-01-01T00:00:00Z", step_s: 60, values });
}

const PLAN = `archives = ["data/*.csv"]
baseline = "2024-01-01T00:00:00Z/PT1H"
window = "2024-01-01T01:00:00Z/PT59M"
steps = ["profile", "spc", "screen"]
[options.screen]
k = 4
`;

function files(n: number, plan = PLAN): Record<string, string> {
  const archives = Array.from({ length: n }, (_, k) => {
    const name = `t${String(k).padStart(3, "0")}`;
    return [
      [`data/${name}.csv`, wave(k)],
      [`data/${name}.meta.json`, metaJson(`T${k}.PV`, { sample_rate_s: 60, unit_raw: "bar" })],
    ];
  }).flat();
  return { ...Object.fromEntries(archives), "plan.toml": plan };
}

test("the bytes of ledger and report do not depend on the number of workers", () =>
  inFolder(files(5), async () => {
    assert.equal((await runCli(["run", "plan.toml", "--out", "one", "--workers", "1"])).exit, 0);
    assert.equal((await runCli(["run", "plan.toml", "--out", "three", "--workers", "3"])).exit, 0);
    for (const name of ["ledger.json", "ledger.txt", "report.html"]) {
      assert.equal(readFileSync(`one/${name}`, "utf8"), readFileSync(`three/${name}`, "utf8"), name);
    }
    const ledger = JSON.parse(readFileSync("one/ledger.json", "utf8"));
    assert.deepEqual(
      [ledger.tags.length, ledger.findings.length, ledger.refusals.length, ledger.errors.length],
      [5, 15, 0, 0],
    );
    assert.equal(ledger.findings[5].step, "screen");
    assert.equal(ledger.findings[5].data.k, 4);
  }));

test("--json prints the ledger, and the worker count is not part of the call", () =>
  inFolder(files(2), async () => {
    const { document } = await runJson(["run", "plan.toml", "--workers", "2"]);
    assert.equal((document.tags as unknown[]).length, 2);
    assert.deepEqual((document.call as { arguments: object }).arguments, { plan: "plan.toml", strict: false });
    assert.ok(existsSync("liquet-run/report.html"));
  }));

test("one unreadable archive is a row in the ledger, not the end of the run; --strict refuses", () =>
  inFolder({ ...files(2), "data/broken.csv": "timestamp,value\n2024-01-01T00:00:00Z,1\n" }, async () => {
    const lax = await runJson(["run", "plan.toml"]);
    assert.equal(lax.exit, 0);
    const refusals = lax.document.refusals as { error_type: string; archives: string[] }[];
    assert.deepEqual(
      [...new Set(refusals.map(({ error_type, archives }) => `${archives} ${error_type}`))],
      ["data/broken.csv SchemaError"],
    );
    const strict = await runJson(["run", "plan.toml", "--strict"]);
    assert.deepEqual([strict.exit, strict.document.error_type], [3, "RunRefused"]);
    assert.ok(existsSync("liquet-run/ledger.json"));
  }));

test("a run in which nothing is answered is a refusal", () =>
  inFolder({ "plan.toml": PLAN, "data/broken.csv": "timestamp,value\n1,2\n" }, async () => {
    const { exit, document } = await runJson(["run", "plan.toml"]);
    assert.deepEqual([exit, document.error_type], [3, "RunRefused"]);
  }));

for (const [why, plan, pattern] of [
  ["no such step", PLAN.replace('"spc"', '"spcc"'), /^error: plan.toml: steps.1: expected one of /],
  ["an unknown key", `sources = ["x"]\n${PLAN}`, /^error: plan.toml: unknown argument 'sources'/],
  ["a step named twice", PLAN.replace('"spc"', '"profile"'), /one is named twice/],
  ["options of no step", `${PLAN}[options.nope]\nk = 1\n`, /options.nope: the steps are/],
  ["a pattern without a file", PLAN.replace("data/*.csv", "data/*.pq"), /'data\/\*.pq' matches no file/],
  [
    "no window for spc",
    PLAN.replace(/^window.*\n/m, ""),
    /spc needs baseline and window|screen needs baseline and window/,
  ],
  ["compare without periods", PLAN.replace('"spc"', '"compare"'), /compare needs before and after/],
  ["before without after", `before = "2024-01-01"\n${PLAN}`, /before and after go together/],
  ["a bare TOML time", PLAN.replace(/^window.*$/m, "window = 2024-01-01T00:00:00Z"), /window: expected a string/],
  ["no TOML", "archives = [", /line 1, column/],
] as const) {
  test(`a plan with ${why} is a bad call and nothing is written`, () =>
    inFolder(files(1, plan), async () => {
      const { exit, stderr } = await runCli(["run", "plan.toml"]);
      assert.equal(exit, 2);
      assert.match(stderr, pattern);
      assert.equal(existsSync("liquet-run"), false);
    }));
}

test("a wrong option is an error row; --strict makes it a bad call", () =>
  inFolder(files(1, `${PLAN}[options.spc]\nsigma = "sd"\n`), async () => {
    const lax = await runJson(["run", "plan.toml"]);
    assert.equal(lax.exit, 0);
    const [error] = lax.document.errors as { step: string; cause: string }[];
    assert.equal(error.step, "spc");
    assert.match(error.cause, /^sigma: expected one of /);
    assert.equal((await runCli(["run", "plan.toml", "--strict"])).exit, 2);
  }));

test("after kill -9 the same command does only what was left, and ends with the same bytes", () =>
  inFolder(files(40), async (dir) => {
    const child = spawn(process.execPath, [join(root, "dist/liquet.js"), "run", "plan.toml", "--workers", "1"], {
      cwd: dir,
      stdio: "ignore",
    });
    const kept = () =>
      existsSync("liquet-run/units") ? readdirSync("liquet-run/units").filter((name) => name.endsWith(".json")) : [];
    while (kept().length < 10 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("exit", resolve));
    const before = new Map(kept().map((name) => [name, statSync(`liquet-run/units/${name}`).mtimeMs]));
    assert.ok(before.size >= 10 && before.size < 160, `${before.size} units were done when it was killed`);
    const resumed = await runCli(["run", "plan.toml"]);
    assert.equal(resumed.exit, 0);
    assert.match(resumed.stderr, new RegExp(`${before.size} of 160 units were done before`));
    for (const [name, time] of before)
      assert.equal(statSync(`liquet-run/units/${name}`).mtimeMs, time, "a kept unit was done again");
    assert.equal((await runCli(["run", "plan.toml", "--out", "clean"])).exit, 0);
    assert.equal(readFileSync("liquet-run/ledger.json", "utf8"), readFileSync("clean/ledger.json", "utf8"));
    assert.equal(readFileSync("liquet-run/report.html", "utf8"), readFileSync("clean/report.html", "utf8"));
  }));

test("a changed archive is read again, the others are not", () =>
  inFolder(files(3), async () => {
    await runCli(["run", "plan.toml"]);
    const { writeFileSync, utimesSync } = await import("node:fs");
    writeFileSync("data/t001.csv", wave(7));
    utimesSync("data/t001.csv", new Date(), new Date(Date.parse("2030-01-01T00:00:00Z")));
    const again = await runCli(["run", "plan.toml"]);
    // Four units an archive: profile, screen, spc and the figure.
    assert.match(again.stderr, /8 of 12 units were done before/);
  }));

test("Ctrl-C ends a run with 130 and leaves no worker behind", () =>
  inFolder(files(60), async (dir) => {
    const child = spawn(process.execPath, [join(root, "dist/liquet.js"), "run", "plan.toml"], {
      cwd: dir,
      stdio: "ignore",
    });
    while (!existsSync("liquet-run/units") && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 2));
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.on("exit", resolve));
    assert.equal(code, 130);
  }));
