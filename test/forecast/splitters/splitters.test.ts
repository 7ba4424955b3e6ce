import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall } from "../../../src/contract/outcome.ts";
import type { Fold, Splitter } from "../../../src/forecast/other-components.ts";
import { readSpecOf } from "../../../src/forecast/spec/resolve-spec.ts";
import oracle from "../../oracles/splitters.json" with { type: "json" };

async function split(text: string, n: number): Promise<Fold[]> {
  const { component, params } = await readSpecOf(text, "splitter");
  return (component as Splitter).split(n, params);
}

const rows = ({ train, test: tested }: Fold) => [
  Array.from({ length: train.to - train.from }, (_, i) => train.from + i),
  [...tested],
];

test("folds are sktime's; those without a training row, or with a test row after the last, are none", async () => {
  for (const { n, text, folds } of oracle.cases) {
    const expected = (folds as number[][][]).filter(([train]) => train.length > 0);
    if (expected.some(([, tested]) => tested.some((row) => row >= n))) {
      await assert.rejects(split(text, n), { name: "SeriesTooShort" }, text);
    } else assert.deepEqual((await split(text, n)).map(rows), expected, `${text} of ${n}`);
  }
});

test("the published example: steps 2 and 4 after windows of 3 that move by 2", async () => {
  assert.deepEqual((await split("SlidingWindowSplitter([2, 4], 3, 2)", 10)).map(rows), [
    [
      [0, 1, 2],
      [4, 6],
    ],
    [
      [2, 3, 4],
      [6, 8],
    ],
  ]);
});

test("one cut by steps is that of the single window, and steps beside sizes are a bad call", async () => {
  assert.deepEqual(
    await split("temporal_train_test_split(fh=[2, 4])", 12),
    await split("SingleWindowSplitter(fh=[2, 4])", 12),
  );
  await assert.rejects(split("TemporalTrainTestSplitter(test_size=2, fh=3)", 12), BadCall);
});

test("too few rows are refused with the number that would do", async () => {
  for (const [text, n, required] of [
    ["ExpandingWindowSplitter()", 10, 11],
    ["SlidingWindowSplitter(fh=3, window_length=4)", 6, 7],
    ["SingleWindowSplitter(fh=3, window_length=5)", 7, 8],
    ["TemporalTrainTestSplitter(test_size=5)", 5, 6],
    ["CutoffSplitter(cutoffs=[8], fh=2)", 10, 11],
    ["ExpandingGreedySplitter(test_size=2)", 10, 11],
  ] as const) {
    await assert.rejects(split(text, n), (error: Error & { details?: { required?: unknown } }) => {
      assert.deepEqual([error.name, error.details?.required], ["SeriesTooShort", required], text);
      return true;
    });
    assert.ok((await split(text, required)).length > 0);
  }
});

test("windows that do not fit together are bad calls", async () => {
  for (const text of [
    "SlidingWindowSplitter(window_length=5, initial_window=5)",
    "SlidingWindowSplitter(window_length=5, initial_window=7, start_with_window=False)",
    "ExpandingWindowSplitter(fh=0)",
    "ExpandingWindowSplitter(step_length=0)",
    "TemporalTrainTestSplitter(test_size=2.5)",
  ]) {
    await assert.rejects(split(text, 30), BadCall, text);
  }
});

test("training rows end before the first test row, and nothing leaves the series", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      async (n, fh, window, step) => {
        const kinds = [
          `ExpandingWindowSplitter(${fh}, ${window}, ${step})`,
          `SlidingWindowSplitter(${fh}, ${window}, ${step})`,
          `ExpandingGreedySplitter(${fh}, ${step})`,
        ];
        for (const text of kinds) {
          const folds = await split(text, n).catch((error) => {
            assert.equal(error.name, "SeriesTooShort");
            return [];
          });
          for (const { train, test: tested } of folds) {
            assert.ok(train.from >= 0 && train.from < train.to && train.to <= tested[0]);
            assert.ok(tested[tested.length - 1] < n);
          }
        }
      },
    ),
    { numRuns: 60 },
  ));
