import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { type Criterion, chooseLambda, gcv, informationCriterion } from "../../src/fda/choose-lambda.ts";
import type { CurveMatrix } from "../../src/fda/curve-matrix.ts";
import { type PSpline, pSpline } from "../../src/fda/p-spline.ts";
import { project, smoothAt } from "../../src/fda/smooth.ts";
import { smoothFields } from "../../src/fda/smooth-fields.ts";
import { bumps } from "../../src/series/demos/bumps.ts";
import oracle from "../oracles/fda-basis.json" with { type: "json" };
import reference from "../oracles/fda-reference.json" with { type: "json" };
import { realData } from "../support/real-data.ts";
import { curvesOf, wideCurves } from "./curves.ts";

const close = (got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number) => {
  assert.equal(got.length, want.length);
  for (let i = 0; i < want.length; i++)
    assert.ok(Math.abs(got[i] - want[i]) <= tolerance, `${i}: ${got[i]} is not ${want[i]}`);
};
const sum = (x: ArrayLike<number>) => Array.from(x).reduce((a, b) => a + b, 0);
const noisy = curvesOf(oracle.noisy.t, oracle.noisy.x);

function splineOn(t: Float64Array, n_basis: number, order: number): PSpline {
  const spline = pSpline(
    t.map((x) => (x - t[0]) / (t[t.length - 1] - t[0])),
    n_basis,
    order,
  );
  assert.ok(spline);
  return spline;
}

function smoothOf(curves: CurveMatrix, n_basis: number, order: number, lambda: number) {
  const spline = splineOn(curves.t, n_basis, order);
  return smoothAt(spline, project(spline, curves.rows), lambda);
}

for (const want of oracle.smooth) {
  const { n_basis, order, lambda } = want;
  test(`${n_basis} functions, order ${order}, lambda ${lambda}: fit, EDF, GCV, AIC, BIC and leverage are NumPy's`, () => {
    const found = smoothOf(noisy, n_basis, order, lambda);
    const m = noisy.t.length;
    for (const [i, fitted] of found.fitted.entries()) close(fitted, want.fitted[i], 1e-7);
    close(found.leverage, want.leverage, 1e-8);
    close([found.edf], [want.edf], 1e-7);
    close(found.rss, want.rss, 1e-7);
    close([gcv(found.rss, found.edf, m) ?? 0], [want.gcv], 1e-7);
    for (const [price, total] of [
      [2, want.aic],
      [Math.log(m), want.bic],
    ]) {
      close([sum(Array.from(found.rss, (x) => informationCriterion(x, found.edf, m, price) ?? 0))], [total], 1e-5);
    }
  });
}

for (const { n_basis, order, criterion, lambda } of oracle.best) {
  test(`${n_basis} functions, order ${order}: the lambda of the least ${criterion} is the one SciPy finds`, () => {
    const spline = splineOn(noisy.t, n_basis, order);
    const found = chooseLambda([{ basis: spline, curves: project(spline, noisy.rows) }], criterion as Criterion);
    assert.equal(found.at_edge, null);
    close([found.lambda / lambda], [1], 6e-4);
  });
}

/** The reference has two functions more, which are 0 on the interval, and lambda beside the plain sum of squares. */
function asReference(
  curves: CurveMatrix,
  want: { n_basis: number; lambda: number; edf: number; rss: number; gcv: number },
  order = 2,
) {
  const live = Math.max(want.n_basis, 6) - 2;
  const spline = splineOn(curves.t, live, order);
  const found = smoothAt(spline, project(spline, curves.rows), want.lambda / spline.per_difference);
  const told = `${want.n_basis} functions, order ${order}`;
  for (const [name, got, value] of [
    ["edf", found.edf, want.edf],
    ["rss", sum(found.rss), want.rss],
    ["gcv", gcv(found.rss, found.edf, curves.t.length) ?? 0, want.gcv],
  ] as const)
    assert.ok(Math.abs(got / value - 1) < 1e-8, `${told}: ${name} ${got} is not ${value}`);
}

test("on the bumps, EDF, RSS and GCV are the reference system's", () => {
  const curves = bumps.curves();
  const rows = curves.map(({ v }) => v);
  for (const want of reference.bumps.smooth) asReference(curvesOf(curves[0].t, rows), want);
});

test("on Canadian Weather and on the growth data too, 4 to 40 functions, orders 1 to 3", (t) => {
  if (realData === null) return t.skip("LIQUET_DATA is not set");
  const read = (name: string) => wideCurves(readFileSync(join(realData as string, "fda", name), "utf8"));
  const weather = read("canadian_weather.csv");
  // The last two of the list are of orders 1 and 3.
  reference.canadian_weather.smooth.forEach((want, i) => {
    asReference(weather, want, [2, 2, 2, 2, 2, 2, 2, 1, 3][i]);
  });
  for (const want of reference.growth.smooth) asReference(read("growth.csv"), want);
  const started = performance.now();
  const spline = splineOn(weather.t, 15, 2);
  chooseLambda([{ basis: spline, curves: project(spline, weather.rows) }], "gcv");
  console.log(`35 x 365, lambda by GCV: ${(performance.now() - started).toFixed(1)} ms`);
});

const request = {
  basis: "bspline",
  n_basis: 15,
  penalty_order: 2,
  lambda: null,
  criterion: "gcv",
  max_curves: 99,
  max_points: 999,
} as const;

test("a straight line comes through any lambda, and is called an exact fit", () => {
  const lines = curvesOf(
    [0, 1, 1.5, 4, 5, 9, 11],
    [
      [5, 7, 8, 13, 15, 23, 27],
      [1e6, 1e6 + 1, 1e6 + 1.5, 1e6 + 4, 1e6 + 5, 1e6 + 9, 1e6 + 11],
    ],
  );
  for (const lambda of [0, 1e-8, 1, 1e12, 1e300]) {
    const f = smoothFields(lines, { ...request, lambda });
    f.curves.forEach(({ fitted, rss }, i) => {
      close(fitted, lines.rows[i], 1e-9);
      assert.equal(rss, 0);
    });
    assert.deepEqual([f.n_exact, f.aic, f.rss], [2, null, 0]);
    assert.ok(f.concerns.includes("exact_fit"));
  }
  // Of fits that are all exact the smoothest is chosen: a line, of 2 degrees of freedom.
  const chosen = smoothFields(lines, request);
  close([chosen.edf], [2], 1e-2);
  assert.deepEqual(chosen.concerns, ["lambda_at_largest", "exact_fit"]);
});

test("noise on top of a huge offset is noise, as long as the numbers hold it", () => {
  const t = Array.from({ length: 101 }, (_, j) => j / 100);
  const noise = (j: number) => 1e-4 * Math.sin(1e3 * j * j);
  const at = (offset: number) =>
    smoothFields(curvesOf(t, [t.map((x, j) => offset + 1e-2 * Math.sin(6 * x) + noise(j))]), request);
  const [plain, high] = [at(0), at(1e9)];
  assert.equal(high.n_exact, 0);
  close([high.edf, high.rss / plain.rss], [plain.edf, 1], 1e-2);
});

test("one lambda means the same on a grid ten times as fine, with more functions, and in other units of time", () => {
  const wave = (m: number, scale = 1) => {
    const t = Array.from({ length: m }, (_, j) => (scale * j) / (m - 1));
    return curvesOf(t, [t.map((x) => Math.sin((9 * x) / scale))]);
  };
  const lambda = 1e-5;
  const [coarse, fine] = [smoothOf(wave(101), 40, 2, lambda), smoothOf(wave(1001), 40, 2, lambda)];
  close([coarse.edf / fine.edf], [1], 0.02);
  close(
    coarse.fitted[0],
    coarse.fitted[0].map((_, j) => fine.fitted[0][10 * j]),
    // Points at the ends stand for half as long a stretch as the others: a difference of order 1/m.
    0.03,
  );
  close([smoothOf(wave(101), 60, 2, lambda).edf / coarse.edf], [1], 0.02);
  close([smoothOf(wave(101, 365), 40, 2, lambda).edf], [coarse.edf], 1e-6);
});

test("a + b·y has the same lambda and EDF, and the smooth a + b·f; the order of curves changes nothing", () => {
  const factors = fc.record({ a: fc.integer({ min: -50, max: 50 }), b: fc.constantFrom(-4, -0.5, 0.25, 3, 100) });
  const plain = smoothFields(noisy, request);
  fc.assert(
    fc.property(factors, ({ a, b }) => {
      const moved = smoothFields({ ...noisy, rows: noisy.rows.map((row) => row.map((y) => a + b * y)) }, request);
      close([moved.lambda / plain.lambda, moved.edf / plain.edf], [1, 1], 1e-3);
      moved.curves.forEach(({ fitted }, i) => {
        const want = plain.curves[i].fitted.map((y) => a + b * y);
        close(fitted, want, 1e-3 * Math.abs(b));
      });
    }),
    { numRuns: 20 },
  );
  const back = smoothFields({ ...noisy, rows: [...noisy.rows].reverse() }, request);
  assert.equal(back.lambda, plain.lambda);
  close(
    [...back.curves].reverse().flatMap(({ fitted }) => fitted),
    plain.curves.flatMap(({ fitted }) => fitted),
    1e-12,
  );
});

test("sigma is the noise's, and a band of two standard errors holds the truth about 95 times in 100", () => {
  let state = 7;
  const uniform = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const t = Array.from({ length: 60 }, (_, j) => j / 59);
  const truth = t.map((x) => Math.sin(7 * x));
  const rows = Array.from({ length: 200 }, () => truth.map((y) => y + 0.3 * normal()));
  const f = smoothFields(curvesOf(t, rows), { ...request, max_curves: 200 });
  const sigmas = f.curves.map(({ sigma }) => sigma ?? 0);
  // 200 estimates of 0.3 with about 50 degrees of freedom each: their mean is off by 0.3/sqrt(2·50·200) = 0.002.
  close([sum(sigmas) / 200], [0.3], 0.008);
  const inside = f.curves.flatMap(({ fitted }, i) =>
    fitted.map((y, j) => Math.abs(y - truth[j]) < 2 * sigmas[i] * (f.se_factor?.[j] ?? 0)),
  );
  const share = inside.filter(Boolean).length / inside.length;
  assert.ok(share > 0.93 && share < 0.975, `${share} of ${inside.length}`);
});

test("neighbouring residuals that are alike are a concern: GCV takes their common part for signal", () => {
  let state = 1;
  const noise = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  let before = 0;
  const y = Array.from({ length: 300 }, () => {
    before = 0.9 * before + noise();
    return before;
  });
  const f = smoothFields(curvesOf([...y.keys()], [y]), { ...request, lambda: 1e-3 });
  assert.ok(f.concerns.includes("residuals_autocorrelated"));
});

test("too few functions for the curves are a concern", () => {
  const t = Array.from({ length: 200 }, (_, j) => j / 199);
  const f = smoothFields(curvesOf(t, [t.map((x) => Math.sin(14 * x))]), { ...request, n_basis: 8 });
  assert.ok(f.concerns.includes("basis_nearly_full"), String(f.concerns));
});

test("points that stand together but for rounding are refused", () => {
  const t = [0, 1e-14, 2e-14, 1 - 2e-16, 1];
  assert.throws(() => smoothFields(curvesOf(t, [[1, 2, 3, 4, 5]]), { ...request, penalty_order: 3 }), {
    name: "NotIdentifiable",
    message: /5 grid points lie so close together/,
  });
});
