import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../support/root.ts";
import { runCli } from "../../support/run.ts";

const text = readFileSync(join(root, "Dockerfile"), "utf8");
const words = (name: string): string[] => JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, "m").exec(text)?.[1] ?? "[]");

test("the image's command is a liquet command that refuses to listen until it is said whose tokens are taken", async () => {
  assert.deepEqual(words("ENTRYPOINT"), ["node", "/app/dist/liquet.js"]);
  const run = (env: Record<string, string>) => runCli(words("CMD"), { env });
  assert.match((await run({})).stderr, /^error: --http takes calls of those who hold a token/);
  assert.match((await run({ LIQUET_ALLOW_INSECURE_NO_AUTH: "1" })).stderr, /^error: .* is for this machine alone/);
  const issuer = { LIQUET_OAUTH_ISSUER: "https://login.example", LIQUET_OAUTH_JWKS: "https://login.example/keys" };
  assert.match((await run(issuer)).stderr, /^error: --host 0\.0\.0\.0 is reached by others; state --resource/);
});

test("what the image keeps, experiment records too, is on its volume: a new container finds it again", () => {
  const [, volume] = /^VOLUME (\S+)$/m.exec(text) ?? [];
  const env = new Map([...text.matchAll(/\b(LIQUET_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  assert.deepEqual([env.get("LIQUET_STORE"), env.get("LIQUET_DB")], [volume, `${volume}/experiments.db`]);
});

test("the image does not run as root and writes to its store alone", () => {
  assert.match(text, /^USER node$/m);
  assert.ok(text.indexOf("USER node") < text.indexOf("ENTRYPOINT"));
  assert.deepEqual(
    [...text.matchAll(/chown \S+ (.+)$/gm)].map(([, what]) => what),
    ["/store"],
  );
});
