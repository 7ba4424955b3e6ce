import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { inFolder } from "../../support/folder.ts";
import { runCli } from "../../support/run.ts";

const FOR = ["--issuer", "https://login.example", "--audience", "https://liquet.example/mcp", "--subject", "ann"];
const NOW = new Date("2026-01-01T00:00:00Z");

test("a made key has mode 0600, its public part verifies the token, and the token is all of stdout", async () => {
  await inFolder({}, async () => {
    const { exit, stdout, stderr } = await runCli([
      "mint-token",
      "--make-key",
      "--key",
      "k.json",
      "--jwks",
      "jwks.json",
      ...FOR,
    ]);
    assert.equal(exit, 0, stderr);
    assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    assert.equal(statSync("k.json").mode & 0o777, 0o600);
    const jwks = JSON.parse(readFileSync("jwks.json", "utf8"));
    assert.deepEqual(Object.keys(jwks.keys[0]).sort(), ["alg", "e", "kid", "kty", "n", "use"]);
    const { payload, protectedHeader } = await jwtVerify(stdout.trim(), createLocalJWKSet(jwks), {
      algorithms: ["RS256"],
      issuer: "https://login.example",
      audience: "https://liquet.example/mcp",
      currentDate: NOW,
    });
    assert.equal(protectedHeader.kid, jwks.keys[0].kid);
    assert.equal(payload.sub, "ann");
    assert.equal(payload.scope, "liquet:read");
    assert.equal(payload.exp, NOW.getTime() / 1000 + 3600);
  });
});

test("the same key signs again, with another scope and lifetime", async () => {
  await inFolder({}, async () => {
    await runCli(["mint-token", "--make-key", "--key", "k.json", ...FOR]);
    const { stdout } = await runCli([
      "mint-token",
      "--key",
      "k.json",
      ...FOR,
      "--scope",
      "liquet:read liquet:write",
      "--lifetime",
      "60",
    ]);
    const claims = decodeJwt(stdout.trim());
    assert.equal(claims.scope, "liquet:read liquet:write");
    assert.equal(claims.exp, NOW.getTime() / 1000 + 60);
  });
});

test("a key that others could read is refused, whatever the looser mode", {
  skip: process.platform === "win32",
}, async () => {
  await inFolder({}, async () => {
    await runCli(["mint-token", "--make-key", "--key", "k.json", ...FOR]);
    for (const mode of [0o640, 0o604, 0o660, 0o666, 0o610]) {
      chmodSync("k.json", mode);
      const { exit, stdout, stderr } = await runCli(["mint-token", "--key", "k.json", ...FOR]);
      assert.equal(exit, 2);
      assert.equal(stdout, "");
      assert.match(
        stderr,
        new RegExp(`^error: 'k.json' has mode 0${mode.toString(8)}, and others could read the key; chmod 600`),
      );
    }
    chmodSync("k.json", 0o400);
    assert.equal((await runCli(["mint-token", "--key", "k.json", ...FOR])).exit, 0);
  });
});

test("a key is never replaced", async () => {
  await inFolder({}, async () => {
    await runCli(["mint-token", "--make-key", "--key", "k.json", ...FOR]);
    const before = readFileSync("k.json", "utf8");
    const { exit, stderr } = await runCli(["mint-token", "--make-key", "--key", "k.json", ...FOR]);
    assert.equal(exit, 2);
    assert.match(stderr, /'k.json' exists, and a key is never replaced/);
    assert.equal(readFileSync("k.json", "utf8"), before);
  });
});

test("what is no private RSA key is refused and not repeated", async () => {
  await inFolder({}, async () => {
    for (const text of [
      "hunter2",
      "null",
      "{}",
      '{"kty":"oct","k":"hunter2","kid":"a"}',
      '{"kty":"RSA","n":"hunter2","e":"AQAB","kid":"a"}',
    ]) {
      writeFileSync("k.json", text, { mode: 0o600 });
      const { exit, stderr } = await runCli(["mint-token", "--key", "k.json", ...FOR]);
      assert.equal(exit, 2, text);
      assert.match(stderr, /holds no private RSA key/);
      assert.ok(!stderr.includes("hunter2"));
    }
  });
});

test("what is not stated, and a folder or no file as a key, are wrong calls", async () => {
  await inFolder({}, async () => {
    assert.match((await runCli(["mint-token", ...FOR])).stderr, /^error: state --key/);
    assert.match((await runCli(["mint-token", "--key", "k", ...FOR.slice(2)])).stderr, /^error: state --issuer/);
    assert.match(
      (await runCli(["mint-token", "--key", "nope", ...FOR])).stderr,
      /^error: cannot open 'nope': no such file/,
    );
    assert.match((await runCli(["mint-token", "--key", ".", ...FOR])).stderr, /^error: cannot open '.'/);
    assert.match((await runCli(["mint-token", "--key", "k", ...FOR, "--lifetime", "0"])).stderr, /^error: lifetime/);
    assert.match(
      (await runCli(["mint-token", "--key", "k", ...FOR.with(1, "http://login.example")])).stderr,
      /must be https/,
    );
  });
});
