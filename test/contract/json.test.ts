import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { roundNumber, toJson } from "../../src/contract/json.ts";

test("integers are exact, other numbers carry 12 significant digits, -0 is 0", () => {
  assert.equal(
    toJson({ a: 9007199254740991, b: 1 / 3, c: -0, d: 1e-300, e: 0.1 + 0.2 }),
    '{"a":9007199254740991,"b":0.333333333333,"c":0,"d":1e-300,"e":0.3}\n',
  );
});

test("beyond 2^53 every number is whole, and none is exact for that", () => {
  const x = 2.2471477762483115e195;
  const next = x * (1 + Number.EPSILON);
  assert.notEqual(x, next);
  assert.equal(toJson({ x }), '{"x":2.24714777625e+195}\n');
  assert.equal(toJson({ x: next }), toJson({ x }));
});

test("two numbers that differ only in the last bit print the same bytes", () => {
  const x = 2 / 3;
  const next = x + Number.EPSILON / 2;
  assert.notEqual(x, next);
  assert.equal(toJson({ x }), toJson({ x: next }));
});

test("NaN and Infinity are our bug: the writer throws and names the key", () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.throws(() => toJson({ mean: bad }), /non-finite number at 'mean'/);
  }
});

test("rounding is idempotent and within half of the twelfth digit", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
      const once = roundNumber(x);
      assert.equal(roundNumber(once), once);
      assert.ok(Math.abs(once - x) <= Math.abs(x) * 5.0001e-12);
    }),
  );
});

test("an answer within an answer keeps its digits: they were rounded when it was written, but for those of its call", () => {
  const json = '{"result_kind":"evidence","a":0.3,"call":{"arguments":{"x":0.1234567890123456}}}';
  assert.equal(toJson({ result: JSON.parse(json), b: 0.1234567890123456 }), `{"result":${json},"b":0.123456789012}\n`);
});

test("the answer is one line with one newline, and keys keep their order", () => {
  const text = toJson({ z: "a\nb", a: 1 });
  assert.equal(text, '{"z":"a\\nb","a":1}\n');
});

test("the call keeps every digit, so that a replay makes the same call; nested numbers elsewhere are rounded", () => {
  const lambda = 4.76190476190476e-8;
  assert.equal(
    toJson({ at: { lambda }, call: { arguments: { lambda } } }),
    '{"at":{"lambda":4.7619047619e-8},"call":{"arguments":{"lambda":4.76190476190476e-8}}}\n',
  );
});
