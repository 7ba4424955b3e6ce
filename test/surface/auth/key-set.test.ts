import assert from "node:assert/strict";
import { test } from "node:test";
import { exportJWK, generateKeyPair, type JSONWebKeySet } from "jose";
import { KeysUnavailable, keySet } from "../../../src/surface/auth/key-set.ts";

const { publicKey } = await generateKeyPair("RS256");
const jwk = await exportJWK(publicKey);

/** A clock that is turned by hand, and an issuer whose answer is set by hand. */
function world(...kids: string[]) {
  const state = { ms: 1_000_000, loads: 0, kids, fail: false };
  const load = async (): Promise<JSONWebKeySet> => {
    state.loads++;
    if (state.fail) throw new Error("no answer");
    return { keys: state.kids.map((kid) => ({ ...jwk, kty: "RSA", kid, alg: "RS256", use: "sig" })) };
  };
  const find = keySet(load, { now: () => new Date(state.ms), maxAge: 600_000, cooldown: 30_000 });
  const ask = async (kid: string) => find({ alg: "RS256", kid }, { payload: "", signature: "" });
  return { state, ask };
}

test("keys are loaded at the first token, and once for those that come together", async () => {
  const { state, ask } = world("a");
  assert.equal(state.loads, 0);
  await Promise.all(Array.from({ length: 5 }, () => ask("a")));
  assert.equal(state.loads, 1);
});

test("an unknown id loads them again after the cooldown, not before", async () => {
  const { state, ask } = world("a");
  await ask("a");
  state.kids = ["b"];
  state.ms += 29_999;
  await assert.rejects(ask("b"), { code: "ERR_JWKS_NO_MATCHING_KEY" });
  state.ms += 1;
  await ask("b");
  assert.equal(state.loads, 2);
  await assert.rejects(ask("a"), { code: "ERR_JWKS_NO_MATCHING_KEY" });
  assert.equal(state.loads, 2);
});

test("a key that the issuer took back is gone when the keys have aged", async () => {
  const { state, ask } = world("a");
  await ask("a");
  state.kids = ["b"];
  state.ms += 599_999;
  await ask("a");
  state.ms += 1;
  await assert.rejects(ask("a"), { code: "ERR_JWKS_NO_MATCHING_KEY" });
});

test("while the issuer is away the known keys stay in use; with none nothing is said of a token", async () => {
  const { state, ask } = world("a");
  state.fail = true;
  await assert.rejects(ask("a"), KeysUnavailable);
  await assert.rejects(ask("a"), KeysUnavailable);
  assert.equal(state.loads, 1, "not asked again within a second");
  state.fail = false;
  state.ms += 1000;
  await ask("a");
  state.fail = true;
  state.ms += 600_000;
  await ask("a");
  assert.equal(state.loads, 3);
});

test("a private key or a secret among the issuer's keys verifies nothing", async () => {
  const secret = { kty: "oct", kid: "a", k: "c2VjcmV0", alg: "RS256" };
  const find = keySet(async () => ({ keys: [secret] }), { now: () => new Date(0), maxAge: 1, cooldown: 1 });
  await assert.rejects(async () => find({ alg: "RS256", kid: "a" }, { payload: "", signature: "" }));
});
