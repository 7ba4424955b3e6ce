import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { close } from "../support/close.ts";
import { inFolder, metaJson, seriesCsv } from "../support/folder.ts";
import { runCli, runJson } from "../support/run.ts";

const start = "2024-06-03T00:00:00Z";
/** 8 blocks of 10 minutes, 8 of each kept. */
const SMALL = ["--window", `${start}/PT80M`, "--block", "PT10M", "--washout", "PT2M", "--seed", "3"];
const PLAN = ["switchback", "plan", ...SMALL];
const ANALYZE = ["switchback", "analyze", "plan.json", "t.csv", "f.csv"];

const minutes = (n: number, of: (i: number) => number) => Array.from({ length: n }, (_, i) => of(i));
const csv = (values: number[], step_s = 60) => seriesCsv({ start, step_s, values });
const FILES = {
  "t.csv": csv(minutes(90, (i) => 50 + Math.sin(i) + Math.floor(i / 10))),
  "t.meta.json": metaJson("T", { unit_raw: "degC" }),
  "f.csv": csv(minutes(90, (i) => 5 + Math.cos(3 * i))),
  "f.meta.json": metaJson("F"),
};

type Document = Record<string, unknown> & { details: Record<string, unknown>; error_type: string; cause: string };

/** Plans SMALL into plan.json, then runs with --json. */
async function planned(argv: string[], files: Record<string, string> = {}) {
  return inFolder({ ...FILES, ...files }, async () => {
    const made = await runCli([...PLAN, "--out", "plan.json"]);
    assert.equal(made.exit, 0, made.stderr);
    const run = await runJson(argv);
    return { ...run, document: run.document as Document };
  });
}

test("a plan is written once: an existing file is a bad call and stays as it is", async () => {
  await inFolder({ "plan.json": "mine" }, async () => {
    const run = await runCli([...PLAN, "--out", "plan.json"]);
    assert.equal(run.exit, 2);
    assert.equal(run.stderr, "error: out: 'plan.json' exists, and a plan is never replaced; choose another name\n");
    assert.equal(readFileSync("plan.json", "utf8"), "mine");
  });
});

test("the file holds the whole plan; the answer holds as many blocks as were asked for", async () => {
  await inFolder({}, async () => {
    const { document } = await runJson([...PLAN, "--max-blocks", "3", "-o", "plan.json"]);
    const file = JSON.parse(readFileSync("plan.json", "utf8"));
    assert.equal((document.schedule as unknown[]).length, 3);
    assert.equal(document.schedule_dropped, 5);
    assert.equal(document.out, "plan.json");
    assert.equal(file.schedule.length, 8);
    assert.deepEqual(Object.keys(file).slice(0, 6), ["format", "version", "window", "block_s", "washout_s", "seed"]);
    assert.equal(file.liquet_version, undefined);
    assert.ok(readFileSync("plan.json", "utf8").startsWith('{\n  "format": "liquet-switchback-plan",\n'));
  });
});

test("a saved answer with its whole schedule is a plan, as a file and as text; a cut one says what to do", async () => {
  await inFolder({}, async () => {
    const { stdout } = await runJson([...PLAN]);
    const cut = await runJson([...PLAN, "--max-blocks", "3"]);
    const { digest } = JSON.parse(stdout);
    const fromText = await runJson(["switchback", "verify", stdout]);
    assert.equal((fromText.document.plan as { digest: string }).digest, digest);
    const refused = await runJson(["switchback", "verify", cut.stdout]);
    assert.equal(refused.document.error_type, "NotAPlan");
    assert.match(String(refused.document.cause), /^plan: the saved answer leaves out 5 blocks/);
  });
});

test("verify states what it checked, and refuses a changed plan with both digests", async () => {
  await inFolder({}, async () => {
    await runCli([...PLAN, "--out", "plan.json"]);
    const good = await runJson(["switchback", "verify", "plan.json"]);
    assert.equal(good.exit, 0);
    assert.equal((good.document.plan as { verified: boolean }).verified, true);
    assert.deepEqual((good.document.settings as string[]).length, 8);
    const changed = readFileSync("plan.json", "utf8").replace('"seed": 3', '"seed": 4');
    const bad = await runJson(["switchback", "verify", changed]);
    assert.equal(bad.exit, 3);
    assert.equal(bad.document.error_type, "ScheduleMismatch");
    const { check, observed, required } = (bad.document as Document).details;
    assert.equal(check, "digest");
    assert.notEqual(observed, required);
  });
});

test("a plan that could not show anything is DesignTooSmall, and no file is written", async () => {
  await inFolder({}, async () => {
    // The reference's own example: 4 hours in blocks of one hour, 6 assignments.
    const argv = [
      "switchback",
      "plan",
      "--window",
      `${start}/PT4H`,
      "--block",
      "PT1H",
      "--washout",
      "PT0S",
      "--seed",
      "1",
    ];
    const run = await runJson([...argv, "--out", "plan.json"]);
    assert.equal(run.exit, 3);
    assert.equal(run.document.error_type, "DesignTooSmall");
    assert.match(String(run.document.cause), /4 blocks allow 6 balanced assignments/);
    assert.equal(existsSync("plan.json"), false);
  });
});

test("half a history, a negative seed and a bad duration are bad calls", async () => {
  const calls: [string[], RegExp][] = [
    [["--history", "t.csv"], /^error: history: --history and --history-window go together/],
    [["--history-window", start], /^error: history: --history and --history-window go together/],
    [["--seed", "-1"], /^error: seed: expected at least 0/],
    [["--block", "1h"], /^error: block: the duration '1h'/],
    [["--washout", "PT10M"], /^error: washout: 600 s leaves nothing of a block of 600 s/],
  ];
  await inFolder(FILES, async () => {
    for (const [argv, message] of calls) {
      const run = await runCli([...PLAN, ...argv]);
      assert.equal(run.exit, 2, argv.join(" "));
      assert.match(run.stderr, message);
    }
  });
});

test("a history gives a power readout, and a history that is too short is a reason, not a refusal", async () => {
  await inFolder(FILES, async () => {
    const history = [...PLAN, "--history", "t.csv", "--history-window"];
    const read = await runJson([...history, `${start}/PT80M`]);
    assert.equal(read.exit, 0, read.stderr);
    const power = read.document.power as { reason: string | null; rows: { claim_rate: number }[]; draws: number };
    assert.deepEqual([power.reason, power.rows.length, power.draws], [null, 5, 200]);
    assert.deepEqual(
      (read.document.provenance as { rows: number }[]).map(({ rows }) => rows),
      [80],
    );
    const short = await runJson([...history, `${start}/PT79M`]);
    assert.equal(short.exit, 0);
    assert.equal((short.document.power as { reason: string }).reason, "history_short");
  });
});

test("analyze gives B - A of the kept samples with p, interval and counts", async () => {
  const { exit, document } = await planned([...ANALYZE, "--target", "T", "--covariates", "test:F"]);
  assert.equal(exit, 0);
  const direct = document.direct as { estimate: number; n_kept: number; unit: string };
  const settings = document.settings as string[];
  // The mean of the kept samples of the B blocks less that of the A blocks, written out.
  const kept = minutes(80, (i) => i).filter((i) => i % 10 >= 2);
  const mean = (setting: string) => {
    const values = kept
      .filter((i) => settings[Math.floor(i / 10)] === setting)
      .map((i) => 50 + Math.sin(i) + Math.floor(i / 10));
    return values.reduce((a, b) => a + b, 0) / values.length;
  };
  close(direct.estimate, mean("B") - mean("A"), 1e-10);
  assert.deepEqual([direct.n_kept, direct.unit], [64, "degrees Celsius"]);
  assert.equal((document.contract as { digest: string }).digest.slice(0, 12), "d59d433d9c62");
  assert.deepEqual(document.unused, []);
  assert.equal((document.adjusted as { reason: string | null }).reason, null);
  // The row at the schedule's end is read by nobody.
  assert.deepEqual(
    (document.provenance as { rows: number }[]).map(({ rows }) => rows),
    [80, 80],
  );
});

test("archives that play no part are listed and not read", async () => {
  const { document } = await planned([...ANALYZE, "--target", "T"]);
  assert.deepEqual(document.unused, ["test:F"]);
  assert.equal(document.adjusted, null);
  const rows = (document.provenance as { rows: number }[]).map((entry) => entry.rows);
  assert.deepEqual(rows, [80, 0]);
});

test("a direct estimate that cannot be is a refusal, exit 3, that carries the whole answer as report", async () => {
  const flat = { "t.csv": csv(minutes(90, () => 5)) };
  const few = {
    "t.csv": csv(
      minutes(9, (i) => i),
      600,
    ),
  };
  const hole = { "t.csv": csv(minutes(65, (i) => 50 + Math.sin(i))) };
  for (const [files, name, check] of [
    [flat, "NoSpread", "no_spread"],
    [few, "InsufficientQuality", "too_few"],
    [hole, "InsufficientQuality", "empty_block"],
  ] as const) {
    const { exit, document } = await planned([...ANALYZE, "--target", "T", "--covariates", "F"], files);
    assert.equal(exit, 3);
    assert.deepEqual([document.error_type, document.details.check], [name, check]);
    const report = document.details.report as {
      direct: { estimate: null; reason: string };
      covariate_checks: unknown[];
    };
    assert.deepEqual([report.direct.estimate, report.direct.reason], [null, check]);
    assert.equal(report.covariate_checks.length, 1);
  }
});

test("facts about the archives that forbid the question are refusals that name the tag", async () => {
  const row = (i: number, v: number | string) => `${new Date(Date.parse(start) + i * 60_000).toISOString()},${v},GOOD`;
  const twice = `timestamp,value,quality\n${[row(5, 1), row(5, 2), ...minutes(70, (i) => i + 6).map((i) => row(i, i % 3))].join("\n")}\n`;
  const cases: [Record<string, string>, string, string][] = [
    [{ "f.csv": twice }, "SchemaError", "test:F"],
    [{ "f.meta.json": metaJson("F", { role: "MODE" }) }, "StateValuedTag", "test:F"],
    [{ "t.csv": seriesCsv({ start: "2024-06-04T00:00:00Z", step_s: 60, values: [1, 2] }) }, "EmptyWindow", "test:T"],
    [{ "f.meta.json": metaJson("T") }, "DuplicateTag", "test:T"],
  ];
  for (const [files, name, tag] of cases) {
    const { exit, document } = await planned([...ANALYZE, "--target", "test:T", "--covariates", "F"], files);
    assert.equal(exit, 3, name);
    assert.equal(document.error_type, name);
    assert.ok(document.cause.startsWith(`${tag}: `), document.cause);
  }
});

test("a changed plan is refused before any archive is read", async () => {
  const { document, exit } = await planned(["switchback", "analyze", '{"format":"x"}', "t.csv", "--target", "T"]);
  assert.equal(exit, 3);
  assert.equal(document.error_type, "NotAPlan");
});

test("a name that fits no archive is a bad call that lists the tags", async () => {
  const run = await planned([...ANALYZE, "--target", "X"]);
  assert.equal(run.exit, 2);
  assert.equal(run.stderr, "error: target: no archive carries 'X' (given: test:T, test:F)\n");
});

test("4320 rows with two covariates are analysed", async () => {
  await inFolder({}, async () => {
    await runCli(["demo"]);
    const tags = ["ti201", "fi200", "tt001"].map((tag) => `liquet-demo/switchback/${tag}.parquet`);
    const argv = ["switchback", "analyze", "liquet-demo/switchback/plan.json", ...tags, "--target", "TI201.PV"];
    const run = await runJson([...argv, "--covariates", "FI200.PV", "--covariates", "TT001.PV"]);
    assert.equal(run.exit, 0, run.stderr);
    assert.equal(typeof (run.document.adjusted as { estimate: unknown }).estimate, "number");
  });
});

test("covariates at other instants are told where the adjusted estimate is missing", async () => {
  const late = FILES["f.csv"].replaceAll(":00.000Z", ":30.000Z");
  const { exit, document } = await planned([...ANALYZE, "--target", "T", "--covariates", "F"], { "f.csv": late });
  assert.equal(exit, 0);
  const adjusted = document.adjusted as { reason: string; detail: string };
  assert.equal(adjusted.reason, "too_few");
  assert.match(adjusted.detail, /^0 kept samples of 30 required; 64 more have no covariate at the same instant$/);
});

test("a changed end of the schedule is refused in the words of the plan, not in microseconds", async () => {
  await inFolder(FILES, async () => {
    await runCli([...PLAN, "--out", "plan.json"]);
    const plan = JSON.parse(readFileSync("plan.json", "utf8"));
    for (const schedule_end of ["2024-06-03T02:00:00Z", 1e300]) {
      const run = await runCli(["switchback", "verify", JSON.stringify({ ...plan, schedule_end })]);
      assert.equal(run.exit, 3, run.stderr);
      assert.match(
        run.stderr,
        /schedule_end is "(2024-06-03T02:00:00Z|1e\+300)", the schedule gives "2024-06-03T01:20:00Z"/,
      );
    }
  });
});

test("the smallest detectable shift is claimed in at least the target's share of trials", async () => {
  await inFolder(FILES, async () => {
    const flat = csv(minutes(90, (i) => 50 + Math.sin(1.7 * i)));
    const argv = [...PLAN, "--history", "-", "--history-window", `${start}/PT80M`];
    const run = await runCli(argv, { stdin: flat });
    assert.match(run.stdout, /sigma = .* is claimed in at least 80% of the trials/);
  });
});
