import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { autocorrelations } from "../../src/numerics/autocorrelations.ts";
import { mean } from "../../src/numerics/mean.ts";

test("lags that are summed side by side are the sums of the definition, to the last bit, up to and beyond the last lag", () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 14 }), fc.nat(16), (values, maxLag) => {
      const d = values.map((each) => each - mean(values));
      const expected = Array.from({ length: maxLag + 1 }, (_, k) => {
        let sum = 0;
        for (let t = k; t < d.length; t++) sum += d[t] * d[t - k];
        return sum;
      });
      assert.deepEqual(
        [...autocorrelations(values, maxLag)],
        expected.map((sum) => sum / expected[0]),
      );
    }),
  );
});
