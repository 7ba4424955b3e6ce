import assert from "node:assert/strict";
import { test } from "node:test";
import { evidenceOf } from "../support/forecast-calls.ts";

/** Hours of Berlin from 2024-03-28T23:00:00Z on; clocks went forward at 2024-03-31T01:00:00Z, which is row 50. */
const hours = (n: number) => `gen:dst_hourly(n=${n})`;
const told = async (n: number, spec: string, steps: number) =>
  (
    await evidenceOf<{ warnings: string[] }>("forecast", "predict", hours(n), "--spec", spec, "--horizon", `${steps}`)
  ).warnings.filter((warning) => warning.startsWith("clocks"));

test("a day's season says where clocks change among the steps, and that it is late from there on", async () => {
  const [warning, ...more] = await told(48, "NaiveForecaster(sp=24)", 12);
  assert.deepEqual(more, []);
  assert.match(
    warning,
    /^clocks of Europe\/Berlin go forward at 2024-03-31T01:00:00Z, among the steps: .* 1 h too late/,
  );
  assert.deepEqual(await told(48, "NaiveForecaster(sp=24)", 2), [], "the change is at the third step");
});

test("a change among the rows is told by fit, predict and evaluate", async () => {
  const among = /^clocks of Europe\/Berlin changed at 2024-03-31T01:00:00Z, among the rows/;
  for (const call of [
    ["predict", hours(240)],
    ["fit", hours(240)],
    ["evaluate", hours(240)],
  ]) {
    const words = ["forecast", ...call, "--spec", "NaiveForecaster(sp=24)"];
    const { warnings } = await evidenceOf<{ warnings: string[] }>(...words);
    assert.equal(warnings.filter((warning) => among.test(warning)).length, 1, call.join(" "));
  }
});

test("no word of clocks where no season is of days", async () => {
  assert.deepEqual(await told(48, "NaiveForecaster()", 12), []);
  assert.deepEqual(await told(48, "NaiveForecaster(sp=5)", 12), []);
});
