import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { answer } from "../../src/contract/answer.ts";
import { command } from "../../src/contract/command.ts";
import type { Ctx } from "../../src/contract/context.ts";
import { field } from "../../src/contract/field.ts";
import { BadCall, evidence, refusal } from "../../src/contract/outcome.ts";

const ctx = { version: "1.2.3", echoed: () => ({}), provenance: () => [], distrusted: () => null } as unknown as Ctx;

function returning(run: () => number) {
  return command({
    summary: "Report one number, whatever it is.",
    args: [],
    input: z.strictObject({ k: field(z._default(z.number(), 3), "a number") }),
    evidence: z.strictObject({ mean: z.number() }),
    examples: ["x"],
    run: async () => evidence({ mean: run() }),
    text: ({ mean }) => [String(mean)],
  });
}

test("evidence carries the envelope around the command's own fields, defaults filled in", async () => {
  const result = await answer(
    "x",
    returning(() => 1 / 3),
    {},
    ctx,
  );
  assert.equal(
    result.json,
    '{"result_kind":"evidence","liquet_version":"1.2.3","mean":0.333333333333,"call":{"command":"x","arguments":{"k":3}},"provenance":[]}\n',
  );
});

test("a NaN never becomes an answer, not even one that is shown as text", async () => {
  await assert.rejects(
    answer(
      "x",
      returning(() => Number.NaN),
      {},
      ctx,
    ),
    /non-finite number at 'mean'/,
  );
});

test("a refusal and a bad call are one line each; anything else is thrown on", async () => {
  const details = { check: "c", remedy: "r" };
  const refused = await answer(
    "x",
    returning(() => {
      throw refusal("NoSpread", "tag: two\n lines", details);
    }),
    {},
    ctx,
  );
  assert.deepEqual([refused.status, refused.status === 3 && refused.line], [3, "refusal [NoSpread] tag: two lines"]);
  const wrong = await answer(
    "x",
    returning(() => {
      throw new BadCall("k: wrong");
    }),
    {},
    ctx,
  );
  assert.deepEqual(wrong, { status: 2, document: null, json: "", line: "error: k: wrong" });
  const broken = returning(() => {
    throw new TypeError("our bug");
  });
  await assert.rejects(answer("x", broken, {}, ctx), TypeError);
});
