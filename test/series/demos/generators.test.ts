import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import { GENERATORS, generate, generatedRef, readGenerated } from "../../../src/series/demos/generators.ts";

const made = (ref: string) => {
  const { name, parameters } = readGenerated(ref);
  return generate(name, parameters);
};

test("a random walk adds numpy's normals: default_rng(0) starts 0.12573022, -0.13210486, 0.64042265", () => {
  const { values } = made("gen:random_walk(n=3, seed=0, drift=1)").y;
  let level = 0;
  for (const [t, normal] of [0.12573022, -0.13210486, 0.64042265].entries()) {
    level += 1 + normal;
    assert.ok(Math.abs(values[t] - level) < 1e-7);
  }
});

test("without noise the making shows: a trend and a sine, a jump at its row, a season by the clock", () => {
  const seasonal = made("gen:seasonal(n=4, sp=4, amplitude=2, trend=1, sd=0)").y.values;
  for (const [t, value] of [100, 103, 102, 101].entries()) assert.ok(Math.abs(seasonal[t] - value) < 1e-12);
  assert.deepEqual([...made("gen:step(n=4, at=2, height=5, sd=0)").y.values], [0, 0, 5, 5]);
  // Noon by the clock has the same value before and after the change, though 23 hours lie between.
  const { index, y } = made("gen:dst_hourly(n=100, sd=0)");
  assert.equal(index.at[0], Date.UTC(2024, 2, 28, 23) * 1000);
  const noon = (us: number) => y.values[Array.from(index.at).indexOf(us)];
  const [before, after] = [Date.UTC(2024, 2, 30, 11) * 1000, Date.UTC(2024, 2, 31, 10) * 1000];
  assert.ok(Math.abs(noon(before) - noon(after)) < 1e-9);
});

test("gaps lie inside and are as many as asked for; counts are whole and not negative", () => {
  const { index } = made("gen:gappy(n=50, missing=7, seed=3)");
  assert.equal(index.at.length, 43);
  assert.equal((index.at[42] - index.at[0]) / 86_400_000_000, 49);
  const { values } = made("gen:intermittent(n=2000, share=0.25, seed=1)").y;
  assert.ok(values.every((value) => value >= 0 && Number.isInteger(value)));
  const share = values.filter((value) => value > 0).length / 2000;
  // Binomial: 4 standard deviations of sqrt(0.25 * 0.75 / 2000).
  assert.ok(Math.abs(share - 0.25) < 4 * Math.sqrt((0.25 * 0.75) / 2000));
});

test("the same text is the same rows, the reference reads back, and every generator runs with its defaults", () => {
  for (const name of Object.keys(GENERATORS)) {
    const { parameters } = readGenerated(`gen:${name}`);
    assert.deepEqual(readGenerated(generatedRef(name, parameters)), { name, parameters });
    assert.deepEqual(generate(name, parameters), generate(name, parameters));
    assert.ok(generate(name, parameters).y.values.every(Number.isFinite));
  }
});

test("what is wrong with a reference is said in one line", () => {
  const wrong = (ref: string, line: RegExp) =>
    assert.throws(
      () => readGenerated(ref),
      (error) => error instanceof BadCall && line.test(error.message),
    );
  wrong("gen:walk", /no series is named 'walk'; there are random_walk/);
  wrong("gen:step(rows=3)", /has n, seed, at, height, sd, not 'rows'/);
  wrong("gen:step(n=x)", /n must be a number, got 'x'/);
  wrong("gen:step(n=0)", /whole number from 1/);
  wrong("gen:step(n=3", /is not written like/);
});
