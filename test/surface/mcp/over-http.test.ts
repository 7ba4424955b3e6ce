import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ElicitRequestSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { callJson } from "../../support/mcp-client.ts";
import { until } from "../../support/patience.ts";

let http: HttpTest;
before(async () => {
  http = await startHttpTest(["--allow-write"]);
});
after(() => http.close());

/** A client of one subject, whose user says yes. */
async function connect(sub: string, scope: string) {
  const client = new Client({ name: sub, version: "1" }, { capabilities: { elicitation: {} } });
  const heard: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: "accept", content: { confirm: true } }));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push("list"));
  const authorization = `Bearer ${await http.issuer.token({ sub, scope })}`;
  let listening = false;
  await client.connect(
    new StreamableHTTPClientTransport(new URL(http.url), {
      requestInit: { headers: { authorization } },
      async fetch(url, init) {
        const response = await fetch(url, init);
        listening ||= init?.method === "GET" && response.ok;
        return response;
      },
    }),
  );
  // The stream on which a server speaks unasked is opened after the client was told that it is connected.
  await until("a stream of notifications", () => listening);
  return { client, heard };
}

test("over HTTP a user is asked too, and another conversation hears of what was created and closed", async () => {
  const db = { db: join(http.dir, "records.db") };
  const [alice, bob] = [await connect("alice", "liquet:write"), await connect("bob", "liquet:read")];
  await bob.client.subscribeResource({ uri: "experiment://banner" });
  const create = { experiment_id: "banner", arms: { control: 1, treatment: 1 } };
  await callJson(alice.client, "experiment_create", create);
  const closed = await callJson(alice.client, "experiment_close", { experiment_id: "banner" });
  assert.equal(closed.document.confirmed_by, "the client's user, who was asked");
  const changes = ["list", "experiment://banner", "list", "experiment://banner"];
  await until("four changes", () => bob.heard.length >= 4);
  assert.deepEqual(bob.heard, changes);
  const { resources } = await bob.client.listResources();
  assert.ok(resources.some(({ uri }) => uri === "experiment://banner"));
  // Records of their own change no resource: what is heard next is of the experiment after them.
  await callJson(alice.client, "experiment_create", { ...create, ...db });
  await bob.client.subscribeResource({ uri: "experiment://next" });
  await callJson(alice.client, "experiment_create", { ...create, experiment_id: "next" });
  await until("the next change", () => bob.heard.includes("experiment://next"));
  assert.deepEqual(bob.heard, [...changes, "list", "experiment://next"]);
  await Promise.all([alice.client.close(), bob.client.close()]);
});
