import assert from "node:assert/strict";
import { test } from "node:test";
import { runCli, runJson } from "../support/run.ts";

const P = "--metric proportion --baseline 0.1";
const M = "--metric mean --sigma 1";
const BAD: [string, RegExp][] = [
  ["--metric proportion --baseline 0 --mde 0.1", /^error: baseline: 0 is no proportion between 0 and 1/],
  ["--metric proportion --baseline 1.2 --mde 0.1", /^error: baseline: 1\.2 is no proportion/],
  ["--metric proportion --mde 0.1", /^error: baseline: missing; a proportion needs the control's value/],
  [`${P} --mde 0.1 --direction decrease`, /^error: mde: 0\.1 - 0\.1 is no proportion/],
  [`${P} --mde -0.02`, /^error: mde: state its size; --direction decrease looks for less/],
  [P, /^error: mde: missing; state the effect to detect \(mde\) or a size \(n\)/],
  [`${P} --mde 0.02 --n 100`, /^error: n: both an effect and a size are stated; state one of them, or --solve power/],
  [`${P} --mde 0.02 --solve power`, /^error: n: missing; to find power state n or n_total/],
  [`${P} --mde 0.02 --n 100 --solve n`, /^error: n: is what is to be found/],
  [`${P} --mde 0.02 --n 100 --solve mde`, /^error: mde: is what is to be found/],
  [`${P} --n 100 --n-total 200`, /^error: n_total: state n \(per arm\) or n_total, not both/],
  [`${P} --mde 0.02 --alpha 0`, /^error: alpha: expected more than 0/],
  [`${P} --mde 0.02 --alpha 1`, /^error: alpha: expected less than 1/],
  [`${P} --mde 0.02 --power 1`, /^error: power: expected less than 1/],
  [`${P} --mde 0.02 --power 0.04`, /^error: power: 0\.04 is no more than the error 0\.05/],
  [`${P} --mde 0.02 --sigma 1`, /^error: sigma: goes with --metric mean/],
  [`${P} --mde 0.02 --sigma-estimated`, /^error: sigma_estimated: goes with --metric mean/],
  [`${P} --mde 0.02 --tested-lift relative`, /^error: tested_lift: relative goes with --metric mean or ratio/],
  [`${P} --mde 0.0001 --method exact`, /^error: method: exact enumerates arms of at most 20000 units/],
  [
    `${P} --mde 0.3 --method exact --allocation control=1,treatment=1e5`,
    /^error: method: exact enumerates arms of at most 20000 units/,
  ],
  [`${P} --mde 0.3 --method exact --solve power --n 30000`, /^error: method: exact enumerates arms of at most 20000/],
  [`${P} --margin 0.02 --method arcsine`, /^error: margin: not with --method arcsine/],
  [`${P} --mde 0.02 --method exact --covariate-r2 0.5`, /^error: covariate_r2: not with --method exact/],
  [`${P} --mde 1e-12`, /^error: mde: 1e-12 would take more than/],
  [`${P} --n 2`, /^error: n: with 2 control units no effect has power 0\.8; the largest possible has/],
  [`${P} --margin 0.02 --mde -0.02`, /^error: margin: an expected change of -0\.02 lies at or beyond the margin/],
  [`${P} --margin 0.02 --n 100 --solve mde`, /^error: margin: with one, ask for n or power/],
  [`${P} --margin 0.02 --alternative two_sided`, /^error: alternative: a non-inferiority test is one-sided/],
  ["--metric mean --mde 0.5", /^error: sigma: missing; a mean needs the standard deviation/],
  ["--metric mean --sigma 0 --mde 0.5", /^error: sigma: expected more than 0/],
  [`${M} --mde 0.1 --mde-kind relative`, /^error: baseline: missing; a relative effect needs the control's value/],
  [`${M} --baseline 0 --mde 0.1 --mde-kind relative`, /^error: baseline: relative to 0 there is no effect/],
  [`${M} --mde 0.5 --method wald`, /^error: method: wald is for --metric proportion/],
  [`${M} --mde 0.5 --numerator-sd 1`, /^error: numerator_sd: goes with --metric ratio/],
  ["--metric ratio --baseline 1 --mde 0.1 --numerator-sd 1", /^error: denominator_sd: missing; a ratio needs/],
  [`${M} --mde 0.5 --icc 0.1`, /^error: icc: goes with --cluster-size/],
  [`${M} --mde 0.5 --looks 3`, /^error: looks: goes with --sequential/],
  [`${M} --mde 0.5 --spending pocock`, /^error: spending: goes with --sequential group_sequential/],
  [
    `${M} --mde 0.5 --sequential always_valid --alternative one_sided`,
    /^error: sequential: an always-valid interval is two-sided/,
  ],
  [`${M} --mde 0.5 --allocation a=1,b=1`, /^error: control: no arm is called 'control'; name the control of a, b/],
  [`${M} --mde 0.5 --allocation control=1,b=0`, /^error: allocation: 'b' has no share/],
  [`${M} --mde 0.5 --allocation control=1,b=1 --arms 2`, /^error: arms: --allocation names the arms already/],
  [`${M} --n 50 --allocation control=1,b=2`, /^error: n: the arms are of different sizes; state --n-total/],
  [`${M} --mde 0.5 --cumulative-units 10,5`, /^error: cumulative_units: 5 is below the period before/],
];
for (const [words, message] of BAD) {
  test(`bad call: power-calc ${words}`, async () => {
    const { exit, stdout, stderr } = await runCli(["experiment", "power-calc", ...words.split(" ")]);
    assert.deepEqual([exit, stdout], [2, ""]);
    assert.match(stderr, message);
  });
}

test("a large treatment beside a small control is not enumerated: the answer comes at once", async () => {
  const words = `${P} --mde 0.02 --allocation control=1e-9,treatment=1`;
  const { document } = await runJson(["experiment", "power-calc", ...words.split(" ")]);
  assert.equal(document.exact_reason, "arms above 20000 units are not enumerated");
});

test("every number that went in comes back, with the method, its formula and what is taken for granted", async () => {
  const words = `${P} --mde 0.02 --alpha 0.01 --power 0.9 --covariate-r2 0.2 --icc 0.01 --cluster-size 5`;
  const { document } = await runJson(["experiment", "power-calc", ...words.split(" ")]);
  const { baseline, effect, alpha, power_target, variance_factors, method } = document;
  assert.deepEqual(
    { baseline, effect, alpha, power_target, method },
    { baseline: 0.1, effect: 0.02, alpha: 0.01, power_target: 0.9, method: "score" },
  );
  assert.deepEqual(variance_factors, { covariate: 0.8, design_effect: 1.04, sequential_inflation: 1 });
  assert.ok((document.caveats as string[]).some((caveat) => caveat.startsWith("one look, at the planned size")));
  assert.ok((document.caveats as string[]).some((caveat) => caveat.startsWith("one metric: no allowance")));
});

test("with a plan for looks the caveat of the single look is gone and the bounds are stated", async () => {
  const { document } = await runJson([
    "experiment",
    "power-calc",
    ...`${P} --mde 0.02 --sequential group_sequential --looks 3`.split(" "),
  ]);
  assert.ok(!(document.caveats as string[]).some((caveat) => caveat.startsWith("one look")));
  const { looks } = document.sequential as { looks: { z: number }[] };
  assert.deepEqual(
    looks.map(({ z }) => Number(z.toFixed(4))),
    [3.7103, 2.5114, 1.993],
  );
});
