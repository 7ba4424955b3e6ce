import assert from "node:assert/strict";
import { test } from "node:test";
import { shortNames } from "../../src/series/short-names.ts";

test("short names stay as they are, long ones are cut, and all are as wide as the widest", () => {
  assert.deepEqual(shortNames(["a", "bcd"], 8), ["a  ", "bcd"]);
  assert.deepEqual(shortNames(["temperature", "b"], 8), ["tempera…", "b       "]);
  assert.deepEqual(shortNames([], 8), []);
});

test("names that would be alike when cut lose what all begin with", () => {
  assert.deepEqual(shortNames(["plant.area.T1.PV", "plant.area.T2.PV"], 8), ["…1.PV", "…2.PV"]);
  assert.deepEqual(shortNames(["curve number one", "curve number two"], 20), ["curve number one", "curve number two"]);
  // One that begins otherwise leaves nothing to leave out: then the middles go.
  assert.deepEqual(shortNames(["plant.area.T1", "plant.area.T2", "x"], 8), ["pl…ea.T1", "pl…ea.T2", "x       "]);
  // No character is cut in two: these two share the first half of their last one.
  assert.deepEqual(shortNames(["plant.area.T\u{1f600}", "plant.area.T\u{1f601}"], 8), ["…\u{1f600}", "…\u{1f601}"]);
  // Those that are one name are alike whatever is done.
  assert.deepEqual(shortNames(["abcdefghij", "abcdefghij"], 8), ["abcdefg…", "abcdefg…"]);
});
