import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decimate } from "../../src/plot/decimate.ts";
import { sparkline, sparkMarks } from "../../src/plot/sparkline.ts";
import { embedded, type TagFigure, tagFigure } from "../../src/plot/tag-figure.ts";
import { numberTicks, tickText, timeTicks, timeTickText } from "../../src/plot/ticks.ts";
import { goodStretches } from "../../src/plot/trace.ts";

const S = 1e6;
const none = new Float64Array(0);

/** A figure of one value a second from 1970-01-01T00:00:00Z on. */
function figure(values: number[], more: Partial<TagFigure> = {}): TagFigure {
  return {
    title: "test:T",
    value_label: "value (bar)",
    start: 0,
    end: (values.length - 1) * S,
    t: Float64Array.from(values, (_, i) => i * S),
    v: Float64Array.from(values),
    longest_us: 2.5 * S,
    gaps: [],
    not_good: none,
    lines: [],
    spans: [],
    flagged: { t: none, v: none },
    runs: [],
    note: null,
    description: "a line",
    ...more,
  };
}

/** The points of the line, in pixels, one list a stretch. */
function pointsOf(svg: string): number[][][] {
  const d = /<path class="line" d="([^"]+)"/.exec(svg)?.[1] ?? "";
  return d
    .split("M")
    .slice(1)
    .map((part) => part.split("L").map((point) => point.replace("h.01", "").split(" ").map(Number)));
}

test("values lie where the axes say: 0 and 10 at their own gridlines", () => {
  const svg = tagFigure(figure([0, 10, 0]));
  const lineAt = (value: string) => {
    const y = new RegExp(`<text x="[\\d.]+" y="([\\d.]+)" text-anchor="end">${value}</text>`).exec(svg)?.[1];
    // The text's baseline is four pixels below its gridline.
    return Number(y) - 4;
  };
  const [[a, b, c]] = pointsOf(svg);
  assert.ok(Math.abs(a[1] - lineAt("0.0")) < 0.11 && Math.abs(b[1] - lineAt("10.0")) < 0.11);
  assert.ok(Math.abs(a[0] + c[0] - 2 * b[0]) < 0.21, "the middle one lies in the middle");
});

test("the line breaks at a data loss and over rows that are not GOOD, not over a single one of them", () => {
  const v = Float64Array.from([1, 2, Number.NaN, 3, Number.NaN, Number.NaN, Number.NaN, 4, 5]);
  const t = Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8], (s) => s * S);
  const { stretches } = goodStretches({ t, v, losses: [], longest_us: 2.5 * S });
  assert.deepEqual(stretches, [
    [0, 3],
    [3, 5],
  ]);
  const lost = goodStretches({ t, v, losses: [{ start: 7 * S, end: 8 * S }], longest_us: 2.5 * S });
  assert.deepEqual(lost.stretches, [
    [0, 3],
    [3, 4],
    [4, 5],
  ]);
});

test("thinning keeps the least and the greatest value of every pixel column", () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 20 }),
      (values, width) => {
        const v = Float64Array.from(values);
        const t = Float64Array.from(values, (_, i) => i);
        const perColumn = values.length / width;
        const kept = decimate(t, v, [0, v.length], 0, perColumn);
        assert.ok(kept.length <= 2 * width + 4);
        const column = (i: number) => Math.floor(t[i] / perColumn);
        for (let c = 0; c < width; c++) {
          const all = values.filter((_, i) => column(i) === c);
          const drawn = kept.filter((i) => column(i) === c).map((i) => values[i]);
          assert.equal(Math.min(...drawn), Math.min(...all));
          assert.equal(Math.max(...drawn), Math.max(...all));
        }
        assert.deepEqual(
          kept,
          [...new Set(kept)].sort((a, b) => a - b),
        );
      },
    ),
    { numRuns: 200 },
  );
});

for (const [why, values] of [
  ["constant", [5, 5, 5]],
  ["all zero", [0, 0]],
  ["one sample", [7]],
  ["at the ends of what a double holds", [-Number.MAX_VALUE, Number.MAX_VALUE]],
  ["next to each other", [1, 1 + 2 ** -52]],
  ["hardly moving at a high level", [1e15, 1e15 + 1]],
  ["as small as can be", [0, Number.MIN_VALUE]],
] as const) {
  test(`values that are ${why} have an axis with numbers, and no coordinate is NaN`, () => {
    const svg = tagFigure(figure([...values]));
    assert.doesNotMatch(svg, /NaN|Infinity/);
    assert.match(svg, /text-anchor="end">-?\d/);
    assert.match(svg, />time \(UTC\), /);
    assert.ok(pointsOf(svg).length > 0);
  });
}

test("without a GOOD value the picture says so and numbers no value axis", () => {
  const svg = tagFigure(figure([Number.NaN, Number.NaN]));
  assert.match(svg, />no GOOD value in this window</);
  assert.doesNotMatch(svg, /text-anchor="end"/);
});

test("a million flags and rows that are not GOOD draw as bands, not as a million elements", () => {
  const n = 1_000_000;
  const t = Float64Array.from({ length: n }, (_, i) => i * S);
  const v = Float64Array.from(t, (_, i) => i % 2);
  const svg = tagFigure(
    figure([], {
      t,
      v,
      end: n * S,
      not_good: t,
      flagged: { t, v },
      lines: [{ value: 0.5, name: "ucl", style: "limit" }],
    }),
  );
  assert.ok(svg.length < 300_000, `${svg.length} characters`);
  assert.match(svg, />flagged \(1000000\)</);
});

test("two figures on one page have ids of their own; text that looks like an id is left alone", () => {
  const svg = tagFigure(figure([1, 2], { title: 'id="figure-title"' }));
  const part = embedded(svg, "figure-7");
  assert.match(part, /aria-labelledby="figure-7-title figure-7-desc"/);
  assert.match(part, /<title id="figure-7-title">id=&quot;figure-title&quot;<\/title><desc id="figure-7-desc">/);
});

test("names of lines that would touch are pushed apart and stay beside the frame", () => {
  const lines = [1, 1.001, 1.002].map((value) => ({ value, name: `at ${value}`, style: "limit" as const }));
  const svg = tagFigure(figure([1, 5], { lines }));
  const y = lines.map(({ name }) => Number(new RegExp(`y="([\\d.]+)" class="note">${name}<`).exec(svg)?.[1]));
  const sorted = [...y].sort((a, b) => a - b);
  assert.ok(sorted[1] - sorted[0] >= 13 && sorted[2] - sorted[1] >= 13, y.join());
  assert.ok(sorted[2] <= 246);
});

test("ticks of a value axis are round, inside it, and read apart", () => {
  assert.deepEqual(numberTicks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(numberTicks(-0.3, 0.3, 5), [-0.2, 0, 0.2]);
  const quarters = numberTicks(0, 1.25, 5);
  assert.deepEqual(
    quarters.map((value) => tickText(value, quarters)),
    ["0.00", "0.25", "0.50", "0.75", "1.00", "1.25"],
  );
  const wide = numberTicks(0, 2e9, 5);
  assert.deepEqual(
    wide.map((value) => tickText(value, wide)),
    ["0", "5.0e+8", "1.0e+9", "1.5e+9", "2.0e+9"],
  );
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
      // No axis is narrower than a millionth of its level.
      fc.double({ noNaN: true, min: 2e3, max: 1e9 }),
      (low, span) => {
        const ticks = numberTicks(low, low + span, 5);
        const texts = ticks.map((value) => tickText(value, ticks));
        assert.ok(ticks.length >= 2 && ticks.length <= 12, `${ticks.length} ticks`);
        assert.equal(new Set(texts).size, texts.length, texts.join());
      },
    ),
  );
});

test("ticks of time are round at any length, from microseconds to centuries", () => {
  const from = Date.UTC(2024, 2, 30, 20) * 1000;
  const texts = (seconds: number) => {
    const ticks = timeTicks(from, from + seconds * S, 7);
    return ticks.map((us) => timeTickText(us, ticks));
  };
  assert.deepEqual(texts(10 * 3600).slice(0, 4), ["20:00", "22:00", "03-31", "02:00"]);
  assert.deepEqual(texts(14), [
    "20:00:00",
    "20:00:02",
    "20:00:04",
    "20:00:06",
    "20:00:08",
    "20:00:10",
    "20:00:12",
    "20:00:14",
  ]);
  assert.deepEqual(texts(0.5).slice(0, 3), ["00:00.000", "00:00.100", "00:00.200"]);
  assert.deepEqual(texts(3e-6), ["00:00.000000", "00:00.000001", "00:00.000002", "00:00.000003"]);
  assert.deepEqual(texts(400 * 86_400).slice(0, 3), ["2024-05", "2024-07", "2024-09"]);
  for (let seconds = 1e-5; seconds < 1e10; seconds *= 1.7) {
    const count = texts(seconds).length;
    assert.ok(count >= 2 && count <= 9, `${seconds} s: ${count} ticks`);
  }
});

test("a sparkline is blank where there is no value, and flags stand below their slot", () => {
  const t = Float64Array.from([0, 1, 2, 3]);
  const v = Float64Array.from([0, 7, Number.NaN, 3.5]);
  assert.equal(sparkline(t, v, 0, 4, 4), "▁█ ▅");
  assert.equal(sparkMarks(Float64Array.from([1, 3.9]), 0, 4, 4), " ▲ ▲");
  assert.equal(
    sparkline(
      t,
      v.map(() => Number.NaN),
      0,
      4,
      4,
    ),
    "    ",
  );
});
