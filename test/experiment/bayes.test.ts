import assert from "node:assert/strict";
import { test } from "node:test";
import { normalPosterior } from "../../src/experiment/bayes.ts";
import { meansContrast } from "../../src/experiment/contrast.ts";
import { absoluteLift, relativeLift } from "../../src/experiment/lift.ts";
import { momentsOf } from "../../src/experiment/moments.ts";
import spec from "../oracles/experiments.json" with { type: "json" };
import { close } from "../support/close.ts";
import { integerFixture } from "../support/integer-fixture.ts";

const digits = (values: number[]) => values.map((v) => v.toFixed(5));

test("GrowthBook: 49/100 against 51/100 under a flat prior on the relative scale", () => {
  const [c, t] = [0.49, 0.51].map((p) => ({ n: 100, mean: p, variance: p * (1 - p) }));
  const lift = relativeLift(meansContrast(c, t, "normal"), 0.05);
  assert.ok(lift);
  const flat = normalPosterior(lift.estimate, lift.se, { mean: 0, sd: null }, 0.05);
  assert.deepEqual(digits([flat.mean, flat.low, flat.high, flat.chance_to_win]), [
    "0.04082",
    "-0.24779",
    "0.32943",
    "0.60918",
  ]);
  assert.deepEqual(digits([flat.risk.control, flat.risk.treatment]), ["0.08140", "0.04058"]);
});

test("GrowthBook: 100/1002.25/10 against 105/1111.5/10 under N(0.1, 0.1)", () => {
  const [c, t] = [
    [100, 1002.25],
    [105, 1111.5],
  ].map(([sum, squares]) => ({ n: 10, mean: sum / 10, variance: (squares - (sum * sum) / 10) / 9 }));
  const lift = relativeLift(meansContrast(c, t, "normal"), 0.05);
  assert.ok(lift);
  const posterior = normalPosterior(lift.estimate, lift.se, { mean: 0.1, sd: Math.sqrt(0.1) }, 0.05);
  assert.deepEqual(digits([posterior.mean, posterior.low, posterior.high, posterior.chance_to_win]), [
    "0.05063",
    "-0.01893",
    "0.12019",
    "0.92315",
  ]);
});

test("the integer-built fixture under N(0, 1) on the absolute scale", () => {
  const { control, treatment } = integerFixture();
  const lift = absoluteLift(meansContrast(momentsOf(control.y), momentsOf(treatment.y), "normal"), 0.05);
  const posterior = normalPosterior(lift.estimate, lift.se, { mean: 0, sd: 1 }, 0.05);
  close(posterior.mean, spec.bayes_tau1.mean, 1e-12);
  close(posterior.sd, spec.bayes_tau1.sd, 1e-12);
  close(posterior.chance_to_win, spec.bayes_tau1.chance_to_win, 1e-12);
});

test("the risks of both choices differ by the posterior mean", () => {
  // E max(d, 0) - E max(-d, 0) = E d.
  const { mean, risk } = normalPosterior(0.3, 0.2, { mean: 0.1, sd: 0.5 }, 0.05);
  close(risk.control - risk.treatment, mean, 1e-14);
});
