import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { civilToMicros, formatInstant, parseCivil } from "../../src/contract/instant.ts";
import { BadCall } from "../../src/contract/outcome.ts";
import { inWindow, parseWindow, separateWindows, windowFields } from "../../src/contract/window.ts";

const utc = (text: string) => Date.parse(text) * 1000;

test("the four forms name the same five hours", () => {
  const forms = [
    "2024-03-30T20:00:00Z/2024-03-31T01:00:00Z",
    "2024-03-30T20:00Z/PT5H",
    "PT5H/2024-03-31 01:00:00+00:00",
    "2024-03-30T22:00:00+02:00/2024-03-31T03:00:00+02:00",
  ];
  for (const form of forms) {
    assert.deepEqual(
      parseWindow(form),
      { start: utc("2024-03-30T20:00:00Z"), end: utc("2024-03-31T01:00:00Z"), end_inclusive: true },
      form,
    );
  }
});

test("a bare date is that UTC day without the next midnight", () => {
  const day = parseWindow("2024-03-30");
  assert.equal(inWindow(day, utc("2024-03-30T00:00:00Z")), true);
  assert.equal(inWindow(day, utc("2024-03-30T23:59:59Z")), true);
  assert.equal(inWindow(day, utc("2024-03-31T00:00:00Z")), false);
  assert.deepEqual(windowFields(day), {
    start: "2024-03-30T00:00:00Z",
    end: "2024-03-31T00:00:00Z",
    duration_s: 86400,
  });
});

test("both stated bounds are inside", () => {
  const w = parseWindow("2024-03-30T20:00:00Z/PT1H");
  assert.equal(inWindow(w, w.start) && inWindow(w, w.end), true);
});

for (const [text, why] of [
  ["2024-03-30T20:00:00/PT1H", /no UTC offset/],
  ["yesterday", /window must be/],
  ["2024-03-30T20:00:00Z", /window must be/],
  ["PT1H/PT2H", /duration on both sides/],
  ["2024-03-30T20:00:00Z/P1W", /not days, hours, minutes and seconds/],
  ["2024-03-30T20:00:00Z/P", /not days, hours, minutes and seconds/],
  ["2024-03-30T20:00:00Z/PT", /not days, hours, minutes and seconds/],
  ["2024-03-30T20:00:00Z/PT0S", /not after START/],
  ["2024-03-31/2024-03-30", /not after START/],
  ["2024-02-30/2024-03-30", /window must be/],
  ["2024-03-30T24:00:00Z/PT1H", /window must be/],
] as const) {
  test(`the window ${text} is a bad call`, () => {
    assert.throws(
      () => parseWindow(text),
      (error: unknown) => error instanceof BadCall && why.test(error.message),
    );
  });
}

test("a boundary that two windows share belongs to the later one, whichever is named first", () => {
  const early = parseWindow("2024-01-01T00:00:00Z/PT1H");
  const late = parseWindow("2024-01-01T01:00:00Z/PT1H");
  const shared = late.start;
  const forward = separateWindows(early, late, ["baseline", "window"]);
  assert.deepEqual([inWindow(forward.a, shared), inWindow(forward.b, shared)], [false, true]);
  const backward = separateWindows(late, early, ["baseline", "window"]);
  assert.deepEqual([inWindow(backward.a, shared), inWindow(backward.b, shared)], [true, false]);
});

test("windows that overlap by more than a boundary are a bad call", () => {
  const a = parseWindow("2024-01-01T00:00:00Z/PT2H");
  const b = parseWindow("2024-01-01T01:00:00Z/PT2H");
  assert.throws(() => separateWindows(a, b, ["baseline", "window"]), BadCall);
});

test("parsing is the inverse of printing for every microsecond from 1700 to 2250", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -8_520_336_000_000, max: 8_835_984_000_000 }),
      fc.integer({ min: 0, max: 999_999 }),
      (ms, us) => {
        const instant = Math.floor(ms / 1000) * 1_000_000 + us;
        const back = parseCivil(formatInstant(instant));
        assert.equal(back?.us, instant);
        assert.equal(back?.offset_s, 0);
      },
    ),
    { numRuns: 2000 },
  );
});

test("civil dates agree with the platform's calendar", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1700, max: 2250 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      (y, m, d) => {
        assert.equal(civilToMicros(y, m, d), Date.UTC(y, m - 1, d) * 1000);
      },
    ),
    { numRuns: 2000 },
  );
});

test("nanosecond digits are cut, not rounded", () => {
  assert.equal(parseCivil("2024-01-01T00:00:00.123456999Z")?.us, utc("2024-01-01T00:00:00Z") + 123_456);
});
