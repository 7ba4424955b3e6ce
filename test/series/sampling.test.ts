import assert from "node:assert/strict";
import { test } from "node:test";
import { samplingContract } from "../../src/series/sampling.ts";

test("digests are those of the reference implementation", () => {
  const digest = (
    basis: "TIME_WEIGHTED" | "EVENT_WEIGHTED",
    stepped: boolean,
    retrieval_mode: "INTERPOLATED" | null = null,
  ) => samplingContract({ basis, stepped }, { retrieval_mode }).digest;
  assert.equal(digest("TIME_WEIGHTED", false), "d59d433d9c627ae3b961d38b13d5579d20eca56bfcf1c6d4f038463fdcc78ea1");
  assert.equal(digest("EVENT_WEIGHTED", false), "056667fdbb80c4ada383cbe2f6a5bd11ba2c2ba1bae731d7c10b2e21b2aa254b");
  assert.equal(digest("TIME_WEIGHTED", true), "d6227cd3b5289d7d76c568b439c54597983db7a8a7ac47c0133ada1d75941461");
  assert.equal(
    digest("TIME_WEIGHTED", false, "INTERPOLATED"),
    "021659760bd6a6380ad1607c6427c6206066f6d0dcd237addeacda27b4f9d19e",
  );
});

test("an archive that declares no retrieval mode was recorded", () => {
  assert.equal(
    samplingContract({ basis: "TIME_WEIGHTED", stepped: false }, { retrieval_mode: null }).retrieval_mode,
    "RECORDED",
  );
});
