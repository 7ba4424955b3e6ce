import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import oracle from "../../oracles/arima-m3.json" with { type: "json" };
import { forecastOf, trainOf } from "../../support/forecasting.ts";
import { realData } from "../../support/real-data.ts";

interface Series {
  id: string;
  m: number;
  x: number[];
  xx: number[];
}

const skip = realData === null ? "LIQUET_DATA names no folder of real data" : false;

test("on every 50th M3 series the differences are those of auto.arima, and nearly all models; sMAPE is no larger", {
  skip,
}, async () => {
  const lines = gunzipSync(readFileSync(join(realData!, "m3/m3.ndjson.gz")))
    .toString()
    .trim()
    .split("\n");
  let [same, ours, theirs] = [0, 0, 0];
  for (const [j, r] of oracle.series.entries()) {
    const { id, m, x, xx } = JSON.parse(lines[50 * j]) as Series;
    assert.equal(id, r.id);
    const { point, found } = await forecastOf(`AutoARIMA(sp=${m})`, trainOf(x), xx.length);
    const [p, d, q] = found.params.order as number[];
    const [P, D, Q] = found.params.seasonal_order as number[];
    assert.deepEqual([d, D], [r.order[1], r.order[4]], id);
    const names = (found.params.coefficients as { name: string }[]).map(({ name }) => name);
    if ([p, d, q, P, D, Q].join() === r.order.join() && names.length === r.coefficients.length) same++;
    const each = xx.map((value, k) => (200 * Math.abs(value - point[k])) / (Math.abs(value) + Math.abs(point[k])));
    ours += each.reduce((sum, value) => sum + value, 0) / xx.length / oracle.series.length;
    theirs += r.smape / oracle.series.length;
  }
  // Two of the three others have a better AICc here than R's choice, whose likelihood search stalled; one has a worse.
  assert.ok(same >= 57, `${same} of ${oracle.series.length}`);
  assert.ok(ours < theirs + 0.05, `${ours} ${theirs}`);
});
