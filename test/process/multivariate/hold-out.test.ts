import assert from "node:assert/strict";
import { test } from "node:test";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { fitModel } from "../../../src/process/multivariate/fit-model.ts";
import { holdOut } from "../../../src/process/multivariate/hold-out.ts";
import { type LimitMethod, mspcLimits } from "../../../src/process/multivariate/mspc-limits.ts";
import { scoreRows } from "../../../src/process/multivariate/scores.ts";
import { windowOf } from "../../support/rows.ts";

const tick = async () => {};
const about = (components: number) => ({ tags: ["a", "b", "c"], window: windowOf(0, 60), choice: { components } });
const request = (limits: LimitMethod) => ({ limits, spe_limit: "box", quantile: 0.9, speAssessed: true }) as const;

/** Three columns of 63 rows with heavy tails: blocks of 12 and 13 rows, and some rows beyond any limit. */
function heavy(): Float64Array[] {
  const rng = pcg64(8);
  const shared = Array.from({ length: 63 }, () => standardNormal(rng) ** 3);
  return [1, 0.6, -0.4].map((w) => Float64Array.from(shared, (s) => w * s + standardNormal(rng) ** 3));
}

for (const limits of ["empirical", "theoretical"] as const) {
  test(`each block is judged by a model fitted on the other rows alone (${limits} limits)`, async () => {
    const columns = heavy();
    const fitted = await fitModel(columns, about(1), tick);
    const own = await scoreRows(fitted.model, columns, tick);
    const found = await holdOut(fitted, columns, own, request(limits), tick);
    let [t2, spe] = [0, 0];
    for (let b = 0; b < 5; b++) {
      const held = (r: number) => r >= Math.floor((b * 63) / 5) && r < Math.floor(((b + 1) * 63) / 5);
      const rest = columns.map((column) => column.filter((_, r) => !held(r)));
      const { model } = await fitModel(rest, about(1), tick);
      const theirs = await scoreRows(model, rest, tick);
      const limit = mspcLimits(model, () => theirs, request(limits));
      const scores = await scoreRows(
        model,
        columns.map((column) => column.filter((_, r) => held(r))),
        tick,
      );
      t2 += scores.t2.filter((x) => x > limit.t2).length;
      spe += scores.spe.filter((x) => x > limit.spe!).length;
    }
    assert.ok(t2 > 0 && spe > 0);
    assert.deepEqual([found!.t2.n_outside, found!.spe!.n_outside], [t2, spe]);
  });
}

test("tags that differ in one block alone have no second component without it, so there is no check", async () => {
  const [a, , c] = heavy();
  const b = a.map((x, r) => (r < 12 ? -x : x));
  const fitted = await fitModel([a, b, c], about(3), tick);
  const own = await scoreRows(fitted.model, [a, b, c], tick);
  assert.equal(await holdOut(fitted, [a, b, c], own, { ...request("empirical"), speAssessed: false }, tick), null);
});

test("limits of a long baseline come from a spread sample of the rest, and still let out their own share of normal rows", async () => {
  const rng = pcg64(21);
  const n = 40_000;
  const shared = Array.from({ length: n }, () => standardNormal(rng));
  const columns = [1, 0.6, -0.4].map((w) => Float64Array.from(shared, (s) => w * s + standardNormal(rng)));
  const fitted = await fitModel(columns, about(1), tick);
  const own = await scoreRows(fitted.model, columns, tick);
  const found = await holdOut(fitted, columns, own, request("empirical"), tick);
  // A tenth lies beyond a 0.9 limit. Its share over n rows has se √(0.09/n) = 0.0015, the limit from 20,000
  // independent rows in each of five folds less than that again: 0.01 is more than four of both together.
  for (const share of [found!.t2.share_outside, found!.spe!.share_outside])
    assert.ok(Math.abs(share! - 0.1) < 0.01, String(share));
});
