import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { scanBasis } from "../../src/fda/basis-scan.ts";
import { interpolate, squaredNorm, srvf } from "../../src/fda/srvf.ts";
import { meanWarp } from "../../src/fda/warps.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { trapezoidWeights } from "../../src/numerics/quadrature.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { close } from "../support/close.ts";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";
import { curvesOf, wideCsv } from "./curves.ts";

// What people reported to other packages for functional data, each as the answer they should have had.

interface Elastic {
  converged: boolean;
  n_iter: number;
  history: { objective: number; mean_change: number }[];
  constant_curves: string[];
  n_steep: number;
  at: number[];
  target: number[];
  aligned_mean: number[];
  raw_mean: number[];
  curves: {
    curve: string;
    max_displacement: number;
    steep_share: number;
    warp: number[];
    inverse_warp: number[];
    aligned: number[];
  }[];
}
interface Fpca {
  weights: string;
  total_variance: number;
  components: { eigenvalue: number; cumulative_variance_explained: number; values: number[] }[];
  components_for: { share: number; n_components: number }[];
  at: number[];
  mean: number[];
  scores: { curve: string; values: number[] }[];
}

const answer = async <T>(csv: string, command: string, ...words: string[]): Promise<T> => {
  const argv = ["fda", command, "x.csv", "--max-points", "all", "--max-curves", "all", ...words];
  const { exit, document, stdout, stderr } = await inFolder({ "x.csv": csv }, () => runJson(argv));
  assert.equal(exit, 0, stdout + stderr);
  return document as T;
};
const align = async (csv: string, ...words: string[]) => {
  const found = await answer<{ elastic: Elastic; template: string; warnings: string[] }>(csv, "align", ...words);
  return { ...found.elastic, template: found.template, warnings: found.warnings };
};

const points = (m: number) => Array.from({ length: m }, (_, j) => j / (m - 1));
const bell = (t: number[], centre: number, height = 1) => t.map((x) => height * Math.exp(-((x - centre) ** 2) / 0.02));
const unit = points(31);
const bells = Object.fromEntries([0.4, 0.45, 0.5, 0.6].map((c) => [`at${c}`, bell(unit, c, 0.5 + c)]));

test("flat curves neither crash the Karcher mean nor move: they are named (scikit-fda #383)", async () => {
  // The middle of evenly placed bells has a mean velocity so small that a flat curve is the nearest to it.
  const spread = Object.fromEntries([0.2, 0.35, 0.5, 0.65, 0.8].map((c) => [`at${c}`, bell(unit, c)]));
  const found = await align(wideCsv(unit, { ...spread, flat: unit.map(() => 2) }), "--arrays");
  assert.deepEqual(found.constant_curves, ["flat"]);
  const flat = found.curves.find(({ curve }) => curve === "flat");
  assert.deepEqual([flat?.max_displacement, flat?.warp], [0, found.at]);
  assert.ok(found.warnings.some((text) => text.includes("constant")));
});

test("the square-root velocity of a warp is never negative and its norm is 1 (scikit-fda #559)", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 12 });
  const rising = (steps: number[]) => {
    const ends = [0];
    for (const gap of steps) ends.push(ends[ends.length - 1] + gap);
    return Float64Array.from(ends, (x) => x / ends[ends.length - 1]);
  };
  fc.assert(
    fc.property(gaps, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (steps, more) => {
      const u = rising(steps);
      const q = srvf(u, rising(steps.map((_, k) => more.next().value + (k === 0 ? 1 : 0))));
      assert.ok(q.every((x) => x >= 0));
      close(squaredNorm(u, q), 1, 1e-12);
    }),
    { numRuns: 100 },
  );
});

test("warps that jump are told, and a penalty cures them (scikit-fda #545)", async () => {
  // A narrow bell onto a wide one of another height: without a price the warp runs along the limits of its slope.
  const t = points(101);
  const narrow = t.map((x) => Math.exp(-((x - 0.5) ** 2) / 0.002));
  const csv = wideCsv(t, { wide: bell(t, 0.5), narrow });
  const free = await align(csv, "--template", "wide");
  assert.deepEqual([free.n_steep, free.curves[0].steep_share], [1, 0]);
  assert.ok(free.curves[1].steep_share > 0.2);
  assert.ok(free.warnings.some((text) => /steepest slope.*raise lambda/.test(text)));
  const priced = await align(csv, "--template", "wide", "--lambda", "0.1");
  assert.deepEqual([priced.n_steep, priced.curves[1].steep_share], [0, 0]);
  assert.ok(!priced.warnings.some((text) => text.includes("steepest")));
});

test("the Karcher mean, the mean of the aligned curves and the raw mean each have their name (fdasrsf_python #27)", async () => {
  const found = await align(wideCsv(unit, bells), "--arrays");
  assert.equal(found.template, "Karcher mean");
  found.at.forEach((_, j) => {
    const mean = (rows: number[][]) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length;
    close(found.aligned_mean[j], mean(found.curves.map(({ aligned }) => aligned)), 1e-9);
    close(found.raw_mean[j], mean(Object.values(bells)), 1e-9);
  });
  // Two different bells: between them the Karcher mean is one bell, and the raw mean lower and wider.
  assert.ok(Math.max(...found.target) > Math.max(...found.raw_mean) + 0.05);
});

test("the warp is stated in both directions: aligned(t) = curve(warp(t)), curve(t) = aligned(inverse_warp(t)) (fdasrvf_R #60)", async () => {
  const found = await align(wideCsv(unit, bells), "--arrays");
  const t = Float64Array.from(found.at);
  for (const { curve, warp, inverse_warp, aligned } of found.curves) {
    interpolate(t, Float64Array.from(bells[curve]), Float64Array.from(warp)).forEach((x, j) => {
      close(aligned[j], x, 1e-9, `${curve}, point ${j}`);
    });
    interpolate(Float64Array.from(warp), t, Float64Array.from(t)).forEach((x, j) => {
      close(inverse_warp[j], x, 1e-9, `${curve}, inverse at point ${j}`);
    });
  }
});

test("the mean that is returned is the one whose warps average to the identity (fdasrvf_R #34)", async () => {
  const found = await align(wideCsv(unit, bells), "--arrays");
  const u = Float64Array.from(found.at);
  const warps = found.curves.map(({ warp }) => Float64Array.from(warp));
  assert.ok(Math.max(...found.curves.map((each) => each.max_displacement)) > 0.05, "the warps are no identities");
  meanWarp(u, warps).forEach((x, j) => {
    assert.ok(Math.abs(x - u[j]) < 0.005, `${x} at ${u[j]}`);
  });
});

test("convergence depends neither on how many curves there are nor on the time scale, and its history is told (registr #31)", async () => {
  const once = await align(wideCsv(unit, bells));
  const copies = Object.entries(bells).flatMap(([name, v]) => [1, 2, 3].map((copy) => [`${name}_${copy}`, v]));
  const thrice = await align(wideCsv(unit, Object.fromEntries(copies)));
  const slow = await align(
    wideCsv(
      unit.map((x) => 86400 * x),
      bells,
    ),
  );
  assert.equal(once.converged, true);
  assert.equal(once.history.length, once.n_iter);
  for (const other of [thrice, slow]) {
    assert.equal(other.n_iter, once.n_iter);
    other.history.forEach(({ objective, mean_change }, i) => {
      close(objective, once.history[i].objective, 1e-6);
      close(mean_change, once.history[i].mean_change, 1e-6);
    });
  }
});

/** Six curves of three directions on an uneven grid. */
const uneven = Array.from({ length: 25 }, (_, j) => j * j + 3 * j);
const waves = Object.fromEntries(
  [0, 1, 2, 3, 4, 5].map((i) => [
    `w${i}`,
    uneven.map(
      (x) => Math.sin(i) * x + 200 * Math.cos(2 * i + 1) * Math.sin(x / 90) + 30 * Math.cos(5 * i) * Math.cos(x / 40),
    ),
  ]),
);

test("components are orthonormal in the inner product that is stated, on an uneven grid too (scikit-fda #399, #497)", async () => {
  const found = await answer<Fpca>(wideCsv(uneven, waves), "fpca");
  assert.equal(found.weights, "trapezoid");
  const w = trapezoidWeights(found.at);
  found.components.forEach(({ values: a }, k) => {
    found.components.forEach(({ values: b }, l) => {
      const product = a.reduce((sum, x, j) => sum + w[j] * x * b[j], 0);
      assert.ok(Math.abs(product - (k === l ? 1 : 0)) < 1e-9, `${k}, ${l}: ${product}`);
    });
  });
});

test("a component keeps its sign when the grid is made finer (scikit-fda #188)", async () => {
  for (const shape of [Math.sin, Math.cos]) {
    for (const times of [1, 2, 3]) {
      const signs = new Set<number>();
      for (const m of [21, 22, 41, 101]) {
        const t = points(m);
        const rows = Object.fromEntries([-1, 2, 3].map((a) => [`c${a}`, t.map((x) => a * shape(Math.PI * times * x))]));
        const { components } = await answer<Fpca>(wideCsv(t, rows), "fpca", "--n-comp", "1");
        signs.add(Math.sign(components[0].values[1]));
      }
      assert.equal(signs.size, 1, `${shape.name} ${times}`);
    }
  }
});

test("one scale of components: scores have the eigenvalue for variance and build the curves again (refund #65, #8)", async () => {
  const found = await answer<Fpca>(wideCsv(uneven, waves), "fpca");
  found.components.forEach(({ eigenvalue }, k) => {
    const scores = found.scores.map(({ values }) => values[k]);
    close(scores.reduce((sum, x) => sum + x * x, 0) / (scores.length - 1), eigenvalue, 1e-8);
  });
  const largest = Math.max(...Object.values(waves).flat().map(Math.abs));
  for (const { curve, values } of found.scores) {
    found.at.forEach((_, j) => {
      const back = values.reduce((sum, score, k) => sum + score * found.components[k].values[j], found.mean[j]);
      assert.ok(Math.abs(back - waves[curve][j]) < 1e-8 * largest, `${curve}, point ${j}`);
    });
  }
});

test("components go on past 99 % when they are asked for, and how many reach it is said (tPACE #53)", async () => {
  const found = await answer<Fpca>(wideCsv(uneven, waves), "fpca", "--n-comp", "3");
  const reach = found.components_for.find(({ share }) => share === 0.99)?.n_components ?? 0;
  assert.ok(reach < 3, `99 % by ${reach}`);
  assert.equal(found.components.length, 3);
  assert.ok(found.components[reach - 1].cumulative_variance_explained >= 0.99);
  assert.ok(reach === 1 || found.components[reach - 2].cumulative_variance_explained < 0.99);
});

const CANNOT_MATTER: [string[], RegExp][] = [
  [["smooth", "--lambda", "1e-4", "--criterion", "bic"], /criterion: lambda is stated/],
  [["align", "--distance", "dtw", "--lambda", "0.1"], /lambda: dtw/],
  [["align", "--distance", "dtw", "--arrays"], /arrays: dtw/],
  [["align", "--template", "f0", "--max-iter", "9"], /max_iter: .*template/],
  [["cluster", "--k", "2", "--k-max", "5"], /k_max: k is stated/],
];

test("a parameter that cannot have an effect is refused, not ignored (scikit-fda #500)", async () => {
  for (const [[command, ...words], cause] of CANNOT_MATTER) {
    const { exit, stderr } = await runJson(["fda", command, "demo:bumps", ...words]);
    assert.equal(exit, 2, words.join(" "));
    assert.match(stderr, cause);
  }
});

test("the number of basis functions is found by a scan that says when its end was reached (scikit-fda #403, #367)", () => {
  const rng = pcg64(5);
  const t = points(330);
  const curves = curvesOf(t, [t.map((x) => Math.sin(12 * x) + 0.3 * standardNormal(rng))]);
  const found = scanBasis(curves, { basis: "bspline", from: 4, to: 60, lambda: 0, criterion: "bic" });
  assert.ok(found.optimal_n_basis < 20, `${found.optimal_n_basis} functions`);
  assert.equal(found.at_edge, null);
  assert.equal(scanBasis(curves, { basis: "bspline", from: 4, to: 5, lambda: 0, criterion: "bic" }).at_edge, "largest");
});

test("k-means does not hang on the seed: any gives the same clusters, none is empty, and k is advised (scikit-fda #603, tslearn #269, fdasrvf_R #52)", async () => {
  // Nine curves, of which three are alike: starts draw the same centre again and again.
  const slopes = [0, 0, 0, 0.1, 5, 5.1, 5.2, 20, 20.1];
  const csv = wideCsv([0, 1, 2], Object.fromEntries(slopes.map((s, i) => [`s${i}`, [0, s, 2 * s]])));
  interface Cluster {
    k: number;
    seed: number;
    candidates: { k: number; silhouette: number }[];
    curves: { cluster: number }[];
    clusters: { n: number }[];
  }
  const labels = new Set<string>();
  for (const seed of [0, 1, 42, 2024]) {
    const found = await answer<Cluster>(csv, "cluster", "--seed", String(seed));
    assert.deepEqual([found.seed, found.k], [seed, 3]);
    labels.add(found.curves.map(({ cluster }) => cluster).join(""));
    const best = Math.max(...found.candidates.map(({ silhouette }) => silhouette));
    assert.equal(found.candidates.find(({ k }) => k === found.k)?.silhouette, best);
    const many = await answer<Cluster>(csv, "cluster", "--seed", String(seed), "--k", "7");
    assert.ok(many.clusters.every(({ n }) => n > 0));
  }
  assert.deepEqual([...labels], ["111122233"]);
});

test("values that are missing or infinite are refused at once, by their cell, whatever the method (numpy #5588, OpenBLAS #1490)", async () => {
  for (const command of ["smooth", "fpca", "align", "cluster"]) {
    for (const bad of ["", "nan", "inf", "-inf"]) {
      const csv = `t,a,b,c\n0,1,2,1\n1,3,${bad},2\n2,4,5,9\n3,1,1,1\n`;
      const { exit, document } = await inFolder({ "x.csv": csv }, () => runJson(["fda", command, "x.csv"]));
      assert.deepEqual([exit, document.error_type], [3, "NonFiniteCurve"], `${command} '${bad}'`);
      assert.match(String(document.cause), /'b' at 1 \(its point 2\)/);
    }
  }
});

test("a handle is the content's: another store gives the same, and one it does not know is told from a typo (vcad #704)", async () => {
  await inFolder({ "x.csv": wideCsv(unit, bells) }, async (dir) => {
    const load = async (store: string) => {
      const { document } = await runJson(["data", "load", "x.csv", "--as", "curves"], {
        env: { LIQUET_STORE: `${dir}/${store}` },
      });
      return String(document.handle);
    };
    const handle = await load("one");
    assert.equal(await load("two"), handle);
    const fpca = (store: string) => runJson(["fda", "fpca", handle], { env: { LIQUET_STORE: `${dir}/${store}` } });
    assert.equal((await fpca("one")).exit, 0);
    const lost = await fpca("three");
    assert.equal(lost.document.error_type, "UnknownHandle");
    assert.match(String(lost.document.cause), /the same content and options give the same handle/);
  });
});

test("lambda means the same in other units of time and of value (Quansight #1006)", async () => {
  const rng = pcg64(9);
  const noisy = Object.fromEntries(
    [0, 1, 2].map((i) => [`c${i}`, unit.map((x) => Math.sin(6 * x + i) + 0.2 * standardNormal(rng))]),
  );
  const fahrenheit = Object.fromEntries(Object.entries(noisy).map(([name, v]) => [name, v.map((x) => 32 + 1.8 * x)]));
  const seconds = unit.map((x) => 86400 * x + 1000);
  interface Smooth {
    lambda: number;
    edf: number;
  }
  const [plain, other] = [
    await answer<Smooth>(wideCsv(unit, noisy), "smooth"),
    await answer<Smooth>(wideCsv(seconds, fahrenheit), "smooth"),
  ];
  close(other.lambda, plain.lambda, 1e-3);
  close(other.edf, plain.edf, 1e-3);
  const moved = async (t: number[], rows: Record<string, number[]>) =>
    (await align(wideCsv(t, rows), "--lambda", "0.2")).curves.map(
      (each) => each.max_displacement / (t[t.length - 1] - t[0]),
    );
  const scaled = Object.fromEntries(Object.entries(bells).map(([name, v]) => [name, v.map((x) => 32 + 1.8 * x)]));
  const [here, there] = [await moved(unit, bells), await moved(seconds, scaled)];
  there.forEach((x, i) => {
    assert.ok(Math.abs(x - here[i]) < 1e-9, `curve ${i}: ${x} beside ${here[i]}`);
  });
});
