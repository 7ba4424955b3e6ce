import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal } from "../../../src/contract/outcome.ts";
import { pcg64, type Rng } from "../../../src/numerics/pcg64.ts";
import { uniform } from "../../../src/numerics/uniform.ts";
import { drawObserved, drawTrial } from "../../../src/process/switchback/assignments.ts";
import { designOf } from "../../../src/process/switchback/design.ts";
import { keptSamples } from "../../../src/process/switchback/kept-samples.ts";
import { drawGenerator, readPower } from "../../../src/process/switchback/power.ts";
import { claimRates } from "../../../src/process/switchback/power-readout.ts";
import type { Series } from "../../../src/series/series.ts";
import oracle from "../../oracles/switchback.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { metaOf } from "../../support/rows.ts";

const START = Date.parse(oracle.trial.start) * 1000;
const MINUTE = 60_000_000;
const day = { start: START + 1440 * MINUTE, end: START + 2880 * MINUTE, block_s: 3600, washout_s: 900, blocks: 24 };
const values = oracle.trial.tags["TI201.PV"];
const design = designOf(24);

/** The rows of the oracle's TI201.PV in a window. */
async function read({
  start,
  end,
  end_inclusive,
}: {
  start: number;
  end: number;
  end_inclusive: boolean;
}): Promise<Series> {
  const first = (start - START) / MINUTE;
  const n = (end - start) / MINUTE + (end_inclusive ? 1 : 0);
  return seriesFrom(start, values.slice(first, first + n));
}

function seriesFrom(start: number, v: number[]): Series {
  const t = Float64Array.from(v, (_, i) => start + i * MINUTE);
  return {
    t,
    v: Float64Array.from(v),
    q: new Uint16Array(v.length),
    qualities: ["GOOD"],
    states: null,
    subMicrosecondCollisions: 0,
  };
}

const history = {
  tag: "demo:TI201.PV",
  meta: metaOf({ unit_raw: "degC" }),
  window: { start: day.start, end: day.end, end_inclusive: true },
  read,
};
const quiet = { tick: async () => {}, done: () => {} };

test("claim rates over 200 designs are those of a brute force, by the reference's seeds and by ours", async () => {
  const kept = keptSamples(day, await read({ ...history.window }));
  const seeds: [keyof typeof oracle.power, (j: number) => Rng][] = [
    ["reference", (j) => pcg64([7, j])],
    ["spawned", (j) => drawGenerator(7, j)],
  ];
  for (const [name, open] of seeds) {
    const { sigma, rates } = oracle.power[name];
    const { rows } = await claimRates(kept, design, sigma, open, quiet);
    assert.deepEqual(
      rows.map(({ claim_rate }) => claim_rate),
      rates,
      name,
    );
  }
});

test("no power draw repeats the trial's own stream; seeding by the list [seed, 0] would", () => {
  const first = (rng: Rng) => uniform(rng);
  assert.equal(first(pcg64([7, 0])), first(pcg64(7)));
  for (const seed of [0, 7, 2 ** 40]) {
    const own = drawObserved(design, pcg64(seed));
    for (let j = 0; j < 3; j++) {
      assert.notEqual(first(drawGenerator(seed, j)), first(pcg64(seed)));
      assert.notDeepEqual(drawObserved(design, drawGenerator(seed, j)), own);
    }
  }
});

test("sigma is over the rows of the blocks, without the one at the schedule's end", async () => {
  const power = await readPower(history, { schedule: day, design, seed: 7 }, quiet);
  close(power.sigma!, oracle.power.spawned.sigma, 1e-12);
  assert.notEqual(power.sigma, oracle.power.reference.sigma);
  assert.deepEqual(
    [power.kept, power.reason, power.smallest_shift_sigma, power.unit],
    [1080, null, null, "degrees Celsius"],
  );
});

test("the least shift that is claimed in 80% of trials is named", async () => {
  const still = values.map((_, i) => Math.sin(i));
  const calm = {
    ...history,
    read: async (w: { start: number; end: number }) => seriesFrom(w.start, still.slice(0, (w.end - w.start) / MINUTE)),
  };
  const power = await readPower(calm, { schedule: day, design, seed: 7 }, quiet);
  // A block's mean of 45 values of sin(i) is within 1/(45 sin 0.5) = 0.046 of 0, far below 0.1 sigma = 0.105.
  assert.equal(power.smallest_shift_sigma, 0.1);
  close(power.smallest_shift!, 0.1 * power.sigma!, 1e-12);
});

test("a history that cannot tell is a reason in the readout, and the plan stands", async () => {
  const reasonOf = async (change: Partial<typeof history>) => {
    const power = await readPower({ ...history, ...change }, { schedule: day, design, seed: 7 }, quiet);
    assert.deepEqual([power.sigma, power.rows], [null, []]);
    return power.reason;
  };
  const constant = async (w: { start: number; end: number }) =>
    seriesFrom(
      w.start,
      values.slice(0, 1440).map(() => 5),
    );
  const firstHalf = async (w: { start: number; end: number }) => seriesFrom(w.start, values.slice(0, 700));
  const backwards = async (): Promise<Series> => {
    throw refusal("NonMonotonicIndex", "time runs backwards", { check: "monotonic", remedy: "sort" });
  };
  assert.equal(
    await reasonOf({ window: { start: day.start, end: day.end - MINUTE, end_inclusive: true } }),
    "history_short",
  );
  assert.equal(await reasonOf({ read: constant }), "no_spread");
  assert.equal(await reasonOf({ read: async (w) => seriesFrom(w.start, values.slice(0, 20)) }), "too_few");
  assert.equal(await reasonOf({ read: firstHalf }), "empty_block");
  assert.equal(await reasonOf({ read: backwards }), "NonMonotonicIndex");
  assert.equal(await reasonOf({ meta: metaOf({ role: "MODE" }) }), "StateValuedTag");
});

test("what is no refusal is thrown on", async () => {
  const broken = { ...history, read: async (): Promise<Series> => Promise.reject(new TypeError("bug")) };
  await assert.rejects(readPower(broken, { schedule: day, design, seed: 7 }, quiet), TypeError);
});

test("drawing a long reference set lets a cancel in every few milliseconds", async () => {
  let ticks = 0;
  const cancelled = new Error("cancelled");
  const tick = async () => {
    ticks++;
    if (ticks === 3) throw cancelled;
  };
  await assert.rejects(drawTrial(designOf(5000), pcg64(1), tick), (error) => error === cancelled);
  assert.equal(ticks, 3);
});
