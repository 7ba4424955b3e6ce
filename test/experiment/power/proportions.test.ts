import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { powerAnswer } from "../../../src/experiment/power/answer.ts";
import { exactRejection } from "../../../src/experiment/power/exact-proportions.ts";
import { powerQuestion } from "../../../src/experiment/power/question.ts";
import { powerFunction, unitsNeeded } from "../../../src/experiment/power/solve.ts";
import { normalCdf, normalQuantile } from "../../../src/numerics/normal.ts";
import published from "../../oracles/experiments.json" with { type: "json" };
import oracle from "../../oracles/power.json" with { type: "json" };
import r from "../../oracles/power-r.json" with { type: "json" };
import { close } from "../../support/close.ts";
import { foundProportions, tolerance } from "../../support/design-calibration.ts";
import { powerCall } from "../../support/power-call.ts";

type Stated = Partial<Parameters<typeof powerCall>[0]>;
const ask = (stated: Stated) => powerAnswer(powerCall({ metric: "proportion", ...stated }));
/** Control units before rounding. */
const units = (stated: Stated, method?: "score" | "wald" | "arcsine") =>
  unitsNeeded(powerQuestion(powerCall({ metric: "proportion", ...stated })), method);
const z = normalQuantile(0.975);

test("0.1 to 0.12: 3841 an arm by score, 3839 by Wald, 3835 by arcsine; the methods stand beside each other", () => {
  const { arms, n_total, methods, method, power } = ask({ baseline: 0.1, mde: 0.02 });
  assert.deepEqual([method, arms.map(({ n }) => n), n_total], ["score", [3841, 3841], 7682]);
  assert.deepEqual(
    methods.map((row) => [row.method, row.solved]),
    [
      ["score", 3841],
      ["wald", 3839],
      ["arcsine", 3835],
    ],
  );
  close(methods[0].unrounded, 3840.8475, 2e-8);
  close(methods[1].unrounded, 3838.1022, 2e-8);
  close(methods[2].unrounded, 3834.6051, 2e-8);
  assert.ok(power > 0.8 && power < 0.8001);
});

test("the score formula is R's power.prop.test, n, power and p2", () => {
  for (const { p1, p2, power, alpha, n } of r.prop) {
    const direction = p2 < p1 ? "decrease" : "increase";
    close(units({ baseline: p1, mde: Number(Math.abs(p2 - p1).toFixed(6)), direction, power, alpha }), n, 1e-11);
  }
  const decrease = { baseline: 0.022, mde: 0.021, direction: "decrease", alternative: "one_sided" } as const;
  close(units(decrease), r.prop_one_sided_n, 1e-11);
  close(ask({ baseline: 0.5, mde: 0.25, n: 50, solve: "power" }).power, r.prop_power_n50, 1e-12);
  close(ask({ baseline: 0.1, n: 3841 }).treatment_value as number, r.prop_p2, 1e-10);
});

test("score, Wald and arcsine agree with statsmodels over six designs", () => {
  for (const [key, expected] of Object.entries(published.power)) {
    const [, p1, p2, power] = (/^(.*)->(.*)@(.*)$/.exec(key) as RegExpExecArray).map(Number);
    const stated = { baseline: p1, mde: Number((p2 - p1).toFixed(6)), power };
    close(units(stated, "score"), expected.score, 1e-11);
    close(units(stated, "wald"), expected.wald, 1e-11);
    // statsmodels counts the far tail too: a ten-thousandth of a unit here, and more at low power.
    close(units(stated, "arcsine"), expected.arcsine, 1e-5);
  }
});

test("the smallest effect that 3841 an arm detect", () => {
  close(ask({ baseline: 0.1, n: 3841 }).effect, published["mde_n3841_base0.1"].score, 1e-10);
  close(ask({ baseline: 0.1, n: 3841, method: "wald" }).effect, published["mde_n3841_base0.1"].wald, 1e-10);
  const down = ask({ baseline: 0.1, n: 3841, direction: "decrease" });
  assert.ok(down.effect < 0 && down.effect > -0.02, "fewer are rarer, so the change down is smaller");
});

test("statsmodels #8049: unequal arms are named, and which is larger matters as Stata says", () => {
  for (const { p1, p2, n1, n2, power_both_tails } of oracle.unequal) {
    const stated = {
      baseline: p1,
      mde: Number(Math.abs(p2 - p1).toFixed(6)),
      direction: p2 < p1 ? ("decrease" as const) : ("increase" as const),
    };
    const found = ask({ ...stated, n_total: n1 + n2, allocation: { control: n1, treatment: n2 }, solve: "power" });
    assert.deepEqual(
      found.arms.map(({ arm, n }) => [arm, n]),
      [
        ["control", n1],
        ["treatment", n2],
      ],
    );
    // The far tail is below 10⁻⁵.
    close(found.power, power_both_tails, 1e-5);
  }
  close(
    ask({ baseline: 0.1, mde: 0.1, n_total: 462, allocation: { control: 1, treatment: 2 }, solve: "power" }).power,
    0.79956592,
    1e-5,
  );
  close(
    ask({ baseline: 0.1, mde: 0.1, n_total: 462, allocation: { control: 2, treatment: 1 }, solve: "power" }).power,
    0.82603473,
    1e-5,
  );
});

test("pwr #31: where the formulas differ widely that is said, with the exact power", () => {
  const stated = { baseline: 0.022, mde: 0.021, direction: "decrease", alternative: "one_sided" } as const;
  const found = ask(stated);
  close(found.methods[0].unrounded, 317.6901, 1e-6);
  close(found.methods[2].unrounded, 224.8784, 1e-6);
  close(found.methods[2].unrounded, oracle.arcsine_one_sided_n, 1e-8);
  assert.ok(found.methods_differ_by > 0.05);
  assert.ok(found.caveats.some((caveat) => /methods differ by 4\d%/.test(caveat)));
  assert.ok(found.exact !== null && found.exact.power > 0.5);
});

test("exact rejection chances are those of the whole table", () => {
  for (const { p1, p2, n1, n2, more, less } of oracle.exact) {
    const found = exactRejection(p1, p2, { control: n1, treatment: n2 }, z);
    close(found.more, more, 1e-12);
    close(found.less, less, 1e-12);
  }
  for (const [n, power] of Object.entries(published["exact_power_pooled_z_0.1_0.12"] as Record<string, number>)) {
    const { more, less } = exactRejection(0.1, 0.12, { control: Number(n), treatment: Number(n) }, z);
    close(more + less, power, 1e-11);
  }
  const { more, less } = exactRejection(0.1, 0.1, { control: 3841, treatment: 3841 }, z);
  close(more + less, published["exact_size_pooled_z_0.1_0.1 n=3841"], 1e-11);
});

test("the exact method finds the smallest size that has the power", () => {
  const found = ask({ baseline: 0.1, mde: 0.3, method: "exact" });
  const power = powerFunction(
    powerQuestion(powerCall({ metric: "proportion", baseline: 0.1, mde: 0.3, method: "exact" })),
    0.3,
  );
  const n = found.arms[0].n;
  assert.ok(found.power >= 0.8);
  for (let smaller = 4; smaller < n; smaller++) {
    assert.ok(power({ control: smaller, treatment: smaller }) < 0.8, `${smaller} has the power already`);
  }
});

test("a relative effect is the absolute one it stands for", () => {
  assert.deepEqual(ask({ baseline: 0.1, mde: 0.2, mde_kind: "relative" }).arms, ask({ baseline: 0.1, mde: 0.02 }).arms);
});

test("the margin formula is Farrington and Manning's", () => {
  for (const { p1, p2, margin, power, alpha, k, n } of oracle.margin) {
    const mde = Number((p2 - p1).toFixed(6));
    close(units({ baseline: p1, mde, margin, power, alpha, allocation: { control: 1, treatment: k } }), n, 1e-6);
  }
  const plain = ask({ baseline: 0.1, margin: 0.02 });
  assert.deepEqual([plain.alternative, plain.effect, plain.arms[0].n], ["one_sided", 0, 2795]);
});

test("growthbook #4528: alpha reaches the answer; n falls as alpha, power wanted and variance say", () => {
  const level = fc.double({ min: 0.001, max: 0.2, noNaN: true });
  fc.assert(
    fc.property(level, level, fc.double({ min: 0.02, max: 0.5, noNaN: true }), (a, b, baseline) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const [strict, loose] = [low, high].map((alpha) => ask({ baseline, mde: 0.05, alpha }));
      assert.equal(strict.alpha, low);
      return strict.methods.every(({ unrounded }, i) => unrounded >= loose.methods[i].unrounded * (1 - 1e-12));
    }),
    { numRuns: 60 },
  );
  assert.ok(units({ baseline: 0.1, mde: 0.02, power: 0.9 }) > units({ baseline: 0.1, mde: 0.02 }));
  assert.ok(units({ baseline: 0.1, mde: 0.03 }) < units({ baseline: 0.1, mde: 0.02 }));
});

test("n and power undo each other", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 0.6, noNaN: true }),
      fc.double({ min: 0.005, max: 0.3, noNaN: true }),
      fc.constantFrom("score" as const, "wald" as const, "arcsine" as const),
      (baseline, mde, method) => {
        const question = powerQuestion(powerCall({ metric: "proportion", baseline, mde, method }));
        const n = unitsNeeded(question);
        return Math.abs(powerFunction(question, mde)({ control: n, treatment: n }) - 0.8) < 1e-9;
      },
    ),
    { numRuns: 60 },
  );
});

test("the planned power is what seeded trials find", () => {
  const n = ask({ baseline: 0.1, mde: 0.1 }).arms[0].n;
  const exact = exactRejection(0.1, 0.2, { control: n, treatment: n }, z).more;
  const runs = 8000;
  const found = foundProportions(0.1, 0.2, n, runs, 11);
  assert.ok(Math.abs(found - exact) < tolerance(exact, runs), `${found}, exact ${exact}`);
  assert.ok(Math.abs(exact - 0.8) < 0.02);
});

test("simple-statistics' coarse quantile is not used: 3834 would come of z rounded to 1.96 and 0.84", () => {
  // (1.96 + 0.84)² (0.09 + 0.1056) / 0.0004 = 3833.76.
  assert.ok(Math.abs(((normalQuantile(0.975) + normalQuantile(0.8)) ** 2 * 0.1956) / 0.0004 - 3838.1022) < 1e-4);
  assert.ok(Math.abs(normalCdf(z) - 0.975) < 1e-15);
});
