import assert from "node:assert/strict";
import { test } from "node:test";
import { BadCall } from "../../../src/contract/outcome.ts";
import type { Metric, Score, Scored } from "../../../src/forecast/other-components.ts";
import { coverageNotAttainable } from "../../../src/forecast/refusals.ts";
import { naive2 } from "../../../src/forecast/score/naive2.ts";
import { readSpecOf } from "../../../src/forecast/spec/resolve-spec.ts";
import { normalQuantile } from "../../../src/numerics/normal.ts";
import oracle from "../../oracles/metrics.json" with { type: "json" };
import classics from "../../oracles/series-r.json" with { type: "json" };
import { near } from "../../support/near.ts";

const airline = Float64Array.from(classics.AirPassengers);
const [train, actual] = [airline.subarray(0, 108), airline.subarray(108)];

function scored(
  given: Partial<Record<"actual" | "predicted" | "train" | "lower" | "upper", ArrayLike<number>>>,
): Scored {
  const values = (of?: ArrayLike<number>) => (of === undefined ? null : Float64Array.from(of));
  return {
    actual: values(given.actual) ?? actual,
    predicted: values(given.predicted) ?? actual,
    train: values(given.train) ?? train,
    period: 1,
    lower: values(given.lower),
    upper: values(given.upper),
    coverage: 0.9,
    quantile: null,
  };
}

async function score(text: string, of: Scored): Promise<Score> {
  const { component, params } = await readSpecOf(text, "metric");
  return (component as Metric).score(of, params);
}

async function isUndefined(text: string, of: Scored, reason: RegExp): Promise<void> {
  const found = await score(text, of);
  assert.equal(found.value, null);
  assert.match(found.value === null ? found.reason : "", reason);
}

test("point metrics are sktime's on airline's last three years, under four forecasts", async () => {
  for (const [name, scores] of Object.entries(oracle.scores)) {
    const predicted = oracle.forecasts[name as keyof typeof oracle.forecasts];
    for (const [text, expected] of Object.entries(scores)) {
      if (text === "MeanSquaredLogError(square_root=True)") continue; // sktime takes no root
      near([Number((await score(text, scored({ predicted }))).value)], [expected], 1e-10);
    }
  }
});

test("the short words are the metrics that they abbreviate", async () => {
  const of = scored({ predicted: oracle.forecasts.seasonal });
  for (const [short, long] of [
    ["rmse()", "MeanSquaredError(square_root=True)"],
    ["smape()", "MeanAbsolutePercentageError(symmetric=True)"],
    ["rmsse(sp=12)", "MeanSquaredScaledError(sp=12, square_root=True)"],
    ["mase(sp=12)", "MeanAbsoluteScaledError(sp=12)"],
  ]) {
    assert.deepEqual(await score(short, of), await score(long, of));
  }
  const [squared, rooted] = await Promise.all(["msle()", "msle(square_root=True)"].map((text) => score(text, of)));
  near([Number(rooted.value) ** 2], [Number(squared.value)], 1e-12);
});

test("the season of a scale is the model's unless it is stated", async () => {
  const of = { ...scored({ predicted: oracle.forecasts.seasonal }), period: 12 };
  near([Number((await score("mase()", of)).value)], [oracle.scores.seasonal["MeanAbsoluteScaledError(sp=12)"]], 1e-10);
});

test("a scale of 0 is no scale: the reason counts the training values", async () => {
  const flat = scored({ train: [5, 5, 5, 5, 5, 5], actual: [6, 6], predicted: [5, 5] });
  for (const text of ["mase()", "MeanSquaredScaledError()", "rmsse()", "owa()"]) {
    await isUndefined(text, flat, /in-sample naive error \(sp=1\) is 0 over 6 training values/);
  }
  await isUndefined("mase(sp=12)", flat, /6 training values have no in-sample naive error at sp=12/);
  assert.deepEqual(await score("mae()", flat), { value: 1 });
  assert.deepEqual(await score("mase(eps=0.5)", flat), { value: 2 });
});

test("a percentage of 0 is none: zeros are counted, and a stated least denominator is used", async () => {
  const zeros = scored({ actual: [0, 2, 0], predicted: [1, 1, 0] });
  await isUndefined("mape()", zeros, /2 of 3 true values are 0/);
  await isUndefined("mape()", scored({ actual: [0, 0], predicted: [1, 1] }), /2 of 2 .*; mase is defined there/);
  await isUndefined("smape()", zeros, /1 of 3 true and predicted values are both 0/);
  await isUndefined("MeanAbsolutePercentageError(relative_to='y_pred')", zeros, /1 of 3 predicted values are 0/);
  // (1/0.5 + 1/2 + 0/0.5) / 3
  near([Number((await score("mape(eps=0.5)", zeros)).value)], [2.5 / 3], 1e-12);
  // 2 of error over 2 of size.
  assert.deepEqual(await score("wape()", zeros), { value: 1 });
  await isUndefined("wape()", scored({ actual: [0, 0], predicted: [1, 1] }), /all of 2 true values are 0/);
});

test("intervals: share inside, width, distance outside, pinball and Winkler scores of a worked example", async () => {
  const of = scored({ actual: [1, 2, 3, 4], lower: [0.5, 1.5, 3.2, 3], upper: [1.5, 2.5, 3.9, 3.5] });
  const withQuantiles = { ...of, quantile: (p: number) => (p < 0.5 ? of.lower : of.upper) as Float64Array };
  for (const [text, expected] of [
    ["EmpiricalCoverage()", 0.5],
    ["IntervalWidth()", 0.8],
    ["ConstraintViolation()", 0.175], // (0.2 + 0.5) / 4
    ["PinballLoss(alpha=0.05)", 0.0725],
    ["PinballLoss(alpha=[0.95])", 0.1425],
    ["PinballLoss()", 0.1075],
    ["IntervalScore()", 4.3],
    ["WinklerScore()", 4.3],
  ] as const) {
    near([Number((await score(text, withQuantiles)).value)], [expected], 1e-12);
  }
});

test("interval metrics are sktime's", async () => {
  const { lower, upper, coverage, scores } = oracle.interval;
  const of = { ...scored({ lower, upper }), coverage };
  const quantile = (p: number) => Float64Array.from(p < 0.5 ? lower : upper);
  for (const [text, expected] of Object.entries(scores)) {
    near([Number((await score(text, { ...of, quantile })).value)], [expected], 1e-10);
  }
});

test("another coverage is scored from the quantiles, and CRPS is the normal's closed form", async () => {
  const { sd, crps } = oracle.normal;
  const center = oracle.forecasts.noisy;
  const quantile = (p: number) => Float64Array.from(center, (mean) => mean + sd * normalQuantile(p));
  const of = { ...scored({ predicted: center }), quantile };
  near([Number((await score("crps()", of)).value)], [crps], 2e-3);
  // 2 × 15 × 0.6744897502
  near([Number((await score("IntervalWidth(coverage=0.5)", of)).value)], [20.234692506], 1e-9);
});

test("no interval, no score; what a forecaster refuses is the reason", async () => {
  const of = scored({});
  await isUndefined("EmpiricalCoverage()", of, /gives no interval/);
  await isUndefined("PinballLoss()", of, /gives no quantiles/);
  await isUndefined("crps()", of, /gives no quantiles/);
  const quantile = () => {
    throw coverageNotAttainable("y", 3, 20);
  };
  await isUndefined("crps()", { ...of, quantile }, /3 residuals stand behind the interval, and 20 are needed/);
});

test("Naive 2 repeats the last value without its season, and OWA of it is 1", async () => {
  const predicted = naive2(train, 12, [1, 12, 13]);
  near([predicted[1], predicted[2]], [train[107], predicted[0]], 1e-12);
  const own = naive2(
    train,
    12,
    Array.from({ length: 36 }, (_, i) => i + 1),
  );
  near([Number((await score("owa(sp=12)", scored({ predicted: own }))).value)], [1], 1e-12);
  assert.deepEqual([...naive2(Float64Array.of(3, 1, 4), 1, [1, 5])], [4, 4]);
});

test("Theil's U2 needs every step, and a truth that moves", async () => {
  await isUndefined("TheilU2()", { ...scored({ actual: [1, 2], predicted: [1, 1] }), steps: [2, 4] }, /not known/);
  await isUndefined(
    "TheilU2()",
    scored({ train: [5], actual: [5, 5], predicted: [1, 1] }),
    /repeats the one 1 rows before/,
  );
});

test("errors beyond the largest number or of a missing value have no mean, and logarithms none below 0", async () => {
  await isUndefined("mse()", scored({ actual: [1e200], predicted: [-1e200] }), /too large/);
  await isUndefined("mae()", scored({ actual: [1, Number.NaN], predicted: [1, 1] }), /value is missing/);
  await isUndefined("msle()", scored({ actual: [-1], predicted: [1] }), /1 true or predicted values are below 0/);
});

test("parameters outside their range are bad calls", async () => {
  for (const text of ["mase(sp=0)", "PinballLoss(alpha=1)", "EmpiricalCoverage(coverage=1.5)", "mape(eps=0)"]) {
    await assert.rejects(readSpecOf(text, "metric"), BadCall);
  }
});
