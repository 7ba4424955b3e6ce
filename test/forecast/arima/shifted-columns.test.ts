import assert from "node:assert/strict";
import { test } from "node:test";
import { exactWhitener } from "../../../src/forecast/arima/exact.ts";

/** A column of a missing row after a seasonal difference of 4: it comes in, and is taken off a season later. */
function missing(n: number, t: number): Float64Array {
  const column = new Float64Array(n);
  column[t] = 1;
  if (t + 4 < n) column[t + 4] = -1;
  return column;
}

test("columns of missing rows are whitened to the last bit as each is by itself, before, at and after the steady state", () => {
  const n = 120;
  const rows = [0, 1, 5, 9, 30, 31, 60, 90, 117, 119];
  const series = Float64Array.from({ length: n }, (_, t) => Math.sin(t * t));
  const columns = [series, ...rows.map((t) => missing(n, t))];
  const cases: [number[], number[]][] = [
    [[0.5, 0, 0, 0.3, -0.15], []],
    [[0.5], [0.4, 0, 0, 0.2]],
    [[], [0.99]],
  ];
  for (const [ar, ma] of cases) {
    const [phi, theta] = [Float64Array.from(ar), Float64Array.from(ma)];
    const together = exactWhitener(columns, ar.length, ma.length);
    // Twice: what one run leaves must not show in the next.
    together.run(
      Float64Array.from(ar, (a) => a / 2),
      theta,
    );
    const logDeterminant = together.run(phi, theta);
    for (const [c, column] of columns.entries()) {
      const alone = exactWhitener([column], ar.length, ma.length);
      assert.equal(alone.run(phi, theta), logDeterminant);
      assert.deepEqual(together.whitened[c], alone.whitened[0], `column ${c} of AR ${ar} MA ${ma}`);
    }
    assert.deepEqual([...together.whitened[3].subarray(0, rows[2])], new Array(rows[2]).fill(0));
  }
});
