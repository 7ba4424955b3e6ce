import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { timeWeightedMean } from "../../src/series/averaging.ts";
import { goodSeconds } from "../../src/series/coverage.ts";
import { findGaps } from "../../src/series/gaps.ts";
import { intervalStatistics } from "../../src/series/intervals.ts";
import { rowQuality } from "../../src/series/row-quality.ts";
import { close } from "../support/close.ts";
import { root } from "../support/root.ts";
import { metaOf, type Row, seriesOf, windowOf } from "../support/rows.ts";

interface Options {
  stepped?: boolean;
  sample_rate_s?: number | null;
}

function average(rows: Row[], [start, end]: [number, number], { stepped = false, sample_rate_s = null }: Options = {}) {
  const series = seriesOf(rows);
  const window = windowOf(start, end);
  const { valid } = rowQuality(series, metaOf());
  const gaps = findGaps(series.t, window, intervalStatistics(series.t), { stepped, sample_rate_s });
  const found = timeWeightedMean(series, valid, gaps, window, stepped);
  return { ...found, good_s: goodSeconds(found.weighted_s, gaps, valid[0] === 1) };
}

test("linear values are averaged by the trapezoid, and the last one holds to the window's end", () => {
  // Triangle 0-10-0 over 120 s, then 0 for 40 s: (300 + 300 + 0) / 160
  const { mean, weighted_s } = average(
    [
      [0, 0],
      [60, 10],
      [120, 0],
    ],
    [0, 160],
  );
  assert.equal(mean, 600 / 160);
  assert.equal(weighted_s, 160);
});

test("stepped values hold until the next row", () => {
  // 0 for 60 s, 10 for 60 s, 0 for 40 s
  assert.equal(
    average(
      [
        [0, 0],
        [60, 10],
        [120, 0],
      ],
      [0, 160],
      { stepped: true },
    ).mean,
    600 / 160,
  );
  assert.equal(
    average(
      [
        [0, 0],
        [60, 10],
        [120, 40],
      ],
      [0, 160],
      { stepped: true },
    ).mean,
    (600 + 1600) / 160,
  );
});

test("a data-loss gap carries no weight", () => {
  // 10 for a minute, an hour of silence, 20 for a minute. The reference holds 10 through the hour: 10.16.
  const rows: Row[] = [
    [0, 10],
    [60, 10],
    [3660, 20],
    [3720, 20],
  ];
  const { mean, weighted_s } = average(rows, [0, 3720]);
  assert.equal(mean, 15);
  assert.equal(weighted_s, 120);
});

test("a stretch that is not GOOD carries no weight; the value before it holds up to it", () => {
  // 10 holds 0..60 (its next row is BAD, so nothing to interpolate to), BAD 60..120, 30 holds 120..180.
  const { mean, weighted_s, good_s } = average(
    [
      [0, 10],
      [60, 99, "BAD"],
      [120, 30],
    ],
    [0, 180],
  );
  assert.equal(mean, 20);
  assert.deepEqual([weighted_s, good_s], [120, 120]);
});

test("a null, a state and an infinity end a stretch as a BAD row does", () => {
  for (const cell of [null, Number.POSITIVE_INFINITY]) {
    assert.equal(
      average(
        [
          [0, 10],
          [60, cell],
          [120, 30],
        ],
        [0, 180],
      ).mean,
      20,
    );
  }
});

test("a gap that loses no data does carry weight", () => {
  const rows: Row[] = [
    [0, 0],
    [60, 0],
    [120, 0],
    [180, 10],
    [1180, 0],
    [1240, 0],
  ];
  const { mean, weighted_s } = average(rows, [0, 1240], { stepped: true }); // 1000 s is at most 50 x 60 s
  assert.equal(mean, (10 * 1000) / 1240);
  assert.equal(weighted_s, 1240);
});

test("repeated stamps weigh nothing among themselves; the last of them starts the next interval", () => {
  // 10 -> 12 over a minute, 15 -> 15 over the next
  const { mean } = average(
    [
      [0, 10],
      [60, 12],
      [60, 15],
      [120, 15],
    ],
    [0, 120],
  );
  assert.equal(mean, (11 * 60 + 15 * 60) / 120);
});

test("no mean where no time carries weight: one sample at the end, or samples only before gaps", () => {
  assert.deepEqual(average([[60, 5]], [0, 60]).mean, null);
  assert.deepEqual(average([[0, 5, "BAD"]], [0, 60]).mean, null);
  assert.deepEqual(
    average(
      [
        [0, 5],
        [100, 5],
        [200, 5],
      ],
      [0, 200],
      { sample_rate_s: 1 },
    ).mean,
    null,
  );
});

test("good time adds the slack before the first row when that row is valid", () => {
  assert.equal(
    average(
      [
        [30, 1],
        [90, 1],
        [150, 1],
      ],
      [0, 160],
    ).good_s,
    160,
  );
  assert.equal(
    average(
      [
        [30, 1, "BAD"],
        [90, 1],
        [150, 1],
      ],
      [0, 160],
    ).good_s,
    70,
  );
});

test("numpy's trapezoid over the same intervals gives the same means", () => {
  const { weighted } = JSON.parse(readFileSync(join(root, "test/oracles/window-statistics.json"), "utf8"));
  const rows = weighted.seconds.map(
    (s: number, i: number): Row => [s, weighted.values[i], weighted.good[i] ? "GOOD" : "BAD"],
  );
  for (const [name, stepped] of [
    ["linear", false],
    ["stepped", true],
  ] as const) {
    const { mean, weighted_s } = average(rows, [0, weighted.end], { stepped });
    assert.equal(weighted_s, weighted[name].weighted_s, name);
    close(mean!, weighted[name].mean, 1e-13, name);
  }
});

test("a constant has itself as its mean, exactly, and every mean lies between the extremes", () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.double({ min: -1e6, max: 1e6, noNaN: true })), {
    minLength: 1,
    maxLength: 50,
  });
  fc.assert(
    fc.property(rows, fc.boolean(), fc.double({ min: -1e9, max: 1e9, noNaN: true }), (steps, stepped, constant) => {
      let at = 0;
      const seconds = steps.map(([step]) => (at += step));
      const window: [number, number] = [0, at + 10];
      const flat = average(
        seconds.map((s): Row => [s, constant]),
        window,
        { stepped },
      );
      assert.ok(flat.mean === constant);
      const values = steps.map(([, v]) => v);
      const { mean } = average(
        seconds.map((s, i): Row => [s, values[i]]),
        window,
        { stepped },
      );
      assert.ok(mean! >= Math.min(...values) - 1e-6 && mean! <= Math.max(...values) + 1e-6);
    }),
    { numRuns: 200 },
  );
});
