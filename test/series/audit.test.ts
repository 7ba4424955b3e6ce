import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { formatInstant, parseCivil } from "../../src/contract/instant.ts";
import { auditTimestamps } from "../../src/series/audit.ts";
import { findZone } from "../../src/series/calendar.ts";
import { root } from "../support/root.ts";
import { type Row, seriesOf } from "../support/rows.ts";

const audit = (rows: Row[]) => auditTimestamps(seriesOf(rows));

test("a repeated stamp is identical or conflicting, however often it is repeated", () => {
  const found = audit([
    [0, 1],
    [1, 2],
    [1, 2],
    [1, 2],
    [2, 3],
    [2, 4],
    [2, 3],
    [3, null],
    [3, null],
    [4, null],
    [4, 5],
    [5, 6],
  ]);
  assert.deepEqual([found.audited, found.distinct, found.duplicates], [12, 6, 4]);
  assert.deepEqual([found.duplicates_identical, found.duplicates_conflicting], [2, 2]);
});

test("texts are compared too", () => {
  assert.equal(
    audit([
      [0, "ON"],
      [0, "ON"],
    ]).duplicates_identical,
    1,
  );
  assert.equal(
    audit([
      [0, "ON"],
      [0, "OFF"],
    ]).duplicates_conflicting,
    1,
  );
  assert.equal(
    audit([
      [0, "ON"],
      [0, null],
    ]).duplicates_conflicting,
    1,
  );
});

test("steps back are counted", () => {
  const found = audit([
    [0, 1],
    [5, 1],
    [3, 1],
    [4, 1],
    [4, 1],
    [2, 1],
  ]);
  assert.deepEqual([found.non_monotonic, found.duplicates], [2, 1]);
});

test("nanosecond stamps on one microsecond are passed on as what they are", () => {
  assert.equal(
    auditTimestamps({
      ...seriesOf([
        [0, 1],
        [0, 2],
      ]),
      subMicrosecondCollisions: 1,
    }).sub_microsecond_collisions,
    1,
  );
});

test("no rows, nothing odd", () => {
  assert.deepEqual(Object.values(audit([])), [0, 0, 0, 0, 0, 0, 0]);
});

test("in rows in time order, distinct stamps are what a set of them holds", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 60 }), (stamps) => {
      const sorted = stamps.sort((a, b) => a - b);
      const found = audit(sorted.map((s): Row => [s, 1]));
      const repeated = new Set(sorted.filter((s, i) => sorted.indexOf(s) !== i));
      assert.deepEqual(
        [found.distinct, found.duplicates, found.duplicates_conflicting],
        [new Set(sorted).size, repeated.size, 0],
      );
    }),
    { numRuns: 100 },
  );
});

test("clock changes over whole windows agree with Python's zoneinfo", () => {
  const { windows } = JSON.parse(readFileSync(join(root, "test/oracles/clock-changes.json"), "utf8"));
  for (const { tz, start, end, changes } of windows) {
    const [from, to] = [parseCivil(start)!.us, parseCivil(end)!.us];
    const found = findZone(tz)!.transitions(from, to);
    assert.deepEqual(
      found.map(({ at, before_s, after_s }) => ({
        tz,
        instant: formatInstant(at),
        offset_before_s: before_s,
        offset_after_s: after_s,
      })),
      changes,
      tz,
    );
  }
});
