import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { alignHere } from "../../src/fda/align-each.ts";
import { scanBasis } from "../../src/fda/basis-scan.ts";
import { clusterFields } from "../../src/fda/cluster-fields.ts";
import { depths } from "../../src/fda/depth.ts";
import { fpca } from "../../src/fda/fpca.ts";
import { fpcaFields } from "../../src/fda/fpca-fields.ts";
import { karcherMean } from "../../src/fda/karcher.ts";
import { smoothFields } from "../../src/fda/smooth-fields.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { trapezoidWeights } from "../../src/numerics/quadrature.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { bumps } from "../../src/series/demos/bumps.ts";
import { close } from "../support/close.ts";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";
import { curvesOf, wideCsv } from "./curves.ts";

// What the reference system does wrong, each as what is right. The rest of its defects stand with their modules' tests.

const points = (m: number) => Array.from({ length: m }, (_, j) => j / (m - 1));
const demo = curvesOf(
  bumps.curves()[0].t,
  bumps.curves().map(({ v }) => v),
);
const CAPS = { max_curves: 999, max_points: 999 };
const SMOOTH = { ...CAPS, basis: "bspline", n_basis: 15, penalty_order: 2, lambda: null, criterion: "gcv" } as const;

test("a share of variance is of all variance: it does not move with the number of components, and few do not reach 1", () => {
  const of = (n_comp: number) => fpcaFields(demo, { ...CAPS, n_comp, weights: "trapezoid" }).components;
  const five = of(5);
  for (const n_comp of [1, 2, 3]) {
    const some = of(n_comp);
    some.forEach((component, k) => {
      assert.equal(component.explained_variance_ratio, five[k].explained_variance_ratio);
    });
    assert.ok(some[n_comp - 1].cumulative_variance_explained < 1 - 1e-9);
  }
});

test("a grid whose gaps differ a hundredfold is decomposed at once", () => {
  const t = [0, 1, 101, 102, 202, 203];
  const rows = [1, 2, 4].map((c) => t.map((x) => c * Math.sin(x)));
  const { eigenvalues, total_variance } = fpca(curvesOf(t, rows), trapezoidWeights(t), 2);
  // One direction: all variance, 7/3 of the squared norm of the sine, divisor n - 1.
  const norm = trapezoidWeights(t).reduce((sum, w, j) => sum + w * Math.sin(t[j]) ** 2, 0);
  close(total_variance, (7 / 3) * norm);
  close(eigenvalues[0], total_variance);
});

test("a grid that stands still or goes back is refused, whatever the method", async () => {
  const files = {
    "twice.csv": "t,a,b\n0,1,2\n1,2,3\n1,2,4\n2,4,4\n",
    "back.csv": "t,a,b\n0,1,2\n3,2,3\n1,2,3\n4,4,4\n",
  };
  await inFolder(files, async () => {
    for (const command of ["smooth", "fpca", "align", "cluster"]) {
      for (const [file, error] of [
        ["twice.csv", "DuplicateTimestamps"],
        ["back.csv", "NonMonotonicIndex"],
      ]) {
        const { exit, document } = await runJson(["fda", command, file]);
        assert.deepEqual([exit, document.error_type], [3, error], `${command} ${file}`);
        assert.match(String(document.cause), /its point 3/);
      }
    }
  });
});

test("every inner point of an even grid counts the same: noise at odd points weighs what it weighs at even ones", () => {
  const t = points(21);
  const only = (at: number) => [-1, 1, 3].map((c) => t.map((_, j) => (j === at ? c : 0)));
  const at = [7, 8].map((j) => fpca(curvesOf(t, only(j)), trapezoidWeights(t), 1).total_variance);
  close(at[0], at[1], 1e-14);
});

test("warps are judged by how far they go: a higher price shortens them, and what stays unaligned is told apart", async () => {
  interface Aligned {
    elastic: { phase_distance_mean: number; max_displacement: number; amplitude_distance_mean: number };
  }
  const at = async (lambda: number) => {
    const { document } = await runJson(["fda", "align", "demo:bumps", "--lambda", String(lambda)]);
    return (document as unknown as Aligned).elastic;
  };
  const all = [await at(0), await at(0.3), await at(1e4)];
  for (let k = 1; k < all.length; k++) {
    assert.ok(all[k].phase_distance_mean < all[k - 1].phase_distance_mean);
    assert.ok(all[k].max_displacement < all[k - 1].max_displacement);
    assert.ok(all[k].amplitude_distance_mean > all[k - 1].amplitude_distance_mean);
  }
  assert.deepEqual([all[2].phase_distance_mean, all[2].max_displacement], [0, 0]);
});

test("the distance from a to b is the distance from b to a", async () => {
  interface Aligned {
    elastic: { curves: { curve: string; amplitude_distance: number }[] };
  }
  const t = [0, 1, 2, 4, 5, 7, 8, 9, 12];
  const csv = wideCsv(t, { a: t.map((x) => Math.sin(x)), b: t.map((x) => x * Math.cos(x / 3)) });
  const far = async (template: string, other: string) => {
    const argv = ["fda", "align", "x.csv", "--template", template];
    const { document } = await inFolder({ "x.csv": csv }, () => runJson(argv));
    const { curves } = (document as unknown as Aligned).elastic;
    return curves.find(({ curve }) => curve === other)?.amplitude_distance ?? Number.NaN;
  };
  close(await far("a", "b"), await far("b", "a"));
});

test("the lambda that was chosen is returned: stated again, it gives the same smooth", () => {
  const chosen = smoothFields(demo, SMOOTH);
  const stated = smoothFields(demo, { ...SMOOTH, lambda: chosen.lambda });
  for (const key of ["edf", "rss", "gcv", "aic", "bic"] as const) assert.equal(stated[key], chosen[key]);
});

test("AIC and BIC are sums over the curves: every curve given twice doubles them and leaves lambda", () => {
  const once = smoothFields(demo, SMOOTH);
  const twice = smoothFields(curvesOf(demo.t, [...demo.rows, ...demo.rows]), SMOOTH);
  close(twice.lambda / once.lambda, 1, 1e-9);
  for (const key of ["aic", "bic"] as const) close(twice[key] ?? 0, 2 * (once[key] ?? 0), 1e-9);
});

test("every function of the basis counts: 4, 5 and 6 are three models, each with as many degrees of freedom", () => {
  for (const n_basis of [4, 5, 6, 15]) close(smoothFields(demo, { ...SMOOTH, n_basis, lambda: 0 }).edf, n_basis, 1e-9);
  const { entries } = scanBasis(demo, { basis: "bspline", from: 4, to: 6, lambda: 0, criterion: "gcv" });
  assert.equal(new Set(entries.map(({ gcv }) => gcv?.toPrecision(6))).size, 3);
});

test("a large lambda makes no criterion choose the largest basis in silence: the scan's end is said", () => {
  const t = points(201);
  const rng = pcg64(3);
  const curves = curvesOf(t, [t.map((x) => Math.sin(2 * Math.PI * x) + 0.2 * standardNormal(rng))]);
  assert.equal(scanBasis(curves, { basis: "bspline", from: 4, to: 20, lambda: 0, criterion: "gcv" }).at_edge, null);
  for (const criterion of ["gcv", "bic"] as const) {
    const { at_edge, optimal_n_basis } = scanBasis(curves, { basis: "bspline", from: 4, to: 20, lambda: 1, criterion });
    assert.equal(at_edge !== null, [4, 20].includes(optimal_n_basis), `${criterion} ${optimal_n_basis}`);
  }
});

test("noise does not make the mean of the aligned curves collapse, and smoothing first is advised", async () => {
  const t = points(101);
  const rng = pcg64(11);
  const rows = [0, 1, 2, 3].map((i) => t.map((x) => 15 * Math.sin(6 * x - 0.1 * i) + 2 * standardNormal(rng)));
  const csv = wideCsv(t, Object.fromEntries(rows.map((v, i) => [`c${i}`, v])));
  interface Aligned {
    warnings: string[];
    elastic: { raw_mean: number[]; aligned_mean: number[] };
  }
  const argv = ["fda", "align", "x.csv", "--lambda", "1", "--band", "0.1", "--max-points", "all"];
  const { document } = await inFolder({ "x.csv": csv }, () => runJson(argv));
  const { warnings, elastic } = document as unknown as Aligned;
  const range = (v: number[]) => Math.max(...v) - Math.min(...v);
  assert.ok(range(elastic.aligned_mean) > 0.95 * range(elastic.raw_mean));
  assert.ok(
    warnings.some((text) => text.includes("smooth")),
    warnings.join(),
  );
});

test("a single curve is its own Karcher mean", async () => {
  const u = Float64Array.from(points(11));
  const f = u.map((x) => Math.sin(6 * x));
  const options = { lambda: 0, band: null, max_iter: 20, tolerance: 1e-4 };
  const { target, converged, warps } = await karcherMean(u, [f], options, alignHere());
  assert.equal(converged, true);
  for (const [j, x] of f.entries()) assert.ok(Math.abs(target[j] - x) < 1e-12, `point ${j}: ${target[j]} is not ${x}`);
  assert.ok(warps[0].every((x, j) => Math.abs(x - u[j]) < 1e-12));
});

test("thirty curves of 51 points converge, and no round is worse than the one before", async () => {
  const u = Float64Array.from(points(51));
  const curves = Array.from({ length: 30 }, (_, i) => {
    const power = 2 ** ((i - 14.5) / 30);
    return u.map((x) => Math.sin(4 * Math.PI * x ** power) + 0.5 * Math.cos(9 * x ** power));
  });
  const options = { lambda: 0, band: 10, max_iter: 30, tolerance: 1e-4 };
  const { converged, history } = await karcherMean(u, curves, options, alignHere());
  assert.equal(converged, true, `${history.length} rounds`);
  assert.ok(history.every(({ objective }, i) => i === 0 || objective <= history[i - 1].objective + 1e-12));
});

const shuffledOf = <T>(n: number, keys: T[]) =>
  [...Array(n).keys()].sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));

test("the order of the rows changes no depth, no scan and no alignment", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(999), { minLength: 6, maxLength: 6 }), async (keys) => {
      const order = shuffledOf(6, keys);
      const mixed = curvesOf(
        demo.t,
        order.map((i) => demo.rows[i]),
      );
      const w = trapezoidWeights(demo.t);
      const [a, b] = [depths(demo, w), depths(mixed, w)];
      const [scanned, again] = [demo, mixed].map((x) =>
        scanBasis(x, { basis: "bspline", from: 4, to: 9, lambda: 0, criterion: "bic" }),
      );
      assert.equal(again.optimal_n_basis, scanned.optimal_n_basis);
      const options = { lambda: 0.01, band: null, max_iter: 30, tolerance: 1e-4 };
      const [here, there] = [
        await karcherMean(demo.t, demo.rows, options, alignHere()),
        await karcherMean(demo.t, mixed.rows, options, alignHere()),
      ];
      assert.equal(there.history.length, here.history.length);
      order.forEach((i, k) => {
        close(b.fraiman_muniz[k], a.fraiman_muniz[i], 1e-12);
        close(b.modified_band[k], a.modified_band[i], 1e-12);
        close(there.amplitude[k], here.amplitude[i], 1e-9);
        there.warps[k].forEach((x, j) => {
          close(x, here.warps[i][j], 1e-9);
        });
      });
    }),
    { numRuns: 8 },
  );
});

test("many starts are never worse than one", async () => {
  const rng = pcg64(8);
  const t = points(9);
  const rows = Array.from({ length: 40 }, () => t.map(() => standardNormal(rng)));
  const request = { ...CAPS, k: 6, k_max: 8, weights: "trapezoid" } as const;
  const many = await clusterFields(curvesOf(t, rows), { ...request, seed: 0, starts: 20 }, async () => {});
  for (const seed of [1, 42]) {
    const one = await clusterFields(curvesOf(t, rows), { ...request, seed, starts: 1 }, async () => {});
    assert.ok(many.within_ss <= one.within_ss * (1 + 1e-12));
  }
  assert.ok(many.within_ss_worst > many.within_ss, "starts end differently here, so one would not do");
});

const answered = async (...words: string[]) => {
  const { exit, stderr, document } = await runJson(["fda", ...words]);
  assert.equal(exit, 0, `${words.join(" ")}: ${stderr}`);
  return document;
};

test("a basis scan has diagnostics, differences, a ranking and a search", async () => {
  const { diagnostics } = await answered("build-diagnostics", "basis:demo:bumps");
  const numbers = diagnostics as Record<string, number | null>;
  for (const key of ["optimal_n_basis", "optimal_gcv", "optimal_edf"]) assert.equal(typeof numbers[key], "number", key);
  const { delta, direction } = await answered("compare-run", "basis:demo:bumps", "--lambda", "1");
  assert.ok((delta as Record<string, number>).optimal_gcv > 0);
  assert.equal((direction as Record<string, string>).optimal_gcv, "worse");
  const scans = ["--candidate-params", "n_basis=8", "--candidate-params", "n_basis=12"];
  assert.equal((await answered("compare-methods", "demo:bumps", "--method", "basis", ...scans)).winner, "n_basis=12");
  assert.equal((await answered("auto-tune", "demo:bumps", "--method", "basis")).parameter, "n_basis");
});

test("depths are compared, staged and reported as any run is; ranking them is refused, as no depth is better", async () => {
  const { delta } = await answered("compare-run", "depth:demo:bumps", "--weights", "simpson");
  assert.ok(Object.keys(delta as object).includes("depth_mean"));
  const { diagnostics } = await answered("build-diagnostics", "depth:demo:bumps");
  const { stages } = await answered("pipeline-report", "demo:bumps", "--stages", "depth", "--stages", "fpca");
  const [first] = stages as { method: string; diagnostics: unknown }[];
  assert.deepEqual([first.method, first.diagnostics], ["depth", diagnostics]);
  const same = ["--candidate-params", "weights=simpson", "--candidate-params", "weights=trapezoid"];
  const ranked = await runJson(["fda", "compare-methods", "demo:bumps", "--method", "depth", ...same]);
  assert.equal(ranked.exit, 2);
  assert.match(ranked.stderr, /no number of depth says which of two runs is better/);
});

interface Step {
  to: number;
  accepted: boolean;
  guard: string;
}

test("a search stays inside what the data allow, tries nothing twice, and holds degrees of freedom against points", async () => {
  // Rough curves of 24 points: without the guard GCV asks for as many functions as there are points.
  const t = points(24);
  const rough = [1, 2, 3].map((i) => t.map((_, j) => ((j * (i + 2) * 7) % 11) + Math.sin(j * j * i)));
  const columns = Object.fromEntries(rough.map((values, i) => [`c${i}`, values]));
  await inFolder({ "rough.csv": wideCsv(t, columns) }, async () => {
    const words = ["rough.csv", "--method", "smoothing", "--target-metric", "gcv", "--start", "n_basis=20,lambda=0"];
    const found = await answered("auto-tune", ...words, "--max-steps", "60");
    const steps = found.steps as Step[];
    assert.equal(found.high, 23);
    assert.equal(new Set(steps.map(({ to }) => to)).size, steps.length);
    const held = steps.filter(({ guard }) => guard !== "none");
    // 0.9 of 24 points, though there are only 3 curves.
    for (const { guard, accepted } of held)
      assert.deepEqual([/> 0.9 x 24 points$/.test(guard), accepted], [true, false]);
    assert.ok(steps.some(({ to, guard }) => to >= 22 && guard !== "none"));
    assert.ok(steps.every(({ to, guard }) => to >= 22 || guard === "none"));
    // Three curves have two clusters at most, not fifteen.
    const clusters = await answered("auto-tune", "rough.csv", "--method", "clustering");
    assert.deepEqual([clusters.high, clusters.final_value], [2, 2]);
  });
});

test("the number of clusters that a search ends at is not the largest it could reach", async () => {
  // Two groups of ten: the distance between centres would go on growing with k, the silhouette does not.
  const rng = pcg64(4);
  const t = points(15);
  const rows = Array.from({ length: 20 }, (_, i) => t.map((x) => (i % 2) * 5 + Math.sin(6 * x) + standardNormal(rng)));
  const columns = Object.fromEntries(rows.map((values, i) => [`c${i}`, values]));
  await inFolder({ "two.csv": wideCsv(t, columns) }, async () => {
    const found = await answered("auto-tune", "two.csv", "--method", "clustering", "--start", "k=6");
    assert.deepEqual([found.final_value, found.target_metric], [2, "silhouette"]);
  });
});

test("each stage of a pipeline works on what the last one left, and the report carries every stage's own caveats", async () => {
  const report = await answered("pipeline-report", "demo:bumps", "--stages", "alignment", "--stages", "fpca:n_comp=1");
  const [aligned, chained] = report.stages as { result_id: string; on: string; diagnostics: Record<string, number> }[];
  assert.equal(chained.on, aligned.result_id);
  const raw = await answered("run-method", "demo:bumps", "--method", "fpca", "--n-comp", "1");
  // Most of the bumps' variance is in when they come, which alignment takes away.
  const { total_variance } = raw.diagnostics as Record<string, number>;
  assert.ok(chained.diagnostics.total_variance < 0.2 * total_variance);
  const rules = (report.caveats as { stage: number; rule: string }[]).map(({ stage, rule }) => [stage, rule]);
  assert.deepEqual(rules, [[2, "share_below_90"]]);
});
