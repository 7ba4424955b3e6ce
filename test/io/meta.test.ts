import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/contract/outcome.ts";
import { closestKey } from "../../src/io/closest-key.ts";
import { parseTagMeta, parseTagMetaText, serializeTagMeta } from "../../src/io/meta.ts";
import closest from "../oracles/closest-key.json" with { type: "json" };

const LEAST = { identity: { source_id: "demo", point_id: "FIC101.PV" }, name: "flow" };

function causeOf(json: unknown): string {
  try {
    parseTagMeta(json, "fic101.json");
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.name, "SchemaError");
    assert.equal(error.details.file, "fic101.json");
    assert.doesNotThrow(() => JSON.stringify(error.details));
    return error.message;
  }
  assert.fail("no refusal");
}

test("identity and name are enough; everything else reads as not stated", () => {
  assert.deepEqual(parseTagMeta(LEAST, "x"), {
    ...LEAST,
    unit_raw: null,
    unit_canonical: null,
    eng_range_zero: null,
    eng_range_span: null,
    sample_rate_s: null,
    retrieval_mode: null,
    asset: null,
    loop_id: null,
    role: null,
    quality_codes: null,
    quality_assumed: false,
  });
});

test("every key is kept, severities are folded to upper case, comments are dropped", () => {
  const full = {
    ...LEAST,
    unit_raw: "m3/h",
    unit_canonical: "cubic meters per hour",
    eng_range_zero: -5,
    eng_range_span: 20.5,
    sample_rate_s: 0.1,
    retrieval_mode: "INTERPOLATED",
    asset: "A",
    loop_id: "101",
    role: "PV",
    quality_codes: { "192": " good ", "0": "Bad" },
    quality_assumed: true,
  };
  const parsed = parseTagMeta({ ...full, _comments: { name: "any text" } }, "x");
  assert.deepEqual(parsed, { ...full, quality_codes: { "0": "BAD", "192": "GOOD" } });
});

test("what is serialized reads back the same, keys in table order, unset values as null", () => {
  const meta = parseTagMeta({ name: "é", identity: { point_id: "p", source_id: "s" }, sample_rate_s: 1 / 3 }, "x");
  const text = serializeTagMeta(meta);
  assert.equal(
    text,
    '{"identity":{"source_id":"s","point_id":"p"},"name":"é","unit_raw":null,"unit_canonical":null,' +
      '"eng_range_zero":null,"eng_range_span":null,"sample_rate_s":0.3333333333333333,"retrieval_mode":null,' +
      '"asset":null,"loop_id":null,"role":null,"quality_codes":null,"quality_assumed":false}',
  );
  assert.deepEqual(parseTagMetaText(text, "x"), meta);
});

test("an empty quality_codes reads as null, and a code called __proto__ is a code like any other", () => {
  assert.equal(parseTagMeta({ ...LEAST, quality_codes: {} }, "x").quality_codes, null);
  const hostile = JSON.parse('{"__proto__":"GOOD"}');
  assert.deepEqual(Object.keys(parseTagMeta({ ...LEAST, quality_codes: hostile }, "x").quality_codes ?? {}), [
    "__proto__",
  ]);
});

// Each row breaks one rule; the rows stand in the order in which the rules are checked.
const BROKEN: [string, Record<string, unknown>, RegExp][] = [
  ["unknown top-level key", { unit: "bar" }, /unknown key 'unit'; did you mean 'unit_raw'\?$/],
  ["_comments shape", { _comments: { a: 1 } }, /'_comments\.a' is 1/],
  ["identity missing", { identity: undefined }, /'identity' is missing/],
  ["identity not an object", { identity: ["a", "b"] }, /'identity' is a list, not an object/],
  ["unknown identity key", { identity: { source: "s" } }, /'identity\.source'; did you mean 'identity\.source_id'\?$/],
  ["empty identity part", { identity: { source_id: "s", point_id: "" } }, /'identity\.point_id' is empty/],
  ["name missing", { name: undefined }, /'name' is missing/],
  ["text keys", { asset: 7 }, /'asset' is 7/],
  ["name type", { name: null }, /'name' is null/],
  ["half a range", { eng_range_zero: 0 }, /'eng_range_zero' is stated and 'eng_range_span' is not/],
  ["range not finite", { eng_range_zero: true, eng_range_span: 1 }, /'eng_range_zero' is true/],
  ["span", { eng_range_zero: 0, eng_range_span: 0 }, /'eng_range_span' is 0/],
  ["sample rate", { sample_rate_s: "1" }, /'sample_rate_s' is '1'/],
  ["role", { role: "pv" }, /'role' is 'pv'; write PV, SP, OP, MODE or null/],
  ["retrieval mode", { retrieval_mode: "RAW" }, /'retrieval_mode' is 'RAW'/],
  ["quality_codes", { quality_codes: [] }, /'quality_codes' is a list/],
  ["severity", { quality_codes: { "0": "FINE" } }, /maps '0' to 'FINE'/],
  ["quality_assumed", { quality_assumed: 1 }, /'quality_assumed' is 1/],
];

for (const [rule, broken, expected] of BROKEN) {
  test(`metadata rule: ${rule}`, () => {
    const json = JSON.parse(JSON.stringify({ ...LEAST, ...broken }));
    assert.match(causeOf(json), /^fic101\.json: /);
    assert.match(causeOf(json), expected);
  });
}

test("of two broken rules the earlier one is reported", () => {
  for (let i = 0; i + 1 < BROKEN.length; i++) {
    const [first, second] = [BROKEN[i], BROKEN[i + 1]];
    if (Object.keys(first[1]).some((key) => key in second[1] || key.startsWith("eng_range"))) continue;
    const both = { ...LEAST, ...second[1], ...first[1] };
    assert.match(causeOf(JSON.parse(JSON.stringify(both))), first[2], `${first[0]} before ${second[0]}`);
  }
});

test("eng_range gets its own hint, and a key like none lists those that exist", () => {
  assert.match(
    causeOf({ ...LEAST, eng_range: [0, 1] }),
    /write eng_range_zero and eng_range_span as two top-level numbers/,
  );
  assert.match(causeOf({ ...LEAST, zzz: 1 }), /known keys are identity, name, unit_raw/);
});

test("metadata that are no object, or no JSON, are a SchemaError on one line", () => {
  for (const json of [null, [], "text", 1]) assert.match(causeOf(json), /not an object/);
  const text = '{"name":\n"x",}';
  assert.throws(
    () => parseTagMetaText(text, "m.json"),
    (error: Error) => {
      assert.equal(error.name, "SchemaError");
      return /^m\.json: the metadata are not valid JSON/.test(error.message) && !error.message.includes("\n");
    },
  );
});

test("a byte-order mark before the JSON is no error", () => {
  assert.equal(parseTagMetaText(`\uFEFF${JSON.stringify(LEAST)}`, "x").name, "flow");
});

test("numbers too large for a double are refused, not read as Infinity", () => {
  const text = '{"identity":{"source_id":"s","point_id":"p"},"name":"","eng_range_zero":0,"eng_range_span":1e999}';
  assert.throws(() => parseTagMetaText(text, "x"), { name: "SchemaError" });
});

test("the suggested key is the one Python's difflib suggests", () => {
  for (const { typed, known, expected } of closest.cases) assert.equal(closestKey(typed, known), expected, typed);
});
