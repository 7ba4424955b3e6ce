import assert from "node:assert/strict";
import { test } from "node:test";
import { pcg64, type Rng } from "../../../src/numerics/pcg64.ts";
import { standardNormal } from "../../../src/numerics/standard-normal.ts";
import { fitModel } from "../../../src/process/multivariate/fit-model.ts";
import { holdOut } from "../../../src/process/multivariate/hold-out.ts";
import { mspcLimits } from "../../../src/process/multivariate/mspc-limits.ts";
import { scoreRows } from "../../../src/process/multivariate/scores.ts";
import { windowOf } from "../../support/rows.ts";

const tick = async () => {};
const TAGS = ["a", "b", "c", "d", "e", "f"];
const MIX = [
  [1, 0.8, 0.5, 0, 0.2, 0.4],
  [0, 0.3, -0.6, 1, 0.9, 0.1],
];

/** Independent normal rows of six tags that share two sources. */
function rows(n: number, rng: Rng): Float64Array[] {
  const columns = TAGS.map(() => new Float64Array(n));
  for (let r = 0; r < n; r++) {
    const [u, v] = [standardNormal(rng), standardNormal(rng)];
    TAGS.forEach((_, c) => {
      columns[c][r] = MIX[0][c] * u + MIX[1][c] * v + 0.5 * standardNormal(rng);
    });
  }
  return columns;
}

/** Share of new in-control rows above each limit, over models of `n` rows each. */
async function falseAlarms(n: number, models: number, how: Parameters<typeof mspcLimits>[2]) {
  const rng = pcg64(12);
  const fresh = 500;
  const counts = { t2: 0, spe: 0, heldOutT2: 0 };
  for (let m = 0; m < models; m++) {
    const columns = rows(n, rng);
    const fitted = await fitModel(columns, { tags: TAGS, window: windowOf(0, 1), choice: { components: 2 } }, tick);
    const own = await scoreRows(fitted.model, columns, tick);
    const limits = mspcLimits(fitted.model, () => own, how);
    const scores = await scoreRows(fitted.model, rows(fresh, rng), tick);
    counts.t2 += scores.t2.reduce((k, x) => k + Number(x > limits.t2), 0) / fresh;
    counts.spe += scores.spe.reduce((k, x) => k + Number(x > limits.spe!), 0) / fresh;
    const check = await holdOut(fitted, columns, own, { ...how, speAssessed: true }, tick);
    counts.heldOutT2 += check!.t2.share_outside;
  }
  return { t2: counts.t2 / models, spe: counts.spe / models, heldOutT2: counts.heldOutT2 / models };
}

for (const spe_limit of ["jackson-mudholkar", "box"] as const) {
  test(`theoretical limits (${spe_limit}) let about 1 % of new in-control rows out, and the held-out check says so`, async () => {
    const found = await falseAlarms(200, 60, { limits: "theoretical", spe_limit, quantile: 0.99 });
    // 30,000 rows in 60 models: three standard errors of 1 % are 0.17 %, and the model's own scatter as much again.
    assert.ok(found.t2 > 0.006 && found.t2 < 0.014, `T2 ${found.t2}`);
    // SPE's approximations know nothing of the estimation of the loadings: a little liberal.
    assert.ok(found.spe > 0.006 && found.spe < 0.018, `SPE ${found.spe}`);
    assert.ok(Math.abs(found.heldOutT2 - found.t2) < 0.006, `held out ${found.heldOutT2}`);
  });
}

test("an empirical limit of few rows lets more out than it says; the held-out check sees it, the baseline cannot", async () => {
  const found = await falseAlarms(60, 60, { limits: "empirical", spe_limit: "box", quantile: 0.99 });
  assert.ok(found.t2 > 0.015, `T2 ${found.t2}`);
  assert.ok(found.heldOutT2 > 0.015, `held out ${found.heldOutT2}`);
});
