import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runJson } from "../support/run.ts";

/** Values that break formulas: constant, tied, huge, tiny, negative, few. */
const values = fc.oneof(
  fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 40 }),
  fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 }),
  fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 }),
  fc.array(fc.constantFrom(0, 1e-12, 1e12, -1e12), { minLength: 1, maxLength: 40 }),
  fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.double({ min: -10, max: 10, noNaN: true }))
    .map(([n, x]) => Array(n).fill(x)),
);
const mostly = (usual: string, ...others: string[]) =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 3 * others.length },
    { arbitrary: fc.constantFrom(...others), weight: others.length },
  );
const flags = fc.record({
  metric: mostly("mean", "proportion", "quantile"),
  method: fc.constantFrom("welch", "normal", "bootstrap", "bca", "permutation", "newcombe", "miettinen_nurminen"),
  adjust: mostly("none", "cuped", "ancova", "lin"),
  sequential: mostly("none", "always_valid", "group_sequential"),
  scale: mostly("both", "absolute", "relative"),
  bayes: mostly("none", "absolute", "relative"),
  correction: fc.constantFrom("holm", "bh", "by"),
  alpha: mostly("0.05", "0.5", "0.97", "0.0000001"),
});

test("property: whatever the values and the choices, the answer is evidence, a refusal or a bad call, and an estimate lies in its interval", async () => {
  const seen: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(
      fc.record({ control: values, a: values, b: fc.option(values, { nil: undefined }) }),
      flags,
      async (arms, chosen) => {
        const outcomes = Object.fromEntries(
          Object.entries(arms).filter(([, column]) => column !== undefined),
        ) as Record<string, number[]>;
        const argv = ["experiment", "analyze-lift", "--outcomes", JSON.stringify(outcomes), "--replicates", "120"];
        for (const [key, value] of Object.entries(chosen)) argv.push(`--${key}`, value);
        if (chosen.metric === "quantile") argv.push("--quantile", "0.5");
        if (chosen.sequential === "group_sequential") argv.push("--information", "0.5,1");
        if (chosen.adjust !== "none") {
          const covariates = Object.fromEntries(
            Object.entries(outcomes).map(([arm, y]) => [arm, y.map((v, i) => (i * 7 + (v > 0 ? 1 : 0)) % 5)]),
          );
          argv.push("--covariates", JSON.stringify(covariates));
        }
        const { exit, stderr, document } = await runJson(argv);
        seen[exit] = (seen[exit] ?? 0) + 1;
        assert.ok([0, 2, 3].includes(exit), `${exit}: ${stderr}\n${argv.join(" ")}`);
        if (exit !== 0) return;
        for (const { absolute } of document.comparisons as {
          absolute: { low: number; estimate: number; high: number };
        }[]) {
          const room = 1e-9 * Math.max(Math.abs(absolute.estimate), absolute.high - absolute.low);
          assert.ok(absolute.low <= absolute.estimate + room && absolute.estimate - room <= absolute.high);
        }
      },
    ),
    { numRuns: 500 },
  );
  assert.ok(seen[0] > 60 && seen[3] > 40, JSON.stringify(seen));
});
