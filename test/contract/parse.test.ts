import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { fields } from "../../src/contract/field.ts";
import { BadCall } from "../../src/contract/outcome.ts";
import { parseInput } from "../../src/contract/parse.ts";

const schema = z.strictObject({ archive: fields.archive(), max_rows: fields.maxRows() });

function message(raw: Record<string, unknown>): string {
  try {
    parseInput(schema, raw);
  } catch (error) {
    assert.ok(error instanceof BadCall, String(error));
    return error.message;
  }
  throw new Error("nothing was refused");
}

test("a value that fits no branch of a union is told what the branches take", () => {
  assert.equal(message({ archive: "a", max_rows: "x" }), 'max_rows: expected a number or all, got "x"');
});

test("a long input is cut in the message", () => {
  const text = message({ archive: ["x".repeat(1e6)] });
  assert.match(text, /^archive: expected a string, got \["x+…$/);
  assert.ok(text.length < 200);
});
