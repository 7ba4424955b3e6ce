import assert from "node:assert/strict";
import { test } from "node:test";
import { curveLine, sparkline, sparkMarks } from "../../src/plot/sparkline.ts";

test("A sparkline is the same whatever the unit of its grid, and fills its width on grids shorter than 1", () => {
  const index = Float64Array.from({ length: 8 }, (_, i) => i);
  for (const unit of [1e-9, 0.001, 1, 1e9]) {
    const t = index.map((i) => i * unit);
    assert.equal(sparkline(t, index, 0, 7 * unit, 8), "▁▂▃▄▅▆▇█", `unit ${unit}`);
    assert.equal(sparkMarks(t.slice(2, 3), 0, 7 * unit, 8).indexOf("▲"), 2, `unit ${unit}`);
  }
});

test("A grid of one point has one slot", () => {
  assert.equal(sparkline(Float64Array.of(3), Float64Array.of(5), 3, 3, 3), "▄  ");
});

test("a curve's line has no blanks where its grid is coarse, but where its values are missing", () => {
  const t = Float64Array.of(0, 4, 5, 6, 7);
  assert.equal(sparkline(t, Float64Array.of(0, 4, 5, 6, 7), 0, 7, 8), "▁   ▅▆▇█");
  assert.equal(curveLine(t, Float64Array.of(0, 4, 5, 6, 7), 0, 7, 8), "▁▂▃▄▅▆▇█");
  assert.equal(curveLine(t, Float64Array.of(0, 4, Number.NaN, 6, 7), 0, 7, 8), "▁▂▃▄▅ ▇█");
});
