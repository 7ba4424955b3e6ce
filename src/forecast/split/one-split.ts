import { BadCall } from "../../contract/outcome.ts";
import type { Fold } from "../other-components.ts";
import { seriesTooShort } from "../refusals.ts";
import { foldAt, stepsOf } from "./windows.ts";

/** The last rows that leave room for the steps: all before them, or the last `window` of those. Refuses SeriesTooShort. */
export function lastWindow(n: number, fh: number | number[], window: number | null): Fold {
  const steps = stepsOf(fh);
  const farthest = steps[steps.length - 1];
  const end = n - farthest;
  const least = window ?? 1;
  if (end < least) throw seriesTooShort("y", n, least + farthest, `a window of ${least} and step ${farthest}`);
  return foldAt(window === null ? 0 : end - window, end, steps);
}

/** Sizes of one cut: rows, or below 1 a share of them; null for the rest. */
export interface Cut {
  test_size: number | null;
  train_size: number | null;
  anchor: "start" | "end";
}

/**
 * One cut into training and test rows. A share of test rows is rounded up, one of training rows down; with neither a
 * quarter is tested. Where both leave rows over, `anchor` says at which end the cut rows stand. Refuses SeriesTooShort
 * where a side would be empty.
 */
export function oneCut(n: number, { test_size, train_size, anchor }: Cut): Fold {
  const share = test_size === null && train_size === null ? 0.25 : test_size;
  const stated = { test: rowsOf(n, share, Math.ceil), train: rowsOf(n, train_size, Math.floor) };
  const test = stated.test ?? n - (stated.train ?? 0);
  const train = stated.train ?? n - test;
  if (test < 1 || train < 1 || test + train > n)
    throw seriesTooShort("y", n, Math.max(1, test) + Math.max(1, train), `${train} training and ${test} test rows`);
  const from = anchor === "end" && stated.test !== null && stated.train !== null ? n - test - train : 0;
  return foldAt(from, from + train, stepsOf(test));
}

/** A count of rows as it is stated. BadCall for a count that is not whole. */
export function rowsOf(n: number, size: number | null, round: (x: number) => number): number | null {
  if (size === null) return null;
  if (size < 1) return round(size * n);
  if (Number.isInteger(size)) return size;
  throw new BadCall(`spec: a size is a share below 1 or a whole number of rows, not ${size}`);
}
