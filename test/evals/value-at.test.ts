import assert from "node:assert/strict";
import { test } from "node:test";
import { faultIn, faultInProse } from "./value-at.ts";

test("a document holds a value when it stands at its path, within the tolerance", () => {
  const document = { rows: [{ point: 417 }], cause: "only 20 GOOD baseline samples", width: null };
  assert.equal(faultIn(document, { at: "rows.0.point", number: 417 }), null);
  assert.equal(faultIn(document, { at: "rows.0.point", number: 416, tolerance: 1 }), null);
  assert.match(String(faultIn(document, { at: "rows.0.point", number: 416 })), /417, not 416/);
  assert.match(String(faultIn(document, { at: "rows.1.point", number: 417 })), /undefined/);
  assert.notEqual(faultIn(document, { at: "width", number: 0 }), null);
  assert.equal(faultIn(document, { at: "cause", text: "20 GOOD" }), null);
  assert.notEqual(faultIn(document, { at: "cause", text: "30 GOOD" }), null);
});

test("prose states a number when it rounds it to two digits or more, in percent or in powers of ten too", () => {
  const says = (prose: string, number: number, tolerance = 0) =>
    faultInProse(prose, { at: "", number, tolerance }) === null;
  assert.ok(says("the lift is 4.3 % (95% interval 2.4 to 6.3)", 0.0432587685612));
  assert.ok(says("the lift is 4.33 percentage points", 0.0432587685612));
  assert.ok(says("You need 3,841 users per arm.", 3841));
  assert.ok(says("p = 3.67 × 10^-8", 3.671251852e-8));
  assert.ok(says("p = 3.7e-8", 3.671251852e-8));
  assert.ok(says("the slope is −3.84 a year", -3.83838383838));
  assert.ok(says("2 clusters", 2));
  assert.ok(!says("about 4 %", 0.0432587685612));
  assert.ok(!says("4.2 %", 0.0432587685612));
  assert.ok(!says("3,840 users", 3841));
  assert.ok(!says("no number", 3841));
  assert.ok(!says("FIC-101 from 06:00 on 2024-03-06, see data_6 and TI6.PV", 6));
  assert.ok(says("only 6 curves", 6));
  assert.equal(faultInProse("It ended in December 1959.", { at: "", text: "1959-12", said: ["December 1959"] }), null);
  assert.notEqual(faultInProse("It ended.", { at: "", text: "1959-12" }), null);
});
