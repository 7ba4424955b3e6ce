import assert from "node:assert/strict";
import { test } from "node:test";
import { autoPlan, planSpec } from "../../src/forecast/auto.ts";
import { printSpec } from "../../src/forecast/spec/print-spec.ts";
import type { Training } from "../../src/forecast/training.ts";

/** Hours of six weeks that the calendar suggests a day and a week for; the noise is a fixed sequence of whole numbers. */
function hours(value: (hour: number, day: number) => number): Training {
  let seed = 1;
  const noise = () => {
    seed = (seed * 16807) % 2147483647;
    return (seed % 21) - 10;
  };
  const y = Float64Array.from({ length: 6 * 168 }, (_, t) => value(t % 24, Math.floor(t / 24) % 7) + noise());
  const index = { kind: "position" as const, name: null, at: y.map((_, t) => t), tz: null, style: "datetime" as const };
  return { label: "y", y, x: [], first: 0, index, frequency: null, periods: [24, 168] };
}
const day = (hour: number) => 100 + 50 * Math.sin((2 * Math.PI * hour) / 24);

test("a week of working days within days of hours takes both seasons out", () => {
  // Evenings of working days stand 60 higher than those at the end of the week.
  const plan = autoPlan(
    hours((hour, weekday) => day(hour) + (weekday < 5 && hour > 15 ? 60 : 0)),
    null,
  );
  assert.deepEqual([plan.kind, plan.sp, plan.longer], ["several seasons", 24, [168]]);
  assert.equal(printSpec(planSpec(plan)), "MSTL(periods=[24, 168]) * AutoETS(sp=1)");
});

test("three weeks are enough to see the week in, and two are not", () => {
  const all = hours((hour, weekday) => day(hour) + (weekday < 5 && hour > 15 ? 60 : 0));
  const weeks = (n: number) => autoPlan({ ...all, y: all.y.subarray(0, n * 168) }, null);
  assert.deepEqual(weeks(3).longer, [168]);
  assert.deepEqual([weeks(2).kind, weeks(2).sp], ["ensemble", 24]);
});

test("days that are all alike have no season of a week, though every seventh resembles the first", () => {
  const plan = autoPlan(hours(day), null);
  assert.deepEqual([plan.kind, plan.sp], ["ensemble", 24]);
});

test("a stated season is the only one", () => {
  const plan = autoPlan(
    hours((hour, weekday) => day(hour) + (weekday < 5 ? 60 : 0)),
    24,
  );
  assert.deepEqual([plan.kind, plan.sp], ["ensemble", 24]);
});
