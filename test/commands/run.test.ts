import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { until } from "../support/patience.ts";
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

const WRITTEN = ["ledger.json", "ledger.txt", "report.html"];

/** Says which file differs, not its megabytes. */
function assertSameFiles(a: string, b: string): void {
  for (const name of WRITTEN) assert.ok(readFileSync(`${a}/${name}`).equals(readFileSync(`${b}/${name}`)), name);
}

test("the bytes of ledger and report do not depend on the number of workers, and rows stand in the plan's order", () =>
  inFolder(files(12), async () => {
    assert.equal((await runCli(["run", "plan.toml", "--out", "one", "--workers", "1"])).exit, 0);
    assert.equal((await runCli(["run", "plan.toml", "--out", "three", "--workers", "3"])).exit, 0);
    assertSameFiles("one", "three");
    const ledger = JSON.parse(readFileSync("one/ledger.json", "utf8"));
    assert.deepEqual(
      [ledger.tags.length, ledger.findings.length, ledger.refusals.length, ledger.errors.length],
      [12, 36, 0, 0],
    );
    assert.equal(ledger.findings[12].step, "screen");
    assert.equal(ledger.findings[12].data.k, 4);
    const row = ledger.tags[11];
    const own = ledger.findings.filter(({ archives }: { archives: string[] }) => archives[0] === "data/t011.csv");
    assert.deepEqual(
      [row.archive, row.tag, row.coverage, row.findings],
      ["data/t011.csv", "test:T11.PV", 1, ["profile", "screen", "spc"]],
    );
    assert.deepEqual([row.flagged, row.rule_hits], [own[1].data.n_flagged, own[2].data.n_hits]);
  }));

test("each figure shows the limits of its own finding, made with the plan's options", () =>
  inFolder(files(1, `${PLAN}[options.spc]\nsigma = "moving-range"\n`), async () => {
    await runCli(["run", "plan.toml"]);
    const { findings } = JSON.parse(readFileSync("liquet-run/ledger.json", "utf8"));
    const { ucl, sigma_method } = findings[2].data.limits;
    assert.equal(sigma_method, "MOVING_RANGE");
    assert.ok(readFileSync("liquet-run/report.html", "utf8").includes(`>ucl ${ucl.toFixed(2)}<`));
  }));

test("files that options name are found beside the plan, wherever the run is started", () => {
  const deep = Object.fromEntries(Object.entries(files(2)).map(([name, text]) => [`plant/${name}`, text]));
  const plan = 'archives = ["data/*.csv"]\nsteps = ["profile"]\n[options.profile]\npeer = ["data/t001.csv"]\n';
  return inFolder({ ...deep, "plant/plan.toml": plan }, async () => {
    const { document } = await runJson(["run", "plant/plan.toml"]);
    assert.deepEqual([document.errors, document.refusals], [[], []]);
    const [{ data }] = document.findings as { data: { call: { arguments: { peer: string[] } } } }[];
    assert.deepEqual(data.call.arguments.peer, ["plant/data/t001.csv"]);
    assert.ok(existsSync("plant/liquet-run/report.html"));
  });
});

test("a unit only reads: a step that is told to write a file is an error row, and no file appears", () =>
  inFolder(
    files(1, 'archives = ["data/*.csv"]\nsteps = ["profile", "segment"]\n[options.segment]\nmode_out = "s.parquet"\n'),
    async () => {
      const { exit, document } = await runJson(["run", "plan.toml"]);
      const [{ cause }] = document.errors as { cause: string }[];
      assert.deepEqual([exit, cause], [0, "mode_out writes a file, and a unit only reads"]);
      assert.equal(existsSync("s.parquet"), false);
    },
  ));

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
  [
    "a window of one step's own",
    `${PLAN}[options.spc]\nwindow = "2024-01-01"\n`,
    /options.spc.window: the plan states it/,
  ],
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
    // No data could make a plan right whose every step is wrongly called.
    writeFileSync("plan.toml", `${PLAN.replace(/steps.*/, 'steps = ["spc"]')}[options.spc]\nsigma = "sd"\n`);
    assert.equal((await runCli(["run", "plan.toml"])).exit, 2);
  }));

/** Whole lines of the log of finished units. */
function doneLines(): string[] {
  const text = existsSync("liquet-run/units.log") ? readFileSync("liquet-run/units.log", "utf8") : "";
  return text
    .split("\n")
    .slice(0, -1)
    .filter((line) => line !== "");
}

/**
 * Runs the built program on the plan and sends it a signal when `n` of `of` units are done, and most of the others are not;
 * returns the signal that it ended by. It is stopped before it is looked at, and done anew when it was further by then.
 */
async function signalledRun(cwd: string, n: number, of: number, signal: NodeJS.Signals): Promise<string | null> {
  for (;;) {
    const child = spawn(process.execPath, [join(root, "dist/liquet.js"), "run", "plan.toml", "--workers", "2"], {
      cwd,
      stdio: "ignore",
    });
    const exited = new Promise<string | null>((resolve) => child.on("exit", (_code, by) => resolve(by)));
    await until("units that are done", () => doneLines().length >= n || child.exitCode !== null);
    child.kill("SIGSTOP");
    const caught = doneLines().length < n + (of - n) / 2;
    child.kill(caught ? signal : "SIGKILL");
    child.kill("SIGCONT");
    const by = await exited;
    if (caught) return by;
    rmSync("liquet-run", { recursive: true });
  }
}

const PROFILE_PLAN = PLAN.replace(/steps = .*/, 'steps = ["profile"]').replace(/\[options[\s\S]*/, "");

test("200 archives, kill -9: the same command does only what was left, nothing twice, and ends with the same bytes", () =>
  inFolder(files(200, PROFILE_PLAN), async (dir) => {
    await signalledRun(dir, 100, 400, "SIGKILL");
    const before = doneLines();
    assert.ok(before.length >= 100 && before.length < 400, `${before.length} units were done when it was killed`);
    // As if the kill had come in the middle of a line.
    appendFileSync("liquet-run/units.log", `${"0".repeat(64)} {"status":0,"docum`);
    const resumed = await runCli(["run", "plan.toml", "--workers", "3"]);
    assert.equal(resumed.exit, 0);
    assert.match(resumed.stderr, new RegExp(`^${before.length} of 400 units were done before`));
    const after = doneLines();
    assert.deepEqual(new Set(after.map((line) => line.slice(0, 64))).size, 400);
    assert.equal(after.length, 400, "the torn line is gone, and no unit was done twice");
    for (const line of before) assert.ok(after.includes(line), "what was kept is what was used");
    assert.equal((await runCli(["run", "plan.toml", "--out", "clean", "--workers", "1"])).exit, 0);
    assertSameFiles("liquet-run", "clean");
    assert.equal(JSON.parse(readFileSync("clean/ledger.json", "utf8")).findings.length, 200);
  }));

test("a changed archive or sidecar is read again, and a damaged result done again; the others are not", () =>
  inFolder(files(4), async () => {
    await runCli(["run", "plan.toml"]);
    const later = new Date("2030-01-01T00:00:00Z");
    writeFileSync("data/t001.csv", wave(7));
    utimesSync("data/t001.csv", later, later);
    utimesSync("data/t002.meta.json", later, later);
    // Four units an archive: profile, screen, spc and the figure.
    assert.match((await runCli(["run", "plan.toml"])).stderr, /^8 of 16 units were done before/);
    assert.equal(doneLines().length, 16, "what is of no more use is not kept");
    const [first, ...others] = doneLines();
    writeFileSync("liquet-run/units.log", `${[`${first.slice(0, 64)} {"status":0}`, ...others].join("\n")}\n`);
    assert.match((await runCli(["run", "plan.toml"])).stderr, /^15 of 16 units were done before/);
    await runCli(["run", "plan.toml", "--out", "clean"]);
    assertSameFiles("liquet-run", "clean");
  }));

test("Ctrl-C ends a run by the signal, writes no ledger, and the next run goes on from there", () =>
  inFolder(files(40), async (dir) => {
    assert.equal(await signalledRun(dir, 5, 160, "SIGINT"), "SIGINT");
    assert.deepEqual(readdirSync("liquet-run"), ["units.log"]);
    const done = doneLines().length;
    assert.match((await runCli(["run", "plan.toml"])).stderr, new RegExp(`^${done} of 160 units were done before`));
  }));

test("over MCP a run is offered only with --allow-write; its bytes are the terminal's, and it tells its progress", () =>
  inFolder(files(30), async (dir) => {
    await withClient(dir, [], async (client) => {
      const { tools } = await client.listTools();
      assert.ok(tools.every(({ name }) => name !== "run" && name !== "report"));
    });
    await withClient(dir, ["--allow-write"], async (client) => {
      const progress: number[] = [];
      const call = (plan: string) =>
        client.callTool({ name: "run", arguments: { plan, out: "same" } }, undefined, {
          onprogress: (event) => progress.push(event.progress),
        });
      const { content } = await call("plan.toml");
      const terminal = await runCli(["run", "plan.toml", "--out", "same", "--json"]);
      assert.ok((content as { text: string }[])[0].text === terminal.stdout);
      assert.deepEqual([progress.length, progress.at(-1)], [120, 120]);
      // A pattern that climbs out of the root does not even name what is there.
      mkdirSync("inner");
      writeFileSync("inner/plan.toml", 'archives = ["../../*"]\nsteps = ["profile"]\n');
      const outside = await call("inner/plan.toml");
      assert.equal(outside.isError, true);
      assert.match((outside.content as { text: string }[])[0].text, /lies outside the folders/);
    });
  }));

async function withClient(dir: string, flags: string[], use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: "run", version: "1" });
  const args = [join(root, "dist/liquet.js"), "mcp", "--root", dir, ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: dir }));
  try {
    await use(client);
  } finally {
    await client.close();
  }
}
