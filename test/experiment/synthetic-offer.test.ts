import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { PLANTED, syntheticOffer } from "../../src/experiment/synthetic-offer.ts";
import { offerFiles } from "../../src/experiment/synthetic-offer-files.ts";
import { mean } from "../../src/numerics/mean.ts";
import { standardDeviation } from "../../src/numerics/standard-deviation.ts";

const { customers, exposures } = syntheticOffer();
const pre = new Map(customers.map(({ customer_id, pre_spend }) => [customer_id, pre_spend]));
const arm = (name: string) => exposures.filter((row) => row.arm === name);
const of = <T>(rows: T[], key: keyof T) => Float64Array.from(rows, (row) => Number(row[key]));
const sorted = [...pre.values()].sort((a, b) => a - b);
const half = (sorted[1999] + sorted[2000]) / 2;

test("arms are what SHA-256 of salt, 0x1f and customer id says, counted by hand", () => {
  let treatment = 0;
  for (const { customer_id, arm } of exposures) {
    const first = createHash("sha256").update(`WEEKEND_15\u001f${customer_id}`, "utf8").digest()[0];
    assert.equal(arm, first < 128 ? "control" : "treatment");
    if (arm === "treatment") treatment++;
  }
  assert.ok(Math.abs(treatment - 2000) < 4 * Math.sqrt(1000));
});

test("the planted redemption rates are there, arm by arm and on both sides of the median", () => {
  for (const [name, rate] of [
    ["control", PLANTED.redemption_control],
    ["treatment", PLANTED.redemption_treatment],
  ] as const) {
    for (const above of [false, true]) {
      const rows = arm(name).filter(({ customer_id }) => (pre.get(customer_id) as number) > half === above);
      const planted = rate + (above ? PLANTED.redemption_above_median : 0);
      const found = mean(of(rows, "redeemed"));
      assert.ok(
        Math.abs(found - planted) < 4 * Math.sqrt((planted * (1 - planted)) / rows.length),
        `${name}: ${found}`,
      );
    }
  }
});

test("spend after is the planted line: slope, shift and residual within Monte-Carlo error", () => {
  const lines = ["control", "treatment"].map((name) => {
    const rows = arm(name);
    const [x, y] = [
      Float64Array.from(rows, ({ customer_id }) => pre.get(customer_id) as number),
      of(rows, "post_spend"),
    ];
    return { x, y, mx: mean(x), my: mean(y) };
  });
  const sum = (f: (x: number, y: number) => number) =>
    lines.reduce((total, { x, y, mx, my }) => total + x.reduce((s, value, i) => s + f(value - mx, y[i] - my), 0), 0);
  const slope = sum((x, y) => x * y) / sum((x) => x * x);
  const residual = Math.sqrt(sum((x, y) => (y - slope * x) ** 2) / (exposures.length - 3));
  const [control, treatment] = lines;
  const shift = treatment.my - control.my - slope * (treatment.mx - control.mx);
  const { spend_residual_sd, spend_slope_on_pre_spend, spend_shift, pre_spend_sd } = PLANTED;
  assert.ok(Math.abs(slope - spend_slope_on_pre_spend) < 4 * (spend_residual_sd / (pre_spend_sd * Math.sqrt(4000))));
  assert.ok(Math.abs(shift - spend_shift) < 4 * spend_residual_sd * Math.sqrt(2 / 2000), String(shift));
  assert.ok(Math.abs(residual - spend_residual_sd) < (4 * spend_residual_sd) / Math.sqrt(8000));
});

test("spend has the published spread: sd 9.4 before, 5.65 after within an arm, correlation about .85", () => {
  const before = of(customers, "pre_spend");
  // A gamma's sample sd has standard error near sd √((kurtosis − 1)/4n); kurtosis is 3 + 6/shape = 4.3.
  assert.ok(Math.abs(standardDeviation(before) - 9.4) < 4 * 9.4 * Math.sqrt(3.3 / 16_000));
  assert.ok(Math.abs(mean(before) - 20) < (4 * 9.4) / Math.sqrt(4000));
  for (const name of ["control", "treatment"]) {
    assert.ok(Math.abs(standardDeviation(of(arm(name), "post_spend")) - 5.65) < 0.35);
  }
  assert.ok(
    exposures.every(({ post_spend }) => post_spend > 0),
    "nothing was cut off at 0, so the line is whole",
  );
});

test("the files say that they are synthetic, and are the same every time", () => {
  const [files, again] = [offerFiles(), offerFiles()];
  assert.deepEqual(files, again);
  const metadata = JSON.parse(files.find(({ name }) => name === "metadata.json")?.content ?? "");
  assert.match(metadata.origin, /^synthetic: drawn by 'liquet experiment demo' with seed 20261102/);
  assert.equal(metadata.synthetic, true);
  assert.deepEqual(metadata.units_by_arm, { control: arm("control").length, treatment: arm("treatment").length });
  const [header, first] = (files[1].content as string).split("\n");
  assert.equal(header, "customer_id,offer_id,arm,redeemed,post_spend");
  assert.match(first, /^C0001,WEEKEND_15,treatment,[01],\d+\.\d\d$/);
});
