import assert from "node:assert/strict";
import { test } from "node:test";
import { inFolder } from "../../support/folder.ts";
import { type ClientOptions, callJson, connectClient } from "../../support/mcp-client.ts";
import { runCli } from "../../support/run.ts";

const CREATE = {
  experiment_id: "banner",
  arms: { control: 1, treatment: 1 },
  metric: "purchase rate",
  audience: "shop",
};

/** A client that may write, in a folder with records of its own. */
function withClient(
  options: Omit<ClientOptions, "cwd">,
  body: (c: Awaited<ReturnType<typeof connectClient>>) => Promise<void>,
) {
  return inFolder({}, async (cwd) => {
    const connected = await connectClient({
      ...options,
      cwd,
      args: ["--allow-write", ...(options.args ?? [])],
      env: { LIQUET_DB: "records.db" },
    });
    try {
      await body(connected);
    } finally {
      await connected.client.close();
    }
  });
}

test("a client that cannot ask its user is told to repeat with confirm, and that closes", () =>
  withClient({}, async ({ client }) => {
    await callJson(client, "experiment_create", CREATE);
    const open = await callJson(client, "experiment_close", { experiment_id: "banner" });
    assert.equal(open.document.error_type, "NotConfirmed");
    assert.match(String(open.document.cause), /repeat the call with --confirm/);
    const closed = await callJson(client, "experiment_close", { experiment_id: "banner", confirm: true });
    assert.equal(closed.document.status, "closed");
    assert.equal("confirmed_by" in closed.document, false);
  }));

test("a user who is asked decides: decline, cancel, an unticked box and a stray answer leave it open, yes closes it", async () => {
  let reply: Record<string, unknown> = {};
  const asked: string[] = [];
  const elicit = (params: { message: string }) => {
    asked.push(params.message);
    return reply;
  };
  await withClient({ elicit }, async ({ client }) => {
    await callJson(client, "experiment_create", CREATE);
    const close = (confirm: boolean) => callJson(client, "experiment_close", { experiment_id: "banner", confirm });
    const noes = [{ action: "decline" }, { action: "cancel" }, { action: "accept", content: { confirm: false } }];
    for (reply of [...noes, { action: "accept", content: { confirm: "yes" } }]) {
      // The model's own confirm does not stand in for the user's.
      const { document } = await close(true);
      assert.equal(document.error_type, "NotConfirmed", JSON.stringify(reply));
    }
    reply = { action: "accept", content: { confirm: true } };
    const { document } = await close(false);
    assert.equal(document.status, "closed");
    assert.equal(document.confirmed_by, "the client's user, who was asked");
    assert.equal(asked.length, 5);
    assert.match(asked[0], /Close the experiment banner for good\? 0 looks recorded so far/);
    // Closed already: nothing is left to ask.
    assert.equal((await close(false)).document.already_closed, true);
    assert.equal(asked.length, 5);
  });
});

test("a question that the user leaves open does not keep the server from answering others, and can be cancelled", async () => {
  let release = () => {};
  const elicit = () =>
    new Promise<Record<string, unknown>>((resolve) => (release = () => resolve({ action: "cancel" })));
  await withClient({ elicit }, async ({ client }) => {
    await callJson(client, "experiment_create", CREATE);
    const cancel = new AbortController();
    const call = client.callTool({ name: "experiment_close", arguments: { experiment_id: "banner" } }, undefined, {
      signal: cancel.signal,
    });
    await callJson(client, "units", { spelling: "bar" });
    cancel.abort();
    await assert.rejects(call);
    release();
    const { document } = await callJson(client, "experiment_show", { experiment_id: "banner" });
    assert.equal(document.status, "running");
  });
});

test("experiments are resources: the list changes, and who subscribed hears of create, look and close", () =>
  withClient({}, async ({ client, told }) => {
    await client.subscribeResource({ uri: "experiment://index" });
    await client.subscribeResource({ uri: "experiment://banner" });
    await callJson(client, "experiment_create", CREATE);
    assert.equal(told.lists, 1);
    assert.deepEqual(told.updated, ["experiment://index", "experiment://banner"]);
    // The same definition again changes nothing, and nothing is told.
    await callJson(client, "experiment_create", CREATE);
    assert.equal(told.updated.length, 2);
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ["dataset://schema", "dataset://summary", "experiment://index", "experiment://banner"],
    );
    const counts = { n: { control: 100, treatment: 100 }, successes: { control: 10, treatment: 20 } };
    await callJson(client, "experiment_analyze_lift", { ...counts, record_look: "banner" });
    assert.deepEqual(told.updated.slice(2), ["experiment://index", "experiment://banner"]);
    await client.unsubscribeResource({ uri: "experiment://index" });
    await callJson(client, "experiment_close", { experiment_id: "banner", confirm: true });
    assert.deepEqual(told.updated.slice(4), ["experiment://banner"]);
    assert.equal(told.lists, 2);
  }));

test("the text of a resource is the answer of its command, byte for byte", () =>
  withClient({}, async ({ client }) => {
    await callJson(client, "experiment_create", CREATE);
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      assert.equal(content.mimeType, "application/json");
      return "text" in content ? content.text : "";
    };
    const terminal = async (...words: string[]) =>
      (await runCli([...words, "--json"], { env: { LIQUET_DB: "records.db" } })).stdout;
    assert.equal(await read("dataset://schema"), await terminal("experiment", "dataset", "--part", "schema"));
    assert.equal(await read("dataset://summary"), await terminal("experiment", "dataset"));
    assert.equal(await read("experiment://index"), await terminal("experiment", "list", "--max-rows", "all"));
    assert.equal(
      await read("experiment://banner"),
      await terminal("experiment", "show", "banner", "--results", "none"),
    );
    assert.equal(await read("experiment://banner/results"), await terminal("experiment", "show", "banner"));
    assert.equal(await read("liquet://data/demo%3Aairline"), await terminal("data", "inspect", "demo:airline"));
  }));

test("what is not there is not found, with its address; a path is no data of a resource", () =>
  withClient({ args: ["--toolsets", "experiment,data"] }, async ({ client }) => {
    const uris = [
      "experiment://nothing",
      "experiment://a/b/c",
      "experiment://%ZZ",
      "liquet://data/data_000000000000",
      "liquet://data/records.db",
      "liquet://data/..%2F..%2Fetc%2Fpasswd",
      // Of a toolset that is left out.
      "liquet://schema/profile",
      "liquet://result/res_000000000000/scores",
      "other://x",
    ];
    for (const uri of uris) {
      await assert.rejects(client.readResource({ uri }), (error: { code: number; data: { uri: string } }) => {
        assert.equal(error.code, -32002, uri);
        assert.equal(error.data.uri, uri);
        return true;
      });
    }
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 4);
    await assert.rejects(client.listResources({ cursor: "from-banana" }), /cursor/);
  }));

test("--data-dir: the dataset resources describe the folder that the server was started with", async () => {
  const exposures = "customer_id,offer_id,arm,redeemed,post_spend\na,SPRING,control,1,10\nb,SPRING,treatment,0,20\n";
  await inFolder(
    { "offer/exposures.csv": exposures, "offer/metadata.json": '{"origin":"till of May"}' },
    async (cwd) => {
      const { client } = await connectClient({ cwd, args: ["--root", cwd, "--data-dir", "offer"] });
      const { contents } = await client.readResource({ uri: "dataset://summary" });
      const { origin, offers } = JSON.parse("text" in contents[0] ? contents[0].text : "");
      assert.deepEqual([origin, offers[0].offer_id], ["till of May", "SPRING"]);
      await client.close();
      const outside = await connectClient({ cwd, args: ["--root", `${cwd}/offer`, "--data-dir", ".."] });
      try {
        await assert.rejects(outside.client.readResource({ uri: "dataset://summary" }), /outside the folders/);
      } finally {
        await outside.client.close();
      }
    },
  );
});
