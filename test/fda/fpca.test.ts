import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { fpca } from "../../src/fda/fpca.ts";
import { fpcaFields } from "../../src/fda/fpca-fields.ts";
import { quadratureWeights } from "../../src/fda/quadrature.ts";
import { simpsonWeights, trapezoidWeights } from "../../src/numerics/quadrature.ts";
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

test("components, scores and total variance on an uneven grid are those of NumPy's covariance operator", () => {
  const { t, x, parts, total } = oracle.fpca;
  const found = fpca(curvesOf(t, x), trapezoidWeights(t), 3);
  close([found.total_variance], [total], 1e-12);
  // Three directions made these curves, so the third eigenvalue is the last one that is not 0.
  assert.equal(found.eigenvalues.filter((value) => value > 0).length, 3);
  for (const [k, part] of parts.entries()) {
    close([found.eigenvalues[k]], [part.eigenvalue], 1e-12);
    // The oracle turns the largest value up.
    const turn = Math.sign(part.component.reduce((sum, x, j) => sum + x * found.components[k][j], 0));
    close(
      found.components[k].map((x) => turn * x),
      part.component,
      1e-7,
    );
    close(
      found.scores[k].map((x) => turn * x),
      part.scores,
      1e-7,
    );
  }
});

function compared(found: ReturnType<typeof fpca>, want: typeof reference.bumps.fpca, kept: number) {
  close([found.total_variance / want.total], [1], 1e-12);
  for (let k = 0; k < kept; k++) {
    close([found.eigenvalues[k] / want.ev[k]], [1], 1e-11);
    // The reference turns by the weighted vector, this by the component itself.
    const turn = Math.sign(want.rot_at[k][3] * found.components[k][want.ix[3]]);
    close(
      want.ix.map((j) => turn * found.components[k][j]),
      want.rot_at[k],
      1e-9,
    );
    const scale = Math.max(...want.scores_first3.map((row) => Math.abs(row[k])));
    close(
      [0, 1, 2].map((i) => (turn * found.scores[k][i]) / scale),
      want.scores_first3.map((row) => row[k] / scale),
      1e-9,
    );
  }
}

test("with Simpson's weights the bumps have the reference system's eigenvalues, components and scores", () => {
  const curves = bumps.curves();
  const t = curves[0].t;
  const found = fpca(
    curvesOf(
      t,
      curves.map(({ v }) => v),
    ),
    simpsonWeights(t),
    4,
  );
  compared(found, reference.bumps.fpca, 4);
  assert.equal(found.eigenvalues[5] ?? 0, 0);
});

test("Canadian Weather: 88.0, 8.5 and 2.1 % of the whole variance, as the reference's eigenvalues say", (t) => {
  if (realData === null) return t.skip("LIQUET_DATA is not set");
  const curves = wideCurves(readFileSync(join(realData, "fda/canadian_weather.csv"), "utf8"));
  const started = performance.now();
  const simpson = fpca(curves, simpsonWeights(curves.t), 3);
  console.log(`35 x 365: ${(performance.now() - started).toFixed(1)} ms`);
  close(simpson.eigenvalues.slice(0, 3), [15554.231793108023, 1494.6795516529057, 366.915454135087], 1e-8);
  close([simpson.total_variance], [17671.790677871162], 1e-8);
  const { eigenvalues, total_variance } = fpca(curves, trapezoidWeights(curves.t), 3);
  close([...eigenvalues.slice(0, 4), total_variance], [15557.2492, 1497.1005, 365.2006, 97.4795, 17674.8974], 1e-4);
});

test("Simpson's weights: published examples, and refused where one is not positive", () => {
  close(simpsonWeights([0, 0.25, 0.5, 0.75]), [0.25 / 3, 1 / 3, 0.25 / 3 + 0.125, 0.125], 1e-15);
  close(simpsonWeights([0, 1, 3, 4]), [0, 2.25, 1.25, 0.5], 1e-15);
  assert.throws(() => quadratureWeights("x", Float64Array.of(0, 1, 3, 4), "simpson"), {
    name: "IrregularGrid",
    message: /1 of 4 grid points.*use --weights trapezoid/,
  });
});

const curveSet = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 8 }), fc.integer({ min: 1, max: 2 ** 30 }))
  .map(([n, m, seed]) => {
    const at = (k: number) => Math.sin(seed * 1e-3 + 12.9898 * k) * 10;
    const t = Array.from({ length: m }, (_, j) => j + 0.4 * Math.sin(seed + j));
    return curvesOf(
      t,
      Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => at(i * m + j))),
    );
  });

test("the mean and every component put the curves together again", () => {
  fc.assert(
    fc.property(curveSet, (curves) => {
      const found = fpca(curves, trapezoidWeights(curves.t), 99);
      for (const [i, row] of curves.rows.entries()) {
        const back = found.mean.map((x, j) =>
          found.components.reduce((sum, component, k) => sum + found.scores[k][i] * component[j], x),
        );
        close(back, row, 1e-9);
      }
    }),
    { numRuns: 60 },
  );
});

test("the order of the curves changes no component, and their scores go with them", () => {
  fc.assert(
    fc.property(curveSet, (curves) => {
      const weights = trapezoidWeights(curves.t);
      const back = { ...curves, rows: [...curves.rows].reverse() };
      const [plain, turned] = [fpca(curves, weights, 1), fpca(back, weights, 1)];
      // Where the first two eigenvalues are close, the components are any two of their plane.
      fc.pre(plain.eigenvalues.length < 2 || plain.eigenvalues[1] < 0.9 * plain.eigenvalues[0]);
      close(turned.components[0], plain.components[0], 1e-9);
      close(turned.scores[0].slice().reverse(), plain.scores[0], 1e-8);
    }),
    { numRuns: 60 },
  );
});

test("curves a + b·x have b² times the eigenvalues and the same components; a longer time scale stretches both", () => {
  fc.assert(
    fc.property(curveSet, (curves) => {
      const plain = fpca(curves, trapezoidWeights(curves.t), 1);
      const moved = fpca(
        { ...curves, rows: curves.rows.map((row) => row.map((x) => 5 - 3 * x)) },
        trapezoidWeights(curves.t),
        1,
      );
      const slower = fpca(curves, trapezoidWeights(curves.t.map((at) => 4 * at)), 1);
      close([moved.eigenvalues[0] / plain.eigenvalues[0]], [9], 1e-9);
      close([slower.eigenvalues[0] / plain.eigenvalues[0]], [4], 1e-9);
      assert.equal(moved.total_variance > 0, true);
    }),
    { numRuns: 60 },
  );
});

test("a grid point that is given twice as fine leaves the eigenvalue where the integral is", () => {
  const eigenvalue = (m: number) => {
    const t = Array.from({ length: m }, (_, j) => j / (m - 1));
    const rows = [1, 2, 3, 6].map((c) => t.map((at) => c * at));
    return fpca(curvesOf(t, rows), trapezoidWeights(t), 1).eigenvalues[0];
  };
  // 14/3 · ∫t² = 14/9; the trapezoid rule's error of t² is h²/6.
  for (const m of [11, 101]) close([eigenvalue(m)], [(14 / 3) * (1 / 3 + 1 / (6 * (m - 1) ** 2))], 1e-12);
});

test("components that share an eigenvalue are named", () => {
  const rows = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  const f = fpcaFields(curvesOf([0, 1, 2], rows), { n_comp: 3, weights: "trapezoid", max_curves: 9, max_points: 9 });
  assert.deepEqual(f.equal_eigenvalues, [[1, 2]]);
});
