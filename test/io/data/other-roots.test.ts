import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Sqlite from "libsql";
import { inFolder } from "../../support/folder.ts";
import { connectClient } from "../../support/mcp-client.ts";
import { runCli, runJson } from "../../support/run.ts";

const CSV = "date,y\n2024-01-01,771\n2024-01-02,772\n";

test("what was kept or started outside a server's roots is neither shown, named nor ended there", () =>
  inFolder({ "secret/y.csv": CSV }, async (cwd) => {
    mkdirSync("shared");
    const db = new Sqlite("secret/plant.db");
    db.exec("CREATE TABLE t (day TEXT, v REAL); INSERT INTO t VALUES ('2024-01-01', 881), ('2024-01-02', 882)");
    db.close();
    const env = { LIQUET_STORE: join(cwd, "store") };
    const load = async (...words: string[]) =>
      String((await runJson(["data", "load", ...words], { env })).document.handle);
    const handles = [
      await load("secret/y.csv"),
      await load("secret/plant.db", "--table", "t"),
      String(
        JSON.parse((await runCli(["data", "load", "-", "--json"], { env, stdin: CSV.replaceAll("77", "99") })).stdout)
          .handle,
      ),
    ];
    const fit = ["forecast", "fit", "secret/y.csv", "--spec", "NaiveForecaster()", "--run-async"];
    const job_id = String((await runJson(fit, { env })).document.job_id);
    const { client } = await connectClient({ cwd, args: ["--root", join(cwd, "shared")], env });
    const text = async (name: string, args: Record<string, unknown>) =>
      ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0].text;
    for (const data_handle of handles) {
      const answer = await text("data_inspect", { data_handle });
      assert.match(answer, /^error: 'data_[0-9a-f]{12}' was read outside the folders/);
      assert.doesNotMatch(answer, /secret|771|881|991/);
    }
    for (const [name, args] of [
      ["jobs_list", {}],
      ["jobs_status", { job_id }],
    ] as const)
      assert.doesNotMatch(await text(name, args), /secret|y\.csv/);
    assert.match(await text("jobs_cancel", { job_id, delete: true }), /^error: job_id: .*more folders/);
    // Their owner, and one who brings the same rows along, see them.
    assert.equal((await runJson(["data", "inspect", handles[1]], { env })).exit, 0);
    const data = { day: ["2024-01-01", "2024-01-02"], v: [881, 882] };
    const own = JSON.parse(await text("data_load", { data })).handle;
    assert.match(await text("data_inspect", { data_handle: own }), /"result_kind":"evidence"/);
    await client.close();
  }));
