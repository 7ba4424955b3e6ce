import assert from "node:assert/strict";
import { test } from "node:test";
import { rowQuality } from "../../src/series/row-quality.ts";
import { validColumns } from "../../src/series/valid.ts";
import { metaOf, type Row, seriesOf } from "../support/rows.ts";

function keep(rows: Row[]) {
  const series = seriesOf(rows);
  const { valid, n_valid } = rowQuality(series, metaOf());
  return { series, kept: validColumns(series, valid, n_valid) };
}

test("the rows that count, in file order", () => {
  const { kept } = keep([
    [0, 1],
    [1, 2, "BAD"],
    [2, null],
    [3, 4],
    [3, 5],
  ]);
  assert.deepEqual(
    [[...kept.t], [...kept.v]],
    [
      [0, 3e6, 3e6],
      [1, 4, 5],
    ],
  );
});

test("columns without a hole are shared, not copied", () => {
  const { series, kept } = keep([
    [0, 1],
    [1, 2],
  ]);
  assert.equal(kept.t, series.t);
  assert.equal(kept.v, series.v);
});
