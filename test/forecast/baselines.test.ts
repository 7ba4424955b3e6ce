import assert from "node:assert/strict";
import { test } from "node:test";
import { askedMetrics } from "../../src/forecast/asked-metrics.ts";
import { evaluateBaselines } from "../../src/forecast/baselines.ts";
import { foldsOf } from "../../src/forecast/folds.ts";
import { idle, trainOf } from "../support/forecasting.ts";

/** Eight rows a week and four a day: the second day is 4 above the first. */
const week = [1, 2, 3, 4, 5, 6, 7, 8];
const rows = (weeks: number, periods: number[]) => trainOf(Array(weeks).fill(week).flat(), { periods });

async function baselines(train: ReturnType<typeof trainOf>, initial: number, season: number) {
  const plan = { window: "expanding", horizon: 4, step: 4, initial, folds: null } as const;
  const folds = foldsOf(train.label, train.y.length, plan);
  const scoring = { metrics: await askedMetrics(["mae"]), coverage: 0.9, calibration: "none", period: season } as const;
  const found = await evaluateBaselines(train, folds, scoring, season, idle);
  return found.map(({ name, evaluation }) => [name, evaluation?.scores[0].value]);
}

test("beside the season that was found stand the calendar's longer ones: a day misses by 4 what its week knows", async () => {
  // Last values 8 and 4 before 1..4 and 5..8: 5.5 and 2.5, as often.
  assert.deepEqual(await baselines(rows(6, [4, 8]), 32, 4), [
    ["naive", 4],
    ["seasonal naive", 4],
    ["seasonal naive (8)", 0],
  ]);
});

test("a longer season stands there from one of it in every fold's training rows on, and never without a season", async () => {
  const names = async (...asked: Parameters<typeof baselines>) => (await baselines(...asked)).map(([name]) => name);
  assert.deepEqual((await baselines(rows(3, [4, 8]), 8, 4))[2], ["seasonal naive (8)", 0]);
  assert.deepEqual(await names(rows(3, [4, 8]), 7, 4), ["naive", "seasonal naive"]);
  assert.deepEqual(await names(rows(3, [4, 8]), 16, 8), ["naive", "seasonal naive"]);
  assert.deepEqual(await names(rows(3, [4, 8]), 16, 1), ["naive"]);
});
