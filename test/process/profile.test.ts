import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { civilToMicros } from "../../src/contract/instant.ts";
import { type ProfileRequest, profile } from "../../src/process/profile.ts";
import { profileText } from "../../src/process/profile-text.ts";
import { clockChanges, requireZones } from "../../src/series/clock-changes.ts";
import type { TagMeta } from "../../src/series/tag-meta.ts";
import { close } from "../support/close.ts";
import { root } from "../support/root.ts";
import { metaOf, type Row, seriesOf } from "../support/rows.ts";

const read = (name: string) => JSON.parse(readFileSync(join(root, "test/oracles", name), "utf8"));
const values = read("demo-values.json");
const oracle = read("demo-profile.json");

const START_S = civilToMicros(2024, 3, 30) / 1e6 + 20 * 3600;
const META: Record<string, Partial<TagMeta>> = {
  FIC101: { name: "FIC-101 flow", unit_raw: "m3/h", eng_range_zero: 0, eng_range_span: 100 },
  TIC101: { name: "TIC-101 outlet temperature", unit_raw: "degC", eng_range_zero: 0, eng_range_span: 200 },
};

function request(tag: string, more: Partial<ProfileRequest> = {}): ProfileRequest {
  const rows = seriesOf(
    values[tag].map(([minute, v, q]: [number, number, string]): Row => [START_S + 60 * minute, v, q]),
  );
  const identity = { source_id: "demo", point_id: `${tag}.PV` };
  return {
    meta: metaOf({ identity, sample_rate_s: 60, role: "PV", ...META[tag] }),
    rows,
    window: { start: rows.t[0], end: rows.t[rows.t.length - 1], end_inclusive: true },
    basis: "TIME_WEIGHTED",
    stepped: false,
    scan_off: [],
    peers: [],
    transitions: [],
    history: null,
    max_runs: 40,
    max_codes: 10,
    ...more,
  };
}
const demo = (tag: string, more: Partial<ProfileRequest> = {}) => profile(request(tag, more), async () => {});

test("the reference's demo: everything that liquet does not change on purpose comes out as published", async () => {
  const f = await demo("FIC101");
  assert.deepEqual(f.window, { start: "2024-03-30T20:00:00Z", end: "2024-03-31T06:00:00Z", duration_s: 36_000 });
  assert.equal(f.contract.digest, "d59d433d9c627ae3b961d38b13d5579d20eca56bfcf1c6d4f038463fdcc78ea1");
  assert.equal(f.units.canonical, "cubic meters per hour");
  close(f.coverage.coverage!, 0.9333333333333333, 1e-12);
  close(f.coverage.valid_fraction!, 0.998220640569395, 1e-12);
  assert.deepEqual(f.coverage.gaps, [
    {
      start: "2024-03-30T23:00:00Z",
      end: "2024-03-30T23:40:00Z",
      duration_s: 2400,
      class: "unknown",
      rule: "no rule matched",
    },
  ]);
  assert.deepEqual(f.quality.counts, { GOOD: 561, UNCERTAIN: 1, BAD: 0 });
  assert.deepEqual(f.quality.unmapped_codes, ["SENSOR DRIFT"]);
  close(f.range.clipped_fraction!, 0.051601423487544484, 1e-12);
  assert.deepEqual([f.range.n_clipped, f.range.censored], [29, true]);
  const { n_good, n_samples, distinct, stall_s, changes_per_hour, constant_run } = f.values;
  assert.deepEqual([n_good, n_samples, distinct, stall_s, changes_per_hour], [561, 562, 533, 0, 53.2]);
  const published = {
    min: 60.862272,
    p05: 61.199699,
    median: 62.324525,
    p95: 100,
    max: 100,
    std: 8.399034,
    mad: 0.401697,
  };
  for (const [key, value] of Object.entries(published))
    close(f.values[key as keyof typeof published]!, value, 5e-7, key);
  assert.deepEqual(constant_run, {
    start: "2024-03-31T02:01:00Z",
    end: "2024-03-31T02:29:00Z",
    duration_s: 1680,
    samples: 29,
  });
  assert.deepEqual([f.values.interval_median_s, f.values.interval_p05_s, f.values.interval_p95_s], [60, 60, 60]);
});

test("the reference's demo: the temperature's published statistics", async () => {
  const f = await demo("TIC101", { basis: "EVENT_WEIGHTED" });
  const published = {
    min: 115.728753,
    p05: 118.8858,
    median: 120.118828,
    p95: 138.156589,
    max: 139.201552,
    std: 4.281929,
    mad: 0.312336,
  };
  for (const [key, value] of Object.entries(published))
    close(f.values[key as keyof typeof published]!, value, 5e-7, key);
});

test("pandas' statistics of the same rows, to twelve digits", async () => {
  for (const tag of ["FIC101", "TIC101"]) {
    const f = await demo(tag, { basis: "EVENT_WEIGHTED" });
    for (const key of ["min", "p05", "median", "p95", "max", "std", "mad", "distinct"] as const)
      close(f.values[key]!, oracle[tag][key], 1e-12, key);
    close(f.values.mean!, oracle[tag].event_mean, 1e-12);
  }
});

test("on purpose unlike the reference: the time-weighted mean gives the outage no weight", async () => {
  // The reference weighs the 23:00 sample for 41 minutes: 63.947681 and 120.969206 (held_mean).
  close(oracle.FIC101.held_mean, 63.947681, 5e-7);
  close(oracle.TIC101.held_mean, 120.969206, 5e-7);
  for (const tag of ["FIC101", "TIC101"]) {
    const f = await demo(tag);
    close(f.values.mean!, oracle[tag].mean, 1e-12, tag);
    assert.ok(Math.abs(f.values.mean! - oracle[tag].held_mean) > 0.01);
    assert.equal(f.values.mean_weighted_s, oracle[tag].weighted_s);
  }
});

test("on purpose beyond the reference: the threshold, GOOD time and both rails are stated", async () => {
  const { coverage, range } = await demo("FIC101");
  assert.deepEqual([coverage.gap_threshold_s, coverage.gap_threshold_basis], [150, "declared_rate"]);
  close(coverage.good_coverage!, (36_000 - 2400 - 60) / 36_000, 1e-12); // the outage and the minute after SENSOR DRIFT
  assert.deepEqual(
    [range.low, range.high],
    [
      { n_good: 0, n_all: 0 },
      { n_good: 29, n_all: 29 },
    ],
  );
});

test("a transition in a gap at the window's edge is listed: the window is searched, not the rows", async () => {
  // The reference walks from the first to the last row and finds none here.
  const window = { start: (START_S + 4 * 3600) * 1e6, end: (START_S + 9 * 3600) * 1e6, end_inclusive: true };
  const rows = seriesOf([
    [START_S + 6 * 3600, 1],
    [START_S + 7 * 3600, 2],
  ]);
  const transitions = clockChanges(requireZones(["Europe/London"]), window);
  const { timestamps } = await demo("FIC101", { rows, window, transitions });
  assert.deepEqual(timestamps.dst_transitions, [
    { tz: "Europe/London", instant: "2024-03-31T01:00:00Z", offset_before_s: 0, offset_after_s: 3600 },
  ]);
});

test("an impossible number is null and says why", async () => {
  const one = await demo("FIC101", {
    rows: seriesOf([[START_S, 5]]),
    window: { start: START_S * 1e6, end: START_S * 1e6, end_inclusive: true },
  });
  assert.deepEqual([one.coverage.coverage, one.coverage.coverage_reason], [null, "the window has no length"]);
  assert.deepEqual([one.values.mean, one.values.mean_reason], [null, "no GOOD value stands for any time"]);
  assert.deepEqual([one.values.std, one.values.std_reason], [null, "one GOOD value, and two are needed"]);
  assert.deepEqual([one.values.interval_median_s, one.values.interval_median_s_reason], [null, "fewer than two rows"]);
  const none = await demo("FIC101", {
    rows: seriesOf([
      [START_S, 5, "BAD"],
      [START_S + 60, null],
    ]),
  });
  assert.deepEqual([none.values.median, none.values.median_reason], [null, "no GOOD finite value"]);
  const check = (block: object) => {
    for (const [key, value] of Object.entries(block)) {
      if (value === null && !/canonical|pint_units|datum|raw|censored|declared_rate_s/.test(key))
        assert.ok(`${key}_reason` in block, key);
    }
  };
  for (const f of [one, none])
    for (const block of Object.values(f)) if (block && typeof block === "object") check(block);
});

test("a MODE tag has states and no numbers", async () => {
  const rows = seriesOf([
    [START_S, "AUTO"],
    [START_S + 60, "MAN"],
    [START_S + 120, "AUTO"],
  ]);
  const base = request("FIC101");
  const { values: v } = await demo("FIC101", {
    rows,
    meta: { ...base.meta, role: "MODE", eng_range_zero: null, eng_range_span: null },
  });
  assert.deepEqual([v.state_valued, v.n_good, v.distinct], [true, 3, 2]);
  assert.deepEqual(v.state_counts, [
    { state: "AUTO", n: 2 },
    { state: "MAN", n: 1 },
  ]);
  assert.deepEqual([v.min, v.mean, v.mean_reason], [null, null, "state-valued tag (role MODE)"]);
});

test("the interval differs from the declared one outside half to twice of it", async () => {
  const at = async (sample_rate_s: number) => {
    const base = request("FIC101");
    return (await demo("FIC101", { meta: { ...base.meta, sample_rate_s } })).values.interval_differs_from_declared;
  };
  assert.deepEqual([await at(30), await at(120), await at(29), await at(121)], [false, false, true, true]);
});

test("the text of the demo, as the reference lays it out, with what liquet adds", async () => {
  const base = request("FIC101");
  const transitions = clockChanges(requireZones(["Europe/London"]), base.window);
  const f = await profile({ ...base, transitions, history: seriesOf([]) }, async () => {});
  assert.deepEqual(profileText(f), [
    "demo:FIC101.PV  FIC-101 flow",
    "coverage 0.933   GOOD 561/562   censored yes   gaps 1   flatline NOT ASSESSED",
    "",
    "window    2024-03-30 20:00:00Z -> 2024-03-31 06:00:00Z  (10 h)",
    "contract  TIME_WEIGHTED  RECORDED  NONE  stepped no  digest d59d433d9c62",
    "units     m3/h -> cubic meters per hour",
    "",
    "Coverage",
    "  coverage 0.933   GOOD time 0.932   valid 0.998   gaps 1   data-loss gaps 1",
    "  threshold 150 s (declared rate)   longest 40 min",
    "  2024-03-30 23:00:00Z -> 23:40:00Z   40 min   unknown (no rule matched)",
    "",
    "Quality",
    "  GOOD 561   UNCERTAIN 1   BAD 0",
    "  unmapped codes, treated UNCERTAIN: SENSOR DRIFT",
    "",
    "Range",
    "  clipped 0.0516   censored yes",
    "  at low end 0 GOOD of 0   at high end 29 GOOD of 29",
    "",
    "Timestamps",
    "  audited 562   duplicates 0   non-monotonic 0",
    "  DST (Europe/London) 2024-03-31 01:00:00Z  +0h -> +1h",
    "",
    "Values  GOOD n=561",
    "  min 60.86   p05 61.20   median 62.32   p95 100.0   max 100.0",
    "  mean 64.14 (time-weighted over 559 min)   std 8.399   mad 0.4017",
    "  distinct 533   stall 0 s   changes/h 53.20",
    "  constant run 2024-03-31 02:01:00Z -> 02:29:00Z   28 min   n=29",
    "  interval 60 s (p05 60 s, p95 60 s)   declared 60 s",
    "",
    "Flatline",
    "  NOT ASSESSED (window censored; saturated is not frozen)",
  ]);
});

test("values near the end of the double range: what a double cannot hold is null with its reason, the rest is there", async () => {
  const rows = seriesOf([
    [0, 1e308, "GOOD"],
    [60, -1e308, "GOOD"],
    [120, 1.7e308, "GOOD"],
    [180, 1.6e308, "GOOD"],
  ]);
  const window = { start: 0, end: 180e6, end_inclusive: true };
  const { values: found } = await demo("FIC101", { rows, window });
  const reason = "values too large for double precision";
  // Sorted: -1e308, 1e308, 1.6e308, 1.7e308; h = 3 x 0.05 = 0.15: -1e308 + 0.15 x 2e308 = -0.7e308.
  close(found.p05! / 1e308, -0.7, 1e-12);
  close(found.median! / 1e308, 1.3, 1e-12);
  assert.deepEqual([found.mean, found.mean_reason, found.std, found.std_reason], [null, reason, null, reason]);
  assert.equal(found.mean_weighted_s, 180);
});
