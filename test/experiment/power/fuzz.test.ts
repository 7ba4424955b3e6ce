import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toJson } from "../../../src/contract/json.ts";
import { BadCall } from "../../../src/contract/outcome.ts";
import { powerAnswer } from "../../../src/experiment/power/answer.ts";
import { powerCall } from "../../support/power-call.ts";

const wide = fc.oneof(
  fc.double({ min: -12, max: 12, noNaN: true }).map((power) => 10 ** power),
  fc.constantFrom(1e-300, 1e-100, 0.5, 1, 1e100, 1e300),
);
const inner = fc.oneof(fc.double({ min: 0.001, max: 0.999, noNaN: true }), fc.constantFrom(1e-12, 1e-300, 1 - 1e-12));
const size = fc.integer({ min: 2, max: 3000 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const shared = {
  mde_kind: fc.constantFrom("absolute" as const, "relative" as const),
  direction: fc.constantFrom("increase" as const, "decrease" as const),
  alpha: inner,
  power: inner,
  alternative: maybe(fc.constantFrom("one_sided" as const, "two_sided" as const)),
  covariate_r2: fc.constantFrom(0, 0.5),
  margin: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: inner }),
  sequential: fc.constantFrom("none" as const, "none" as const, "always_valid" as const),
};
const proportion = fc.record({
  ...shared,
  metric: fc.constant("proportion" as const),
  baseline: inner,
  mde: inner,
  n: size,
  solve: fc.constantFrom("n" as const, "mde" as const, "power" as const),
  method: maybe(fc.constantFrom("score" as const, "wald" as const, "arcsine" as const)),
});
const mean = fc.record({
  ...shared,
  metric: fc.constant("mean" as const),
  baseline: wide,
  mde: wide,
  n: size,
  solve: fc.constantFrom("n" as const, "mde" as const, "power" as const),
  sigma: wide,
  sigma_estimated: fc.boolean(),
  tested_lift: fc.constantFrom("absolute" as const, "absolute" as const, "relative" as const),
});
// What is to be found is not stated.
const call = fc.oneof(proportion, mean).map((asked) => {
  const { solve } = asked;
  return { ...asked, n: solve === "n" ? undefined : asked.n, mde: solve === "mde" ? undefined : asked.mde };
});

test("whatever is asked, the answer is finite numbers or one line that says what is wrong", () => {
  let answered = 0;
  fc.assert(
    fc.property(call, (asked) => {
      try {
        // The writer throws on NaN and Infinity.
        toJson(powerAnswer(powerCall(asked)));
        answered++;
      } catch (error) {
        if (!(error instanceof BadCall)) throw error;
        assert.ok(!error.message.includes("NaN"), error.message);
      }
    }),
    { numRuns: 1500, seed: 1 },
  );
  assert.ok(answered > 100, `only ${answered} questions were answered`);
});

test("a power that is above the error by rounding alone is asked back, whatever is to be found", () => {
  for (const solve of ["n", "mde"] as const) {
    const found = solve === "n" ? { mde: 0.01 } : { n: 1469 };
    const asked = { metric: "proportion" as const, baseline: 0.5, alpha: 0.001, alternative: "one_sided" as const };
    assert.throws(() => powerAnswer(powerCall({ ...asked, ...found, solve, power: 0.001 + 2 ** -62 })), {
      name: "BadCall",
      message: "power: 0.0010000000000000002 is no more than the error 0.001, which needs no data",
    });
  }
});
