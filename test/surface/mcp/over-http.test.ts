import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ElicitRequestSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { type HttpTest, startHttpTest } from "../../support/http-server.ts";
import { callJson } from "../../support/mcp-client.ts";

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
  await client.connect(
    new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers: { authorization } } }),
  );
  return { client, heard };
}

test("over HTTP a user is asked too, and another conversation hears of what was created and closed", async () => {
  const db = { db: join(http.dir, "records.db") };
  const [alice, bob] = [await connect("alice", "liquet:write"), await connect("bob", "liquet:read")];
  await bob.client.subscribeResource({ uri: "experiment://banner" });
  // The stream on which a server speaks unasked is opened after the client was told that it is connected.
  await setTimeout(200);
  const create = { experiment_id: "banner", arms: { control: 1, treatment: 1 } };
  await callJson(alice.client, "experiment_create", create);
  const closed = await callJson(alice.client, "experiment_close", { experiment_id: "banner" });
  assert.equal(closed.document.confirmed_by, "the client's user, who was asked");
  await setTimeout(200);
  assert.deepEqual(bob.heard, ["list", "experiment://banner", "list", "experiment://banner"]);
  const { resources } = await bob.client.listResources();
  assert.ok(resources.some(({ uri }) => uri === "experiment://banner"));
  // Records of their own change no resource.
  await callJson(alice.client, "experiment_create", { ...create, ...db });
  await setTimeout(100);
  assert.equal(bob.heard.length, 4);
  await Promise.all([alice.client.close(), bob.client.close()]);
});
