import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import Sqlite from "libsql";
import { BadCall, Refusal } from "../../src/contract/outcome.ts";
import type { ExperimentDefinition } from "../../src/store/experiment-record.ts";
import { withExperiments } from "../../src/store/experiments.ts";
import { APPLICATION_ID, MIGRATIONS } from "../../src/store/migrations.ts";

const dir = mkdtempSync(join(tmpdir(), "liquet-store-"));
after(() => rmSync(dir, { recursive: true, force: true }));
let files = 0;
const fresh = () => join(dir, `${files++}.db`);
const T1 = "2026-01-01T00:00:00Z";
const T2 = "2026-01-02T00:00:00Z";

const definition = (id: string, more: Partial<ExperimentDefinition> = {}): ExperimentDefinition => ({
  experiment_id: id,
  hypothesis: null,
  metric: "purchase",
  population: null,
  audience: null,
  arms: { control: 0.5, treatment: 0.5 },
  salt: id,
  alpha: 0.05,
  plan: "fixed",
  planned_looks: null,
  planned_units: null,
  ...more,
});
const look = (data_sha256: string, value = 1, outcome = "purchase") => ({ outcome, data_sha256, result: { value } });
const refuses = (name: string, pattern: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.name === name && pattern.test(error.message);

test("what was created is there for the next process, with its times and weights", async () => {
  const db = fresh();
  const more = { hypothesis: "é ☃", plan: "group_sequential" as const, planned_looks: 4, planned_units: 8000 };
  await withExperiments(db, db, "write", (r) => r.create(definition("a", more), T1));
  const { experiment, looks } = await withExperiments(db, db, "read", (r) => r.show("a"));
  assert.deepEqual(experiment, {
    ...definition("a", more),
    status: "running",
    created_at: T1,
    closed_at: null,
    conclusion: null,
  });
  assert.deepEqual(looks, []);
});

test("creating again changes nothing; another definition under the id is refused", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => {
    assert.equal(r.create(definition("a"), T1).created, true);
    // The order of the arms is not part of the definition.
    const again = r.create(definition("a", { arms: { treatment: 0.5, control: 0.5 } }), T2);
    assert.equal(again.created, false);
    assert.equal(again.experiment.created_at, T1);
    assert.throws(
      () => r.create(definition("a", { arms: { control: 0.9, treatment: 0.1 }, alpha: 0.01 }), T2),
      refuses("ExperimentExists", /differs in arms, alpha;/),
    );
  });
});

test("closing twice is once: the first time and conclusion stay", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => {
    r.create(definition("a"), T1);
    assert.deepEqual(r.close("a", "kept", T1).already_closed, false);
    const again = r.close("a", "other", T2);
    assert.equal(again.already_closed, true);
    assert.equal(again.experiment.closed_at, T1);
    assert.equal(again.experiment.conclusion, "kept");
    assert.throws(() => r.close("b", null, T1), refuses("UnknownExperiment", /^b: no such experiment/));
  });
});

test("a salt that another running experiment has is told; a closed one no longer counts", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => {
    r.create(definition("a", { salt: "s" }), T1);
    assert.deepEqual(r.create(definition("b", { salt: "s" }), T1).salt_shared_with, ["a"]);
    r.close("a", null, T2);
    assert.deepEqual(r.show("b").salt_shared_with, []);
    assert.deepEqual(r.create(definition("c", { salt: "t" }), T1).salt_shared_with, []);
  });
});

test("a look counts once per state of the data and per outcome", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => {
    r.create(definition("a"), T1);
    assert.deepEqual(pick(r.recordLook("a", look("x"), T1)), [1, false, 1]);
    assert.deepEqual(pick(r.recordLook("a", look("x", 2), T2)), [1, true, 1]);
    assert.deepEqual(pick(r.recordLook("a", look("y", 3), T2)), [2, false, 2]);
    assert.deepEqual(pick(r.recordLook("a", look("y", 4, "spend"), T2)), [1, false, 1]);
    const looks = r.show("a").looks;
    // The repeated look keeps its time and has the later result.
    assert.deepEqual(looks[0], { ...look("x", 2), look: 1, recorded_at: T1 });
    assert.equal(looks.length, 3);
    r.close("a", null, T2);
    assert.throws(() => r.recordLook("a", look("z"), T2), refuses("ExperimentClosed", /^a: closed since/));
    assert.equal(r.list("closed")[0].n_looks, 3);
  });
});

function pick({ look, repeated, n_looks }: { look: number; repeated: boolean; n_looks: number }) {
  return [look, repeated, n_looks];
}

test("a failing change leaves nothing of itself", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => {
    r.create(definition("a"), T1);
    assert.throws(() => r.create(definition("a", { alpha: 0.1 }), T2));
    // The lock is free again and the record is as it was.
    assert.equal(r.create(definition("b"), T2).created, true);
    assert.equal(r.show("a").experiment.alpha, 0.05);
  });
});

test("reading makes no file: a missing one is an empty one", async () => {
  const db = fresh();
  assert.deepEqual(await withExperiments(db, db, "read", (r) => r.list("all")), []);
  await assert.rejects(
    withExperiments(db, db, "read", (r) => r.show("a")),
    refuses("UnknownExperiment", /^a:/),
  );
  assert.ok(!readdirSync(dir).some((name) => db.endsWith(name)));
});

test("without the package: StoreUnavailable, with the line that installs it", async () => {
  const absent = () => import(["no-such-package", "xyz"].join("-"));
  await assert.rejects(
    withExperiments(fresh(), "x.db", "write", (r) => r.list("all"), absent),
    refuses("StoreUnavailable", /libsql cannot be loaded; run npm install libsql@\d+\.\d+\.\d+$/),
  );
});

test("a file that is no database, another program's, or a newer schema's is refused and left alone", async () => {
  const junk = fresh();
  writeFileSync(junk, "no database ".repeat(1000));
  const open = (path: string) => withExperiments(path, "x.db", "write", (r) => r.list("all"));
  await assert.rejects(open(junk), refuses("StoreUnavailable", /x\.db is not a SQLite database/));
  const foreign = fresh();
  const theirs = new Sqlite(foreign);
  theirs.exec("CREATE TABLE orders (n INTEGER)");
  theirs.close();
  await assert.rejects(open(foreign), refuses("StoreUnavailable", /another program/));
  const newer = fresh();
  await open(newer);
  const ours = new Sqlite(newer);
  ours.exec("PRAGMA user_version = 99");
  ours.close();
  await assert.rejects(open(newer), refuses("StoreUnavailable", /newer liquet \(schema 99/));
});

test("a new file whose tables another process makes while it is opened is ours", async () => {
  const db = fresh();
  let seen = 0;
  class Slow extends Sqlite {
    override pragma(text: string) {
      const value = super.pragma(text);
      if (text === "application_id" && seen++ === 0) makeTables();
      return value;
    }
  }
  /** What another process does between two readings; while the reader holds the file it cannot. */
  function makeTables() {
    const other = new Sqlite(db);
    try {
      for (const sql of MIGRATIONS) other.exec(sql);
      other.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length};`);
    } catch (error) {
      assert.match(String(error), /locked/);
    }
    other.close();
  }
  const load = async () => ({ default: Slow }) as never;
  await withExperiments(db, db, "write", (r) => r.create(definition("a"), T1), load);
  assert.equal(seen, 1);
  assert.equal(await withExperiments(db, db, "read", (r) => r.list("all").length), 1);
});

test("a file that may not be written is a bad call, by whatever code the package reports it", async () => {
  // 1544 is SQLITE_READONLY_DIRECTORY: 8 with 6 in the second byte.
  for (const code of ["SQLITE_READONLY", "UNKNOWN_SQLITE_ERROR_1544"]) {
    class Denied {
      pragma(): never {
        throw Object.assign(new Error("attempt to write a readonly database"), { code });
      }
      close() {}
    }
    const load = async () => ({ default: Denied }) as never;
    await assert.rejects(
      withExperiments(fresh(), "x.db", "write", (r) => r.list("all"), load),
      (error) =>
        error instanceof BadCall && /^cannot open 'x\.db' as a database: no permission to write/.test(error.message),
    );
  }
});

test("a look that is not admitted is not recorded, and is judged by the looks there are under the lock", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => {
    r.create(definition("a"), T1);
    r.recordLook("a", look("x"), T1);
    assert.throws(
      () =>
        r.recordLook("a", look("y"), T2, ({ experiment_id }, digests) => {
          throw new Error(`${experiment_id} was looked at: ${digests}`);
        }),
      /a was looked at: x/,
    );
    assert.equal(r.show("a").looks.length, 1);
  });
});

test("the file keeps a write-ahead log, is marked as ours, and counts its schema", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => r.create(definition("a"), T1));
  const found = new Sqlite(db);
  const value = (name: string) => Object.values((found.pragma(name) as Record<string, unknown>[])[0])[0];
  assert.deepEqual([value("journal_mode"), value("application_id"), value("user_version")], ["wal", 0x4c514554, 1]);
  found.close();
});

test("a file held by another process is refused after the wait, not waited for without end", async () => {
  const db = fresh();
  await withExperiments(db, db, "write", (r) => r.create(definition("a"), T1));
  const other = new Sqlite(db);
  other.exec("BEGIN IMMEDIATE");
  // Reading goes on meanwhile.
  assert.equal(await withExperiments(db, db, "read", (r) => r.list("all").length), 1);
  await assert.rejects(
    withExperiments(db, db, "write", (r) => r.create(definition("b"), T1)),
    refuses("StoreUnavailable", /held by another process for 5 s; try again/),
  );
  other.exec("ROLLBACK");
  other.close();
});
