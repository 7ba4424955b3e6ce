import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson } from "../../src/contract/canonical-json.ts";

test("the example of RFC 8785, section 3.2.4, gives its bytes", () => {
  const value = {
    numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  assert.equal(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test("keys are sorted by UTF-16 code units, as the example of section 3.2.3 is", () => {
  const keys = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
  const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
  const order = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
  assert.deepEqual(Object.keys(JSON.parse(text)).sort(), [...order].sort());
  assert.equal(text, `{${order.map((key) => `${JSON.stringify(key)}:0`).join(",")}}`);
});

test("numbers are those of the RFC's appendix B; -0 is 0", () => {
  const cases: [number, string][] = [
    [-0, "0"],
    [5e-324, "5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [9007199254740992, "9007199254740992"],
    [295147905179352830000, "295147905179352830000"],
    [9.999999999999997e22, "9.999999999999997e+22"],
    [1e21, "1e+21"],
    [333333333.33333325, "333333333.33333325"],
    [0.000001, "0.000001"],
  ];
  for (const [number, text] of cases) assert.equal(canonicalJson(number), text);
});

test("what JSON cannot hold is our bug and throws", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n, "\ud800", { a: undefined }]) {
    assert.throws(() => canonicalJson(value));
  }
});

test("any JSON reads back as itself, and the order of its keys does not show", () => {
  // JSON.parse makes no -0 and no __proto__ of its own; both are left out.
  const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(json, (value) => {
      let text: string;
      try {
        text = canonicalJson(value);
      } catch {
        return;
      }
      assert.deepEqual(JSON.parse(text), value);
      assert.equal(canonicalJson(reversed(value)), text);
    }),
    { numRuns: 300 },
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
