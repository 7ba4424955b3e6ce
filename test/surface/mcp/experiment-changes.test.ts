import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import Sqlite from "libsql";
import { changesBetween, experimentChanges, type Known } from "../../../src/surface/mcp/experiment-changes.ts";
import { inFolder } from "../../support/folder.ts";
import { connectClient } from "../../support/mcp-client.ts";
import { PATIENCE_MS, until } from "../../support/patience.ts";
import { runBuilt } from "../../support/run.ts";

const known = (rows: Record<string, string>): Known =>
  new Map(Object.entries(rows).map(([id, row]) => [id, { status: row.split(" ")[0], row }]));
const said = (changes: ReturnType<typeof changesBetween>) =>
  changes.map((change) => (change.kind === "list" ? "list" : change.uri));
const banner = ["experiment://index", "experiment://banner", "experiment://banner/results"];

test("a new, a closed and a removed experiment change the list, a look only the experiment, and no difference nothing", () => {
  const [running, looked, closed] = ["running 0", "running 1", "closed 1"].map((row) => known({ a: "x", banner: row }));
  assert.deepEqual(said(changesBetween(known({ a: "x" }), running)), ["list", ...banner]);
  assert.deepEqual(said(changesBetween(running, looked)), banner);
  assert.deepEqual(said(changesBetween(looked, closed)), ["list", ...banner]);
  assert.deepEqual(said(changesBetween(closed, known({ a: "x" }))), ["list", ...banner]);
  assert.deepEqual(changesBetween(closed, closed), []);
  // The same look with another result: its row is the same.
  assert.deepEqual(said(changesBetween(looked, looked, "banner")), banner);
});

test("records that cannot be read for a moment, or watched, tell nothing and take nothing down", async () => {
  const states = [known({}), null, known({ banner: "running 0" })];
  const told: string[] = [];
  const follow = experimentChanges(
    async () => states.shift() ?? Promise.reject(new Error("locked")),
    () => Promise.reject(new Error("no such path")),
    (change) => told.push(change.kind),
  );
  await follow.begin();
  await follow.look();
  assert.deepEqual(told, []);
  await follow.look();
  assert.deepEqual(told, ["list", "updated", "updated", "updated"]);
  follow.end();
});

test("who subscribed hears of what another process creates, looks at and closes", { timeout: PATIENCE_MS }, () =>
  inFolder({}, async (cwd) => {
    const env = { LIQUET_DB: "records.db" };
    const { client, told } = await connectClient({ cwd, env });
    const liquet = async (...words: string[]) => {
      const { exit, stderr } = await runBuilt(["experiment", ...words], { cwd, env });
      assert.equal(exit, 0, stderr);
    };
    const heard = async (updated: string[], lists: number) => {
      await until(`${updated.length} updates`, () => told.updated.length >= updated.length && told.lists >= lists);
      assert.deepEqual([told.updated, told.lists], [updated, lists]);
    };
    try {
      for (const uri of banner) await client.subscribeResource({ uri });
      await liquet("create", "banner", "--arms", "control=1", "--arms", "treatment=1");
      await heard(banner, 1);
      // Who has the file open keeps what is written from it: it stands in the log beside it.
      const open = new Sqlite(join(cwd, "records.db"));
      for (const _ of open.prepare("SELECT * FROM experiments").iterate());
      const counts = ["--n", "control=100,treatment=100", "--successes", "control=10,treatment=20"];
      await liquet("analyze-lift", ...counts, "--record-look", "banner");
      await heard([...banner, ...banner], 1);
      await liquet("close", "banner", "--confirm");
      await heard([...banner, ...banner, ...banner], 2);
      open.close();
    } finally {
      await client.close();
    }
  }),
);
