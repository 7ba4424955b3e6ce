import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { coverageOf, followsLoss, rowsBeforeLoss } from "../../src/series/coverage.ts";
import { findGaps, type GapRules, type Gaps, gapThreshold, longestGaps } from "../../src/series/gaps.ts";
import { intervalStatistics } from "../../src/series/intervals.ts";
import { windowOf } from "../support/rows.ts";

const micros = (seconds: number[]) => Float64Array.from(seconds, (s) => s * 1e6);
const every = (step: number, from: number, to: number) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);

function gapsOf(seconds: number[], [start, end]: [number, number], rules: Partial<GapRules> = {}): Gaps {
  const t = micros(seconds);
  return findGaps(t, windowOf(start, end), intervalStatistics(t), { stepped: false, sample_rate_s: null, ...rules });
}
const listed = (gaps: Gaps) => gaps.start.map((start, i) => [start / 1e6, gaps.end[i] / 1e6, gaps.kind[i]]);

test("the threshold is 2.5 times the declared rate, and has no floor then", () => {
  assert.deepEqual(gapThreshold(1, 1), { threshold_s: 2.5, threshold_basis: "declared_rate" });
  // A 59 s hole in a 1 Hz tag: the reference's floor of 60 s does not see it.
  const holed = [...every(1, 0, 100), ...every(1, 159, 200)];
  assert.deepEqual(listed(gapsOf(holed, [0, 200], { sample_rate_s: 1 })), [[100, 159, "unknown"]]);
  assert.deepEqual(listed(gapsOf(holed, [0, 200])), []);
});

test("without a declared rate it is 2.5 median intervals, at least 60 s, and 3600 s when there is no interval", () => {
  assert.deepEqual(gapThreshold(null, 60), { threshold_s: 150, threshold_basis: "median_interval" });
  assert.deepEqual(gapThreshold(null, 24), { threshold_s: 60, threshold_basis: "median_interval" });
  assert.deepEqual(gapThreshold(null, 23.9), { threshold_s: 60, threshold_basis: "minimum_60s" });
  assert.deepEqual(gapThreshold(null, null), { threshold_s: 3600, threshold_basis: "default_3600s" });
});

test("repeated stamps do not turn the threshold into 3600 s", () => {
  // Every stamp three times: the median interval is 0, and the reference falls back to 3600 s without a word.
  const seconds = [0, 0, 0, 60, 60, 60, 120, 120, 120, 720, 720, 720];
  const gaps = gapsOf(seconds, [0, 720]);
  assert.equal(gaps.threshold_s, 150);
  assert.deepEqual(listed(gaps), [[120, 720, "unknown"]]);
});

test("an interval of exactly the threshold is no gap", () => {
  assert.deepEqual(listed(gapsOf([0, 60, 120, 270, 330], [0, 330])), []);
  assert.deepEqual(listed(gapsOf([0, 60, 120, 271, 331], [0, 331])), [[120, 271, "unknown"]]);
});

test("edges of the window are gaps beyond the threshold and slack within it", () => {
  const gaps = gapsOf(every(60, 600, 1200), [0, 1300]);
  assert.deepEqual(listed(gaps), [[0, 600, "unknown"]]);
  assert.deepEqual([gaps.edge_slack_start_s, gaps.edge_slack_end_s], [0, 100]);
  assert.deepEqual(gaps.row, [-1]);
  const { coverage, longest_gap_s } = coverageOf(gaps, windowOf(0, 1300));
  assert.equal(coverage, 700 / 1300);
  assert.equal(longest_gap_s, 600);
});

test("gaps come in time order: leading edge, interior, trailing edge", () => {
  const gaps = gapsOf([1000, 1060, 1120, 2000, 2060], [0, 9000]);
  assert.deepEqual(
    listed(gaps).map(([start]) => start),
    [0, 1120, 2060],
  );
  assert.deepEqual(gaps.row, [-1, 2, 4]);
});

test("without rows the whole window is one gap and nothing is covered", () => {
  const gaps = gapsOf([], [0, 500]);
  assert.deepEqual(listed(gaps), [[0, 500, "unknown"]]);
  assert.equal(coverageOf(gaps, windowOf(0, 500)).coverage, 0);
});

test("a window without length has no coverage", () => {
  assert.equal(coverageOf(gapsOf([5], [5, 5]), windowOf(5, 5)).coverage, null);
});

test("stepped values bridge interior gaps up to 50 median intervals, never an edge", () => {
  const seconds = [0, 60, 120, 180, 3180, 3240, 6241, 6301];
  const gaps = gapsOf(seconds, [0, 7000], { stepped: true });
  assert.deepEqual(listed(gaps), [
    [180, 3180, "compression_steady"], // 3000 s is 50 x 60 s
    [3240, 6241, "unknown"],
    [6301, 7000, "unknown"],
  ]);
  assert.equal(coverageOf(gaps, windowOf(0, 7000)).n_data_loss_gaps, 2);
});

test("up to 3 declared rates is the tag's expected spacing and loses no data", () => {
  const gaps = gapsOf([0, 60, 240, 421], [0, 421], { sample_rate_s: 60 });
  assert.deepEqual(listed(gaps), [
    [60, 240, "sparse_by_design"],
    [240, 421, "unknown"],
  ]);
  assert.equal(coverageOf(gaps, windowOf(0, 421)).coverage, 240 / 421);
});

test("a gap within stated scan-off periods is told so, and still counts as lost", () => {
  const seconds = [...every(60, 0, 600), ...every(60, 3000, 3600)];
  const off = (start: number, end: number) => ({ scan_off: [windowOf(start, end)] });
  const kind = (rules: Partial<GapRules>) => gapsOf(seconds, [0, 3600], rules).kind;
  assert.deepEqual(kind(off(500, 3100)), ["scan_off"]);
  assert.deepEqual(kind(off(660, 2940)), ["scan_off"]); // the samples on both sides may be one interval away
  assert.deepEqual(kind({ scan_off: [windowOf(1800, 2950), windowOf(650, 1800)] }), ["scan_off"]);
  assert.deepEqual(kind(off(660, 2000)), ["unknown"]); // 1000 s are left unexplained
  assert.deepEqual(kind(off(4000, 5000)), ["unknown"]);
  assert.deepEqual(kind({ ...off(500, 3100), stepped: true }), ["scan_off"]); // before compression
  const { coverage } = coverageOf(gapsOf(seconds, [0, 3600], off(500, 3100)), windowOf(0, 3600));
  assert.equal(coverage, 1200 / 3600);
});

test("a gap that a peer shares, within a threshold at both ends, is a common outage", () => {
  const own = [...every(60, 0, 600), ...every(60, 3000, 3600)];
  const withPeer = (seconds: number[]) => gapsOf(own, [0, 3600], { peers: [gapsOf(seconds, [0, 3600])] }).kind;
  assert.deepEqual(withPeer([...every(60, 0, 540), ...every(60, 3060, 3600)]), ["comm_outage_multitag"]);
  assert.deepEqual(withPeer(every(60, 0, 3600)), ["unknown"]);
  assert.deepEqual(withPeer([...every(60, 0, 600), ...every(60, 1200, 3600)]), ["unknown"]); // ends elsewhere
  assert.deepEqual(withPeer([...every(60, 0, 60), ...every(60, 360, 600), ...every(60, 3000, 3600)]), [
    "comm_outage_multitag",
  ]);
});

test("the longest gaps are kept, in time order, the earliest of equal ones", () => {
  const gaps = gapsOf([0, 60, 120, 1120, 1180, 1500, 1560, 2560, 2620, 3620], [0, 3620]);
  assert.deepEqual(
    longestGaps(gaps, 2).map((i) => gaps.start[i] / 1e6),
    [120, 1560],
  );
  assert.deepEqual(longestGaps(gaps, 9), [0, 1, 2, 3]);
  assert.deepEqual(longestGaps(gaps, 0), []);
});

test("samples that follow a data-loss gap are marked, among all rows and among the valid ones", () => {
  const gaps = gapsOf([0, 60, 120, 1120, 1180, 1240], [0, 1240]);
  assert.deepEqual([...followsLoss(micros([0, 60, 120, 1120, 1180, 1240]), gaps)], [0, 0, 0, 1, 0, 0]);
  assert.deepEqual([...followsLoss(micros([60, 1180, 1240]), gaps)], [0, 1, 0]);
  assert.deepEqual([...followsLoss(micros([1120, 1180]), gaps)], [0, 0]);
  assert.deepEqual(rowsBeforeLoss(gaps), [2]);
});

test("covered and lost time add up to the window", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 900 }), (deltas, edge) => {
      const seconds = deltas.map(
        (
          (at) => (d: number) =>
            (at += d)
        )(edge),
      );
      const end = seconds[seconds.length - 1] + edge;
      if (end === 0) return;
      const gaps = gapsOf(seconds, [0, end]);
      const lost = gaps.start.reduce((sum, start, i) => sum + (gaps.end[i] - start) / 1e6, 0);
      const { coverage } = coverageOf(gaps, windowOf(0, end));
      assert.ok(Math.abs(coverage! * end + lost - end) < 1e-6);
      const marks = followsLoss(micros(seconds), gaps);
      assert.equal(
        marks.reduce((a, b) => a + b, 0),
        gaps.row.filter((row) => row >= 0 && row < seconds.length - 1).length,
      );
    }),
    { numRuns: 200 },
  );
});
