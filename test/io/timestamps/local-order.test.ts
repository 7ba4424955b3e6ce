import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formatInstant, parseCivil } from "../../../src/contract/instant.ts";
import { Refusal } from "../../../src/contract/outcome.ts";
import { localOrder } from "../../../src/io/timestamps/local-order.ts";
import { findZone, type Zone } from "../../../src/series/calendar.ts";
import { root } from "../../support/root.ts";

const zoneOf = (name: string): Zone => findZone(name) ?? assert.fail(name);
const wall = (text: string) => parseCivil(text)?.us ?? assert.fail(text);

function place(zone: string, walls: string[]): string[] {
  const order = localOrder(zoneOf(zone), "x.csv");
  const placed = walls.map((text, row) => formatInstant(order.place(wall(text), row)));
  order.finish();
  return placed;
}

const refused = (zone: string, walls: string[], pattern: RegExp) =>
  assert.throws(
    () => place(zone, walls),
    (error) => error instanceof Refusal && error.name === "SchemaError" && pattern.test(error.message),
    walls.join(),
  );

const oracle = JSON.parse(readFileSync(join(root, "test/oracles/wall-clock.json"), "utf8")) as {
  walls: { tz: string; wall: string; instants_us: number[] }[];
};

test("a wall-clock time names the instants that Python's zoneinfo finds: none, one or two", () => {
  const seen = new Set<number>();
  for (const { tz, wall: text, instants_us } of oracle.walls) {
    const zone = zoneOf(tz);
    assert.deepEqual(zone.instantsOf(wall(text)), instants_us, `${tz} ${text}`);
    const span = zone.steadySpan(wall(text));
    assert.equal(span === null, instants_us.length !== 1);
    if (span)
      assert.ok(span.from <= wall(text) && wall(text) < span.to && wall(text) - span.offset_us === instants_us[0]);
    seen.add(instants_us.length);
  }
  assert.deepEqual([...seen].sort(), [0, 1, 2]);
});

test("a steady span ends where the next wall-clock time is skipped or repeated", () => {
  const span = zoneOf("Europe/Berlin").steadySpan(wall("2018-07-01 00:00")) ?? assert.fail();
  assert.deepEqual(
    [formatInstant(span.from), formatInstant(span.to)],
    ["2018-03-25T03:00:00Z", "2018-10-28T02:00:00Z"],
  );
});

const HALF_HOURS = [
  "2018-10-28 01:30",
  "2018-10-28 02:00",
  "2018-10-28 02:30",
  "2018-10-28 02:00",
  "2018-10-28 02:30",
  "2018-10-28 03:00",
];

test("the repeated hour is placed by row order: the second pass begins where the wall clock steps back", () =>
  assert.deepEqual(place("Europe/Berlin", HALF_HOURS), [
    "2018-10-27T23:30:00Z",
    "2018-10-28T00:00:00Z",
    "2018-10-28T00:30:00Z",
    "2018-10-28T01:00:00Z",
    "2018-10-28T01:30:00Z",
    "2018-10-28T02:00:00Z",
  ]));

test("the answer does not depend on today's date", () =>
  assert.deepEqual(place("America/New_York", ["2024-11-03 01:30", "2024-11-03 01:00"]), [
    "2024-11-03T05:30:00Z",
    "2024-11-03T06:00:00Z",
  ]));

test("hourly rows that repeat an hour are one in each pass, because only that spaces them evenly", () => {
  const hours = ["2018-10-28 01:00", "2018-10-28 02:00", "2018-10-28 02:00", "2018-10-28 03:00"];
  assert.deepEqual(place("Europe/Berlin", hours).slice(1, 3), ["2018-10-28T00:00:00Z", "2018-10-28T01:00:00Z"]);
});

test("a repeated hour that order does not settle is refused with its first row", () => {
  const [before, two, half, three] = ["2018-10-28 01:45", "2018-10-28 02:00", "2018-10-28 02:30", "2018-10-28 03:00"];
  const first = /'2018-10-28 02:00:00' in data row 2 is in an hour that clocks in Europe\/Berlin repeat/;
  refused("Europe/Berlin", [before, two, two, half, half, three], first); // A03: pairs of equal times
  refused("Europe/Berlin", [before, two, three], first); // exported once
  refused("Europe/Berlin", [before, two, half, three], first);
  refused("Europe/Berlin", [before, two], first); // the file ends inside the hour
  refused("Europe/Berlin", [before, half, two, half, two, three], /of its 4 rows/); // two steps back
  refused("Europe/Berlin", [before, two, two, three], first); // equal, and 15 minutes before: no even spacing
  refused("Europe/Berlin", ["2018-10-28 01:00", two, two, "2018-10-28 03:30"], first); // uneven after
  refused("Europe/Berlin", ["2018-10-28 01:00", two, two], first); // no row after
  refused("Europe/Berlin", ["2018-10-28 01:00", two, two, half, three], first);
});

test("a wall-clock time that clocks skipped is refused with its row and text", () =>
  refused(
    "Europe/Berlin",
    ["2018-03-25 01:59:59", "2018-03-25 02:30:00"],
    /'2018-03-25 02:30:00' in data row 2 does not exist in Europe\/Berlin/,
  ));

test("every quarter hour of 2024 and 2025 comes back in order, whatever the zone", () => {
  for (const name of [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Africa/Casablanca",
  ]) {
    const zone = zoneOf(name);
    const order = localOrder(zone, "x");
    for (let us = wall("2024-01-01"), row = 0; us < wall("2026-01-01"); us += 900_000_000, row++) {
      const local = us + zone.offsetAt(us) * 1_000_000;
      if (order.place(local, row) !== us) assert.fail(`${name} ${formatInstant(us)}`);
    }
    order.finish();
  }
});

test("only IANA names are zones", () => {
  for (const name of ["Mars/Olympus", "", "+02:00", "CEST "]) assert.equal(findZone(name), null, name);
});
