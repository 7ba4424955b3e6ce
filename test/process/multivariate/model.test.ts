import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../../src/contract/outcome.ts";
import { pcg64 } from "../../../src/numerics/pcg64.ts";
import { quantile } from "../../../src/numerics/quantile.ts";
import { chooseComponents } from "../../../src/process/multivariate/components.ts";
import { reconstructionContributions } from "../../../src/process/multivariate/contributions.ts";
import { boxLimit, jacksonMudholkar, mspcLimits, t2Limit } from "../../../src/process/multivariate/mspc-limits.ts";
import { randomCorrelationEigenvalues } from "../../../src/process/multivariate/random-correlation.ts";
import { scoreRows, standardisedRow } from "../../../src/process/multivariate/scores.ts";
import { combineSums, rowSums, spectrumOf } from "../../../src/process/multivariate/spectrum.ts";
import oracle from "../../oracles/mspc.json" with { type: "json" };
import { close } from "../../support/close.ts";

const columnsOf = (rows: number[][]) => rows[0].map((_, c) => Float64Array.from(rows, (row) => row[c]));
const baseline = columnsOf(oracle.baseline);
const monitored = columnsOf(oracle.window);
const centers = Float64Array.from(baseline, (column) => column[0]);
const spectrum = spectrumOf(rowSums(baseline, centers, 0, baseline[0].length), centers)!;
const tick = async () => {};

test("eigenvalues and loadings are scikit-learn's, each loading's largest entry positive", () => {
  oracle.eigenvalues.forEach((value, j) => {
    close(spectrum.values[j], value, 1e-11);
  });
  oracle.loadings.flat().forEach((entry, at) => {
    close(spectrum.vectors[Math.floor(at / 6)][at % 6], entry, 1e-10);
  });
});

for (const { components, t2, spe, limits, contributions_of_last_row } of oracle.models) {
  const model = { ...spectrum, components };
  test(`T2 and SPE of ${components} components are scikit-learn's`, async () => {
    const scores = await scoreRows(model, monitored, tick);
    t2.forEach((value, row) => {
      close(scores.t2[row], value, 1e-10);
    });
    spe.forEach((value, row) => {
      close(scores.spe[row], value, 1e-10);
    });
  });

  test(`limits of ${components} components are SciPy's`, async () => {
    close(t2Limit(model, oracle.level), limits.t2_f, 1e-11);
    const rest = spectrum.values.subarray(components);
    close(jacksonMudholkar(rest, oracle.level)!, limits.spe_jackson_mudholkar, 1e-10);
    close(boxLimit(rest, oracle.level), limits.spe_box, 1e-10);
    const scores = await scoreRows(model, baseline, tick);
    const own = () => scores;
    const empirical = mspcLimits(model, own, { limits: "empirical", spe_limit: "box", quantile: oracle.level });
    close(empirical.t2, limits.t2_empirical, 1e-10);
    close(empirical.spe!, limits.spe_empirical, 1e-10);
  });

  test(`a contribution to ${components} components is the fall of the statistic when that tag alone is reconstructed`, () => {
    const z = standardisedRow(model, monitored, t2.length - 1);
    for (const statistic of ["t2", "spe"] as const) {
      const found = reconstructionContributions(model, z, statistic);
      // SciPy minimises numerically: the minimum is exact to rounding of the statistic.
      contributions_of_last_row[statistic].forEach((value, i) => {
        close(found[i], value, 1e-8, `${statistic} ${i}`);
      });
    }
  });
}

test("block sums add up to the whole and take a block away again", () => {
  const parts = [rowSums(baseline, centers, 0, 50), rowSums(baseline, centers, 50, 120)];
  const whole = spectrumOf(combineSums(parts[0], parts[1], 1), centers)!;
  close(whole.values[0], spectrum.values[0], 1e-12);
  const rest = combineSums(combineSums(parts[0], parts[1], 1), parts[0], -1);
  close(spectrumOf(rest, centers)!.values[5], spectrumOf(parts[1], centers)!.values[5], 1e-10);
});

test("random eigenvalues, drawn without drawing the rows, have the quantiles of those that are", () => {
  const rng = pcg64(3);
  const draws = Array.from({ length: 2000 }, () => randomCorrelationEigenvalues(120, 6, rng));
  oracle.random_eigenvalue_95.forEach((value, j) => {
    const found = quantile(
      draws.map((values) => values[j]),
      0.95,
    );
    assert.ok(Math.abs(found - value) < 0.02, `${found} is not ${value}`);
  });
});

test("few rows are drawn one by one: n rows of p columns have rank n - 1", () => {
  const values = randomCorrelationEigenvalues(4, 6, pcg64(1));
  assert.ok(values[2] > 1e-6 && Math.abs(values[3]) < 1e-12);
});

test("parallel analysis keeps the two shared components that the data were made of", async () => {
  const found = await chooseComponents(spectrum, { auto: true }, tick);
  assert.deepEqual([found.components, found.selection], [2, "parallel_analysis"]);
});

test("by variance the fewest components that reach the share are kept", async () => {
  const shares = [...spectrum.values].map((value) => value / 6);
  const choose = async (variance: number) => (await chooseComponents(spectrum, { variance }, tick)).components;
  assert.equal(await choose(shares[0] - 1e-9), 1);
  assert.equal(await choose(shares[0] + 1e-9), 2);
  assert.equal(await choose(1), 6);
});

test("the residual's limit is null where Jackson-Mudholkar does not hold", () => {
  // One eigenvalue dominates: theta1 theta3 / theta2^2 near 100 for 1 and a hundred of 0.1, so h < 0.
  assert.equal(jacksonMudholkar([1, ...Array<number>(1000).fill(0.01)], 0.99), null);
});

test("two independent columns of n rows correlate as they should: the mean of r squared is 1/(n - 1)", () => {
  // The largest eigenvalue of two columns is 1 + |r|; for n = 6 the mean of r^2 is 0.2 (Student: r^2 is Beta(1/2, n/2 - 1)).
  const rng = pcg64(12);
  let sum = 0;
  for (let draw = 0; draw < 4000; draw++) sum += (randomCorrelationEigenvalues(6, 2, rng)[0] - 1) ** 2;
  close(sum / 4000, 0.2, 0.012);
});

test("parallel analysis holds a component against the 95 % point of chance", async () => {
  // 20 rows of two independent columns: |r| passes 0.444 in 5 of 100 (Student's t, 18 degrees of freedom).
  const pair = (r: number) => ({ ...spectrum, n: 20, p: 2, rank: 2, values: Float64Array.of(1 + r, 1 - r) });
  assert.equal((await chooseComponents(pair(0.55), { auto: true }, tick)).components, 1);
  await assert.rejects(
    chooseComponents(pair(0.35), { auto: true }, tick),
    (error) => error instanceof Refusal && Math.abs((error.details.required as number) - 1.444) < 0.06,
  );
});
