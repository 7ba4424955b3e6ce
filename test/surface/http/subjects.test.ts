import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { callJson } from "../../support/mcp-client.ts";
import { until } from "../../support/patience.ts";
import { runCli, testStore } from "../../support/run.ts";
import { writeSlowArchive } from "../../support/slow-archive.ts";

let http: HttpTest;
let alice: Client;
let bob: Client;
before(async () => {
  http = await startHttpTest();
  [alice, bob] = [await connect("alice"), await connect("bob")];
});
after(async () => {
  await Promise.all([alice.close(), bob.close()]);
  await http.close();
});

async function connect(sub: string): Promise<Client> {
  const client = new Client({ name: sub, version: "1" });
  const headers = { authorization: `Bearer ${await http.issuer.token({ sub })}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers } }));
  return client;
}

const SECRET = { data: { salary: [10, 20, 40, 80] } };

test("what a subject loaded is in no list of another, is read and released by nobody else, and is not named in a refusal", async () => {
  const { handle } = (await callJson(alice, "data_load", SECRET)).document;
  const { handle: estimator } = (await callJson(alice, "forecast_instantiate", { spec: "NaiveForecaster()" })).document;
  assert.match(String(handle), /^data_/);
  for (const [tool, args] of [
    ["data_list", { only: "handles" }],
    ["forecast_list_handles", {}],
  ] as const) {
    assert.notDeepEqual((await callJson(alice, tool, args)).document.handles, []);
    assert.deepEqual((await callJson(bob, tool, args)).document.handles, []);
  }
  for (const [tool, args] of [
    ["data_inspect", { data_handle: handle }],
    ["data_release", { data_handle: handle }],
    ["forecast_fit", { y: handle, spec: "NaiveForecaster()" }],
    ["forecast_release_handle", { handle: estimator }],
    ["data_inspect", { data_handle: "data_000000000000" }],
  ] as const) {
    const { document } = await callJson(bob, tool, args);
    assert.equal(document.error_type, "UnknownHandle", `${tool} ${JSON.stringify(document)}`);
    assert.deepEqual((document.details as { known: string[] }).known, []);
  }
  await assert.rejects(bob.readResource({ uri: `liquet://data/${handle}` }), /no recipe of that name/);
  const complete = async (client: Client) =>
    (
      await client.complete({
        ref: { type: "ref/resource", uri: "liquet://data/{id}" },
        argument: { name: "id", value: "data_" },
      })
    ).completion.values;
  assert.deepEqual(await complete(alice), [handle]);
  assert.deepEqual(await complete(bob), []);
  // The same data, when bob has them too, have the same handle and are his then.
  assert.equal((await callJson(bob, "data_load", SECRET)).document.handle, handle);
  assert.equal((await callJson(bob, "data_release", { data_handle: handle })).document.recipe_removed, true);
  assert.equal((await callJson(alice, "data_inspect", { data_handle: handle })).document.result_kind, "evidence");
});

test("a job is listed, followed and cancelled by the subject that started it alone; another's same call is a job of its own", async () => {
  const y = writeSlowArchive(http.dir);
  const call = { y, spec: "AutoETS()", run_async: true };
  const { job_id } = (await callJson(alice, "forecast_fit", call)).document;
  assert.equal((await callJson(bob, "jobs_list")).document.total, 0);
  for (const tool of ["jobs_status", "jobs_cancel"])
    assert.equal((await callJson(bob, tool, { job_id })).document.error_type, "UnknownHandle", tool);
  const theirs = (await callJson(bob, "forecast_fit", call)).document;
  assert.deepEqual([theirs.job_id, theirs.started], [job_id, true]);
  assert.equal((await callJson(bob, "jobs_cancel", { job_id })).document.cancelled, true);
  const mine = (await callJson(alice, "jobs_status", { job_id })).document;
  assert.ok(["pending", "running"].includes(String(mine.status)), JSON.stringify(mine));
  assert.equal((await callJson(alice, "jobs_cancel", { job_id })).document.cancelled, true);
  // A terminal has jobs of its own store, and these are in none.
  const listed = await runCli(["jobs", "list", "--json"], { env: { LIQUET_STORE: testStore } });
  assert.ok(!listed.stdout.includes(job_id as string));
});

test("work that one subject has finished is given to another who asks for it, computed again to the same bytes", async () => {
  const call = { y: "demo:airline", spec: "NaiveForecaster(sp=12)", run_async: true };
  const finished = async (client: Client) => {
    const { job_id } = (await callJson(client, "forecast_fit", call)).document;
    return until("the answer of the job", async () => {
      const { document } = await callJson(client, "jobs_status", { job_id });
      if (document.status === "completed") return { job_id, result: JSON.stringify(document.result) };
      assert.ok(["pending", "running"].includes(String(document.status)), JSON.stringify(document));
    });
  };
  assert.deepEqual(await finished(bob), await finished(alice));
});
