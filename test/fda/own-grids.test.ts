import assert from "node:assert/strict";
import { test } from "node:test";
import { commonCurves, smoothOwnGrids } from "../../src/fda/own-grids.ts";
import { type SmoothRequest, smoothCurves } from "../../src/fda/smooth-curves.ts";
import { ownGridFields } from "../../src/fda/smooth-fields.ts";
import type { CurveData } from "../../src/series/dataset/dataset.ts";
import oracle from "../oracles/fda-own-grids.json" with { type: "json" };
import { close } from "../support/close.ts";
import { inFolder } from "../support/folder.ts";
import { runJson } from "../support/run.ts";
import { curvesOf } from "./curves.ts";

const request: SmoothRequest = {
  basis: "bspline",
  n_basis: oracle.n_basis,
  penalty_order: 2,
  lambda: null,
  criterion: "gcv",
  max_curves: 99,
  max_points: 999,
};

function dataOf(curves: { t: ArrayLike<number>; y: ArrayLike<number> }[]): CurveData {
  return {
    layout: "curves",
    label: "test",
    handle: "data_000000000000",
    curves: curves.map(({ t, y }, i) => ({
      name: `c${i}`,
      t: Float64Array.from(t),
      v: Float64Array.from(y),
      group: null,
    })),
    shared_grid: false,
  };
}

for (const want of oracle.fits) {
  test(`lambda ${want.lambda}: fits on the common grid, RSS, EDF and GCV of curves on grids of their own are NumPy's`, () => {
    const asked = { ...request, lambda: want.lambda };
    const own = smoothOwnGrids(dataOf(oracle.curves), asked, 4, "a smooth");
    own.t.forEach((at, k) => {
      close(at, oracle.common[k], 1e-12);
    });
    const f = ownGridFields(["a", "b", "c"], own, asked);
    close(f.gcv ?? 0, want.gcv, 1e-9);
    for (const [i, { fitted, rss, edf }] of want.curves.entries()) {
      close(f.curves[i].rss, rss, 1e-8);
      close(own.smoothed.grids[i].fit.edf, edf, 1e-8);
      f.curves[i].fitted.forEach((y, k) => {
        close(y, fitted[k], 1e-7, `curve ${i}, point ${k}`);
      });
    }
  });
}

test("curves on one even grid come out as those of a shared grid", () => {
  const t = Array.from({ length: 30 }, (_, j) => j / 29);
  const rows = [1, 2].map((a) => t.map((x) => Math.sin(6 * a * x)));
  const own = smoothOwnGrids(dataOf(rows.map((y) => ({ t, y }))), request, 4, "a smooth");
  const { chosen, grids } = smoothCurves(curvesOf(t, rows), request);
  assert.deepEqual(own.smoothed.chosen, chosen);
  grids[0].fit.fitted.forEach((row, i) => {
    row.forEach((y, j) => {
      close(own.fitted[i][j], y, 1e-10);
    });
  });
});

test("straight lines come back from any points, for any lambda, by either basis's free functions", () => {
  const curves = [[0, 1, 3, 4, 9, 10], Array.from({ length: 20 }, (_, j) => j / 2)].map((t) => ({
    t,
    y: t.map((x) => 5 - 2 * x),
  }));
  for (const lambda of [1e-6, 1, 1e6]) {
    const own = smoothOwnGrids(dataOf(curves), { ...request, lambda }, 4, "a smooth");
    for (const row of commonCurves(dataOf(curves), own).rows) {
      row.forEach((y, k) => {
        close(y, 5 - 2 * own.t[k], 1e-8);
      });
    }
  }
});

test("points that all stand at one phase of the period are refused, whatever lambda", () => {
  const t = [0, 1, 2, 3, 4, 5];
  const asked = { ...request, basis: "fourier", n_basis: 5, period: 1 } as const;
  assert.throws(() => smoothCurves(curvesOf(t, [[1, 3, 2, 5, 4, 7]]), asked), {
    name: "NotIdentifiable",
    message: /6 grid points do not tell a constant and waves of the period apart; .*another --period/,
  });
});

test("curves that share no stretch of the grid are refused", () => {
  const apart = [0, 100].map((from) => ({
    t: [0, 1, 2, 3, 4, 5].map((x) => x + from),
    y: [1, 3, 2, 4, 3, 5],
  }));
  assert.throws(() => smoothOwnGrids(dataOf(apart), request, 4, "a smooth"), {
    name: "IrregularGrid",
    message: /no stretch of the grid is covered by all curves \(one begins at 100, one ends at 5\)/,
  });
});

const LONG = `curve,t,value\n${oracle.curves
  .flatMap(({ t, y }, i) => t.map((at, j) => `c${i},${at},${y[j]}`))
  .join("\n")}\n`;

test("fpca of such curves is refused with the way out, and the way out works", () =>
  inFolder({ "own.csv": LONG }, async () => {
    const refused = await runJson(["fda", "fpca", "own.csv"]);
    assert.equal(refused.exit, 3);
    assert.match(
      String(refused.document.cause),
      /smooth them first \(fda run-method --method smoothing .* fda smooth --out/,
    );
    const smooth = await runJson(["fda", "smooth", "own.csv", "--n-basis", "auto", "--out", "one.csv"]);
    assert.equal(smooth.exit, 0, smooth.stderr);
    assert.equal(smooth.document.grids, "own");
    assert.equal((await runJson(["fda", "fpca", "one.csv"])).exit, 0);
  }));

test("auto keeps the fewest functions whose GCV is within 2 % of the best it tried, wherever the waves begin to show", () => {
  const t = Array.from({ length: 200 }, (_, j) => j / 199);
  // A fixed sequence that is as rough as noise.
  const noise = t.map((_, j) => Math.sin(j * j * 1.7));
  const chosenFor = (f: (x: number) => number, criterion: "gcv" | "bic") =>
    smoothCurves(curvesOf(t, [t.map((x, j) => f(x) + 0.1 * noise[j])]), { ...request, n_basis: "auto", criterion });
  const [slow, quick] = [chosenFor((x) => x, "gcv"), chosenFor((x) => Math.sin(60 * x), "gcv")];
  assert.deepEqual(
    slow.tried.map(({ n_basis }) => n_basis),
    [9, 14, 24, 44, 84, 124],
  );
  assert.equal(slow.n_basis, 9);
  // Of 9.5 waves neither 9 nor 14 functions show anything.
  assert.ok(quick.n_basis >= 24, String(quick.n_basis));
  for (const { n_basis, tried } of [slow, quick]) {
    const least = Math.min(...tried.map(({ criterion }) => criterion ?? Number.POSITIVE_INFINITY));
    const enough = tried.find(({ criterion }) => criterion !== null && 0.98 * criterion <= least);
    assert.equal(enough?.n_basis, n_basis);
  }
  const { tried, n_basis } = chosenFor((x) => Math.sin(60 * x), "bic");
  const least = Math.min(...tried.map(({ criterion }) => criterion ?? Number.POSITIVE_INFINITY));
  assert.equal(tried.find(({ criterion }) => criterion === least)?.n_basis, n_basis);
});

test("the loop takes such curves too: a smoothing run leaves on one grid what 'fda smooth' does, and every method goes on from there", () =>
  inFolder({ "own.csv": LONG }, async () => {
    const answered = async (...words: string[]) => {
      const run = await runJson(["fda", ...words]);
      assert.equal(run.exit, 0, `${words.join(" ")}: ${run.stderr}`);
      return run.document;
    };
    const smooth = await answered("smooth", "own.csv", "--max-points", "all", "--max-curves", "all");
    const run = await answered("run-method", "own.csv", "--method", "smoothing");
    const of = run.diagnostics as Record<string, number | string>;
    assert.deepEqual(
      [of.grids, of.lambda, of.edf, of.rss, of.gcv, of.residual_lag1],
      ["own", smooth.lambda, smooth.edf, smooth.rss, smooth.gcv, smooth.residual_lag1],
    );
    assert.deepEqual([run.n_points, run.grid_min], [smooth.n_points, smooth.grid_min]);
    const left = await answered("result", String(run.result_id), "--max-rows", "all", "--max-columns", "all");
    assert.deepEqual(left.column_names, smooth.at);
    const fitted = (smooth.curves as { fitted: number[] }[]).map((curve) => curve.fitted);
    assert.deepEqual(left.values, fitted);
    // Nothing but each curve's own straight line is left, so its residuals are known.
    const straight = await answered("run-method", "own.csv", "--method", "smoothing", "--lambda", "1e9");
    const mean_ise = oracle.curves.reduce((sum, { t, y }) => sum + squaredFromLine(t, y), 0) / oracle.curves.length;
    close(Number((straight.diagnostics as Record<string, number>).mean_ise), mean_ise, 1e-5);
    await answered("fpca", String(run.result_id));
    await answered("align", String(run.result_id));
    const report = await answered("pipeline-report", "own.csv", "--stages", "smoothing", "--stages", "fpca:n_comp=1");
    assert.equal((report.stages as { on: string }[])[1].on, run.result_id);
    assert.equal(report.n_points, run.n_points);
    const ways = ["--candidate-params", "n_basis=8", "--candidate-params", "n_basis=12"];
    await answered("compare-methods", "own.csv", "--method", "smoothing", ...ways);
    const changed = await answered("compare-run", String(run.result_id), "--n-basis", "8");
    assert.deepEqual(changed.changed_parameters, [{ parameter: "n_basis", before: 15, after: 8 }]);
    const advice = await answered("recommend", String(run.result_id));
    assert.deepEqual(advice.rules_checked, ["lambda_at_edge", "residuals_autocorrelated", "exact_fit"]);
    const tuned = await answered("auto-tune", "own.csv", "--method", "smoothing", "--max-steps", "3");
    const best = await answered(
      "run-method",
      "own.csv",
      "--method",
      "smoothing",
      "--n-basis",
      String(tuned.final_value),
    );
    assert.deepEqual([tuned.final_result_id, tuned.n_points], [best.result_id, run.n_points]);
    const drawn = await runJson(["data", "plot", String(run.result_id), "--svg"]);
    assert.equal(drawn.exit, 0, drawn.stderr);
    // The reference's settings are those of one grid, and so is every other method.
    for (const words of [["smoothing", "--basis", "fdars"], ["fpca"]]) {
      const { exit, document } = await runJson(["fda", "run-method", "own.csv", "--method", ...words]);
      assert.deepEqual([exit, document.error_type], [3, "IrregularGrid"]);
    }
  }));

/** The trapezoid rule's integral of the squared residuals from the line of least squares. */
function squaredFromLine(t: number[], y: number[]): number {
  const mean = (of: number[]) => of.reduce((sum, x) => sum + x, 0) / of.length;
  const [mt, my] = [mean(t), mean(y)];
  const slope = mean(t.map((x, j) => (x - mt) * (y[j] - my))) / mean(t.map((x) => (x - mt) ** 2));
  const squares = y.map((value, j) => (value - my - slope * (t[j] - mt)) ** 2);
  return squares.reduce((sum, q, j) => (j === 0 ? 0 : sum + ((q + squares[j - 1]) / 2) * (t[j] - t[j - 1])), 0);
}
