import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { besideDiagonal, dtwDistance, dtwPath } from "../../src/numerics/dtw.ts";
import { close } from "../support/close.ts";
import { root } from "../support/root.ts";

interface Case {
  x: number[];
  y: number[];
  bands: Record<string, { distance: number | null; n_paths: number }>;
}

const { cases } = JSON.parse(readFileSync(join(root, "test/oracles/fda-dtw.json"), "utf8")) as { cases: Case[] };
const curve = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 12 });
const dtwOf = (x: number[], y: number[], reach: number | null = null) => {
  const warping = { cost: "absolute", band: besideDiagonal(y.length, reach ?? Number.POSITIVE_INFINITY) } as const;
  const [a, b] = [Float64Array.from(x), Float64Array.from(y)];
  const found = dtwPath(a, b, warping);
  assert.equal(dtwDistance(a, b, warping), found?.distance ?? Number.POSITIVE_INFINITY);
  return found;
};

test("the distance is the least over every path inside the band, and there is none where no path fits", () => {
  for (const { x, y, bands } of cases) {
    for (const [band, { distance }] of Object.entries(bands)) {
      const found = dtwOf(x, y, Number(band));
      if (distance === null) assert.equal(found, null, `${x.length} x ${y.length}, band ${band}`);
      else close(found?.distance ?? Number.NaN, distance, 1e-12, `${x.length} x ${y.length}, band ${band}`);
    }
  }
});

test("the path goes from the first points to the last by single steps inside the band, and its costs add up", () => {
  fc.assert(
    fc.property(curve, curve, fc.nat(12), (x, y, more) => {
      const band = Math.abs(x.length - y.length) + more;
      const found = dtwOf(x, y, band);
      assert.ok(found);
      const { i, j, distance } = found;
      assert.deepEqual([i[0], j[0]], [0, 0]);
      assert.deepEqual([i[i.length - 1], j[j.length - 1]], [x.length - 1, y.length - 1]);
      let sum = 0;
      for (let k = 0; k < i.length; k++) {
        sum += Math.abs(x[i[k]] - y[j[k]]);
        assert.ok(Math.abs(i[k] - j[k]) <= band);
        if (k === 0) continue;
        const [di, dj] = [i[k] - i[k - 1], j[k] - j[k - 1]];
        assert.ok(di >= 0 && dj >= 0 && di <= 1 && dj <= 1 && di + dj >= 1);
      }
      assert.equal(sum, distance);
    }),
    { numRuns: 300 },
  );
});

test("the distance is symmetric, 0 for a curve and its slowed self, and no less under a narrower band", () => {
  fc.assert(
    fc.property(curve, curve, (x, y) => {
      assert.equal(dtwOf(x, y)?.distance, dtwOf(y, x)?.distance);
      assert.equal(
        dtwOf(
          x,
          x.flatMap((value) => [value, value]),
        )?.distance,
        0,
      );
      const least = Math.abs(x.length - y.length);
      assert.ok((dtwOf(x, y, least)?.distance ?? 0) >= (dtwOf(x, y, least + 1)?.distance ?? 0));
      if (least > 0) assert.equal(dtwOf(x, y, least - 1), null);
    }),
    { numRuns: 200 },
  );
});
