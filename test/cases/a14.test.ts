import assert from "node:assert/strict";
import { test } from "node:test";
import { close } from "../support/close.ts";
import { runJson } from "../support/run.ts";

const check = async (counts: string) =>
  (await runJson(["experiment", "check-srm", "--counts", counts, "--weights", "control=0.95,treatment=0.05"]))
    .document as {
    chi_square: number;
    df: number;
    p_value: number;
    mismatch: boolean;
    alpha: number;
    verdict: string;
    arms: { expected_n: number }[];
  };

test("A14: 9380/620 against 95/5 is a mismatch with its p-value, tested against 95/5 and not against halves", async () => {
  const found = await check("control=9380,treatment=620");
  assert.deepEqual(
    found.arms.map(({ expected_n }) => expected_n),
    [9500, 500],
  );
  // 120²/9500 + 120²/500.
  close(found.chi_square, 30.3157894737, 1e-11);
  close(found.p_value / 3.671251852e-8, 1, 1e-9);
  assert.deepEqual([found.df, found.alpha, found.mismatch], [1, 0.001, true]);
  assert.match(found.verdict, /evidence against the intended split.*do not say what caused it/);
});

test("A14: 9480/520 is no mismatch, and the words do not claim that the split is right", async () => {
  const found = await check("control=9480,treatment=520");
  close(found.chi_square, 0.842105263158, 1e-11);
  close(found.p_value, 0.358795357887, 1e-11);
  assert.equal(found.mismatch, false);
  assert.match(found.verdict, /does not show that the split is right/);
});
