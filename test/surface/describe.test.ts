import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod/mini";
import { command } from "../../src/contract/command.ts";
import { field, fields, writingField } from "../../src/contract/field.ts";
import { evidence } from "../../src/contract/outcome.ts";
import { inputSchema } from "../../src/surface/describe.ts";

const declared = command({
  summary: "Stand in for a command.",
  args: [],
  input: z.strictObject({
    above: field(z.int().check(z.gt(0), z.lt(60)), "From 1 to 59."),
    share: field(z.number().check(z.gt(0), z.lt(1)), "Between the ends."),
    names: field(z._default(z.array(z.string()), []), "Any names."),
    switch: field(z._default(z.boolean(), false), "Off unless it is given."),
    on: field(z._default(z.boolean(), true), "On unless it is turned off."),
    anything: field(z.record(z.string(), z.unknown()), "Values by name."),
    run_async: fields.runAsync(),
    out: writingField(z.optional(z.string()), "File to write."),
  }),
  evidence: z.strictObject({}),
  examples: ["stand-in"],
  run: async () => evidence({}),
  text: () => [],
});
const { properties = {}, required } = inputSchema(declared);

test("an integer's open ends are written as the next integers, a number's stay open", () => {
  assert.deepEqual(properties.above, { description: "From 1 to 59.", type: "integer", minimum: 1, maximum: 59 });
  const { exclusiveMinimum, exclusiveMaximum, minimum } = properties.share;
  assert.deepEqual([exclusiveMinimum, exclusiveMaximum, minimum], [0, 1, undefined]);
});

test("what is empty or off when it is not given has no default in the schema, and is not required", () => {
  assert.equal("default" in properties.names, false);
  assert.equal("default" in properties.switch, false);
  assert.equal(properties.on.default, true);
  assert.deepEqual(required, ["above", "share", "anything"]);
});

test("a record of anything says only that it is an object, and no mark but that of writing is listed", () => {
  assert.deepEqual(properties.anything, { description: "Values by name.", type: "object" });
  assert.equal("machine" in properties.run_async, false);
  assert.equal(properties.out.writes, true);
});
