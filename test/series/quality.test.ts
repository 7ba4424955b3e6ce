import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/contract/outcome.ts";
import { declarations, looksLikeOpcDa, readCode, wholeNumber } from "../../src/series/quality.ts";
import type { Severity } from "../../src/series/tag-meta.ts";
import { metaOf } from "../support/rows.ts";

type Codes = Record<string, Severity>;
const read = (raw: string | null, quality_codes: Codes | null = null) =>
  readCode(raw, declarations(metaOf({ quality_codes })));
const severity = (raw: string | null, codes: Codes | null = null) => read(raw, codes).severity;
const da = (raws: (string | null)[], codes: Codes | null = null) =>
  looksLikeOpcDa(
    raws.map((raw) => read(raw, codes)),
    codes !== null,
  );

test("a code that became a float is the same code: a declared 0 is never OPC UA's Good", () => {
  const codes: Codes = { "0": "BAD", "192": "GOOD" };
  // The reference reads "0.0" as GOOD (no declared match, then OPC UA) and "192.0" as UNCERTAIN.
  for (const raw of ["0", "0.0", "0.000", "-0", " 0 ", "0e0"]) assert.equal(severity(raw, codes), "BAD", raw);
  for (const raw of ["192", "192.0", "1.92e2", "+192."]) assert.equal(severity(raw, codes), "GOOD", raw);
});

test("a declared float matches the integer that a file holds", () => {
  assert.equal(severity("64", { "64.0": "UNCERTAIN" }), "UNCERTAIN");
});

test("one number declared with two severities is refused", () => {
  assert.throws(
    () => declarations(metaOf({ quality_codes: { "0": "BAD", "0.0": "GOOD" } })),
    (error: unknown) =>
      error instanceof Refusal && error.name === "SchemaError" && /code 0 both BAD and GOOD/.test(error.message),
  );
});

test("the tag's declaration wins over every other rule, by exact spelling before any other case", () => {
  assert.equal(severity("GOOD", { GOOD: "BAD" }), "BAD");
  assert.equal(severity("249", { "249": "UNCERTAIN" }), "UNCERTAIN");
  assert.equal(severity(" sensor drift ", { "Sensor Drift": "BAD" }), "BAD");
  assert.equal(severity("ok", { OK: "BAD", ok: "GOOD" }), "GOOD");
  assert.equal(severity("Ok", { OK: "BAD", ok: "GOOD" }), "BAD"); // first in the order declared
});

test("digital states keep their severities and name themselves", () => {
  const table: [string, Severity, string][] = [
    ["248", "BAD", "Bad"],
    ["249", "BAD", "Comms Outage"],
    ["250", "UNCERTAIN", "Scan Off"],
    ["251", "UNCERTAIN", "Substituted"],
    ["257", "BAD", "Over Range"],
    ["257.0", "BAD", "Over Range"],
  ];
  for (const [raw, expected, state] of table) {
    const reading = read(raw);
    assert.deepEqual([reading.severity, reading.state, reading.rule], [expected, state, "digital_state"], raw);
  }
});

test("OPC UA: only whitelisted Good codes are GOOD, with or without info bits", () => {
  const good = [
    0, 0x002d0000, 0x002e0000, 0x002f0000, 0x00300000, 0x00960000, 0x00a20000, 0x00a30000, 0x00a50000, 0x00a60000,
  ];
  for (const code of [...good, 0x00ba0000, 0x00d90000, 0x00dc0000, 0x00e00000]) {
    assert.equal(severity(String(code)), "GOOD", code.toString(16));
    assert.equal(severity(String(code + 0x0400)), "GOOD", "DataValue info type, bits 11-10 = 01");
  }
  assert.equal(read(String(0x00960001)).rule, "unmapped"); // info bits without an info type: no status code
  assert.equal(read(String(0x00110000)).rule, "unmapped"); // top bits Good, code unknown
});

test("OPC UA: the top bits alone decide uncertain and bad; negative and wider numbers are bad", () => {
  assert.deepEqual([severity(String(0x40000000)), read(String(0x40920000)).rule], ["UNCERTAIN", "opc_ua"]);
  for (const code of [0x80000000, 0xc0000000, 2 ** 32, 2 ** 40, -1])
    assert.equal(severity(String(code)), "BAD", String(code));
});

test("OPC DA bytes are never guessed: 192 is UNCERTAIN and unmapped", () => {
  assert.deepEqual([severity("192"), read("192").rule], ["UNCERTAIN", "unmapped"]);
});

test("known words in any case; everything else, an empty cell too, is UNCERTAIN and unmapped", () => {
  const words: Codes = {
    good: "GOOD",
    " Uncertain": "UNCERTAIN",
    substituted: "UNCERTAIN",
    "Scan Off": "UNCERTAIN",
    BAD: "BAD",
    "comm failure": "BAD",
  };
  for (const [raw, expected] of Object.entries(words))
    assert.deepEqual([severity(raw), read(raw).rule], [expected, "text"]);
  for (const raw of ["None", "NaN", "true", "0x40", "", "192.5", null]) {
    assert.deepEqual([severity(raw), read(raw).rule], ["UNCERTAIN", "unmapped"], String(raw));
  }
});

test("over and under range are told from the code: 257 and the two texts", () => {
  assert.deepEqual(
    ["257", "OVER RANGE", "under range", "248", "GOOD"].map((raw) => read(raw).over),
    ["high", "high", "low", null, null],
  );
});

test("whole numbers: text with an integral value, and nothing else", () => {
  assert.deepEqual(["257", "257.0", "1e2", ".0", "-3"].map(wholeNumber), [257, 257, 100, 0, -3]);
  assert.deepEqual(["1.5", "inf", "nan", "0x10", "1_0", ""].map(wholeNumber), [null, null, null, null, null, null]);
});

test("looks like OPC DA: every unmapped code a byte and none declared", () => {
  assert.equal(da(["4", "8"]), true);
  assert.equal(da(["GOOD", "192"]), true);
  assert.equal(da(["GOOD", "300"]), false);
  assert.equal(da(["GOOD", "0"]), false);
});

test("looks like OPC DA: a byte of 64..255 among numeric bytes, even beside mapped codes and text", () => {
  // The reference stays silent here: an unmapped text hides the hint, and the 0s read GOOD without a word.
  assert.equal(da(["0", "192", "SENSOR DRIFT"]), true);
  assert.equal(da(["0", "192"], { "192": "GOOD" }), true); // 0 is undeclared and would read GOOD
  assert.equal(da(["0", "192"], { "0": "BAD", "192": "GOOD" }), false); // all declared
  assert.equal(da(["0", "249"], { GOOD: "GOOD" }), false); // 249 is a digital state, not a DA byte
  assert.equal(da(["0", "192", String(0x80000000)], { x: "BAD" }), false);
});
