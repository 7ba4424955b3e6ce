import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inFolder } from "../support/folder.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { root } from "../support/root.ts";
import { runBuilt, runCli, runJson } from "../support/run.ts";

const CREATE = ["experiment", "create", "a", "--arms", "control=0.5,treatment=0.5", "--db", "r.db"];

test("create, look it up, close without and with leave: each step says what it did", async () => {
  await inFolder({}, async () => {
    const created = await runJson([...CREATE, "--metric", "purchase"]);
    assert.equal(created.exit, 0, created.stderr);
    assert.equal(created.document.created, true);
    // The salt is the id unless stated.
    assert.equal(created.document.salt, "a");
    assert.equal((await runJson([...CREATE, "--metric", "purchase"])).document.created, false);
    const other = await runJson([...CREATE, "--metric", "spend"]);
    assert.equal(other.document.error_type, "ExperimentExists");

    const open = await runJson(["experiment", "close", "a", "--db", "r.db"]);
    assert.equal(open.exit, 3);
    assert.equal(open.document.error_type, "NotConfirmed");
    assert.match(
      open.stderr,
      /a: still running, 0 looks recorded; closing is final, so repeat the call with --confirm/,
    );
    const closed = await runJson(["experiment", "close", "a", "--confirm", "--conclusion", "kept", "--db", "r.db"]);
    assert.equal(closed.document.already_closed, false);
    assert.equal(closed.document.status, "closed");
    // Closing again needs no leave: nothing changes.
    const again = await runJson(["experiment", "close", "a", "--db", "r.db"]);
    assert.equal(again.document.already_closed, true);
    assert.equal(again.document.conclusion, "kept");
    const listed = await runJson(["experiment", "list", "--status", "closed", "--db", "r.db"]);
    assert.equal(listed.document.n_experiments, 1);
    assert.equal(
      (await runJson(["experiment", "list", "--status", "running", "--db", "r.db"])).document.n_experiments,
      0,
    );
  });
});

test("togglz #104: a salt shared by running experiments is warned about, on creation and in the list", async () => {
  await inFolder({}, async () => {
    const arms = ["--arms", "control=1,treatment=1", "--salt", "autumn", "--db", "r.db"];
    await runCli(["experiment", "create", "first", ...arms]);
    const second = await runCli(["experiment", "create", "second", ...arms]);
    assert.match(second.stdout, /^warning +salt 'autumn' is also that of first, still running/m);
    const { document } = await runJson(["experiment", "list", "--db", "r.db"]);
    assert.deepEqual(document.shared_salts, [{ salt: "autumn", experiments: ["first", "second"] }]);
  });
});

const BAD: [string[], RegExp][] = [
  [["a b", "--arms", "c=1,t=1"], /^error: experiment_id: /],
  [["a", "--arms", "control=1"], /^error: arms: an experiment has at least two arms, got 1/],
  [["a", "--arms", "control=1,treatment=-1"], /^error: arms: the weight of 'treatment' must be 0 or more, got -1/],
  [["a", "--arms", "control=0,treatment=0"], /^error: arms: all weights are 0/],
  [["a", "--arms", "Control=1,control=1"], /^error: arms: 'Control' and 'control' are one name but for their spelling/],
  [["a", "--arms", "c=1,t=1", "--salt", "x\u001fy"], /^error: salt: holds a control character/],
  [
    ["a", "--arms", "c=1,t=1", "--plan", "group_sequential"],
    /^error: planned_looks: goes with --plan group_sequential/,
  ],
  [["a", "--arms", "c=1,t=1", "--planned-looks", "3"], /^error: planned_looks: goes with --plan group_sequential/],
];
for (const [words, message] of BAD) {
  test(`bad call: create ${JSON.stringify(words.join(" "))}`, async () => {
    await inFolder({}, async () => {
      const { exit, stderr } = await runCli(["experiment", "create", ...words, "--db", "r.db"]);
      assert.equal(exit, 2);
      assert.match(stderr, message);
    });
  });
}

test("an unknown experiment is refused by show and close, and no file is made", async () => {
  await inFolder({}, async () => {
    for (const verb of ["show", "close"]) {
      const { exit, document } = await runJson(["experiment", verb, "nobody", "--db", "none.db"]);
      assert.equal(exit, 3);
      assert.equal(document.error_type, "UnknownExperiment");
    }
    assert.equal((await runJson(["experiment", "list", "--db", "none.db"])).document.n_experiments, 0);
  });
});

test("a path that cannot hold a database is a bad call", async () => {
  await inFolder({ file: "" }, async (dir) => {
    // A folder is no file, and /proc takes no new folder (Node's recursive mkdir never returns there).
    for (const db of [".", ...(process.platform === "linux" ? ["/proc/none/deep/r.db"] : [])]) {
      const wrong = await runCli([...CREATE.slice(0, -1), db]);
      assert.equal(wrong.exit, 2, wrong.stderr);
    }
    const { exit, stderr } = await runCli([...CREATE.slice(0, -1), join(dir, "file/r.db")]);
    assert.equal(exit, 2);
    assert.match(stderr, /^error: cannot open '.*r\.db' as a database: /);
  });
});

test("processes that create at the same moment all succeed, and LIQUET_DB names the file", {
  timeout: PATIENCE_MS,
}, async () => {
  await inFolder({}, async (dir) => {
    const env = { LIQUET_DB: join(dir, "shared.db") };
    const runs = await Promise.all(
      ["a", "b", "c", "d"].map((id) =>
        runBuilt(["experiment", "create", id, "--arms", "control=1,treatment=1"], { cwd: dir, env }),
      ),
    );
    assert.deepEqual(
      runs.map(({ exit, stderr }) => [exit, stderr]),
      Array(4).fill([0, ""]),
    );
    const listed = await runBuilt(["experiment", "list", "--json"], { cwd: dir, env });
    assert.equal(JSON.parse(listed.stdout).n_experiments, 4);
  });
});

test("where libsql is not installed the program runs and create is refused with the install line", async () => {
  // A copy of the built program with no packages beside it.
  const dir = mkdtempSync(join(tmpdir(), "liquet-bare-"));
  cpSync(join(root, "dist"), join(dir, "dist"), { recursive: true });
  const program = join(dir, "dist/liquet.js");
  const { exit, stdout, stderr } = await runBuilt([...CREATE, "--json"], { cwd: dir, program });
  assert.equal(exit, 3, stderr);
  const { error_type, details } = JSON.parse(stdout);
  assert.equal(error_type, "StoreUnavailable");
  assert.match(details.remedy, /^npm install libsql@/);
  rmSync(dir, { recursive: true, force: true });
});
