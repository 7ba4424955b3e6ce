import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { connectClient } from "../../support/mcp-client.ts";
import { PATIENCE_MS } from "../../support/patience.ts";

let client: Client;
before(async () => {
  ({ client } = await connectClient({ cwd: tmpdir() }));
});
after(() => client.close());

/** The text of an answer, whatever it is; rejects when the server breaks. */
async function text(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as { text: string }[])[0].text;
}

test("an argument, a unit or a measure that has the name of an object's own method is unknown like any other", async () => {
  assert.match(
    await text("data_load", { source: "demo:nile", constructor: 1 }),
    /^error: unknown argument 'constructor'/,
  );
  for (const spelling of ["constructor", "__proto__", "toString"])
    assert.match(await text("units", { spelling }), /"result_kind":"refusal"|^error: /);
  const tuned = { curves: "demo:bumps", method: "clustering", target_metric: "constructor" };
  assert.match(await text("fda_auto_tune", tuned), /^error: target_metric: clustering is judged by/);
});

test("arguments nested deeper than 64 levels are a bad call, however deep", async () => {
  for (const depth of [100, 1000]) {
    let nested: unknown = 1;
    for (let level = 0; level < depth; level++) nested = { a: nested };
    assert.match(await text("data_load", { data: nested }).catch(String), /^error: data: nested deeper than 64 levels/);
  }
});

test("a horizon that no list is as long as is a bad call; the server lives on", async () => {
  for (const horizon of [1e9, 1e15])
    assert.match(
      await text("forecast_predict", { source: "demo:nile", spec: "NaiveForecaster()", horizon }),
      /^error: horizon: expected at most 10000 steps/,
    );
});

test("a text of 100,000 characters is near to no name, and that is said at once", {
  timeout: PATIENCE_MS,
}, async () => {
  assert.match(await text("units", { spelling: "m".repeat(100_000) }), /"result_kind":"refusal"|^error: /);
});

test("an answer longer than a client takes in one line is a bad call, not the end of the connection", async () => {
  const arms = Array.from({ length: 20_000 }, (_, i) => `arm${i}`);
  const each = (value: number) => Object.fromEntries(arms.map((arm) => [arm, value]));
  assert.match(
    await text("experiment_check_srm", { counts: each(5), weights: each(1) }),
    /^error: the answer takes \d+ bytes/,
  );
});
