import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scanBasis } from "../../src/fda/basis-scan.ts";
import type { CurveMatrix } from "../../src/fda/curve-matrix.ts";
import { isWorthAThread } from "../../src/fda/on-thread.ts";
import { bumps } from "../../src/series/demos/bumps.ts";
import oracle from "../oracles/fda-basis.json" with { type: "json" };
import reference from "../oracles/fda-reference.json" with { type: "json" };
import { realData } from "../support/real-data.ts";
import { curvesOf, wideCurves } from "./curves.ts";

/** The reference counts two functions that are 0 on the interval, never has fewer than 6, and adds 1e-10 to its system. */
function asReference(curves: CurveMatrix, want: typeof reference.bumps.scan) {
  const [first, last] = [want.n_basis[0], want.n_basis[want.n_basis.length - 1]];
  assert.equal(first, 4);
  const { entries } = scanBasis(curves, { basis: "bspline", from: 4, to: last - 2, lambda: 0, criterion: "gcv" });
  want.n_basis.forEach((n_basis, i) => {
    const entry = entries[Math.max(n_basis, 6) - 6];
    for (const key of ["gcv", "aic", "bic"] as const) {
      const got = entry[key] ?? Number.NaN;
      assert.ok(Math.abs(got - want[key][i]) <= 1e-6 * Math.abs(want[key][i]), `${n_basis} ${key}: ${got}`);
    }
  });
  for (const criterion of ["gcv", "aic", "bic"] as const) {
    const found = scanBasis(curves, { basis: "bspline", from: 4, to: last - 2, lambda: 0, criterion });
    assert.equal(found.optimal_n_basis + 2, want.optimal[criterion]);
    assert.equal(found.at_edge, want.optimal[criterion] === last ? "largest" : null);
  }
}

test("on the bumps, GCV, AIC and BIC of each number of functions are the reference system's, and the edge is said", () => {
  const curves = bumps.curves();
  const rows = curves.map(({ v }) => v);
  asReference(curvesOf(curves[0].t, rows), reference.bumps.scan);
});

test("on Canadian Weather too: 20 functions by GCV are the edge of the range, 15 by BIC are not", (t) => {
  if (realData === null) return t.skip("LIQUET_DATA is not set");
  const weather = wideCurves(readFileSync(join(realData, "fda/canadian_weather.csv"), "utf8"));
  asReference(weather, reference.canadian_weather.scan);
});

test("CV is what leaving out each point and fitting anew gives", () => {
  const { t, x } = oracle.noisy;
  const [entry] = scanBasis(curvesOf(t, x), {
    basis: "bspline",
    from: 9,
    to: 9,
    lambda: 1e-4,
    criterion: "cv",
  }).entries;
  assert.ok(Math.abs((entry.cv ?? 0) - oracle.leave_one_out) < 1e-9, `${entry.cv} is not ${oracle.leave_one_out}`);
});

test("as many functions as points leave nothing to judge by", () => {
  assert.throws(
    () =>
      scanBasis(curvesOf([0, 1, 2, 3], [[1, 3, 2, 5]]), {
        basis: "bspline",
        from: 4,
        to: 9,
        lambda: 0,
        criterion: "gcv",
      }),
    {
      name: "NotIdentifiable",
      message: /none of 4 to 9 functions leaves a degree of freedom on 4 grid points/,
    },
  );
});

test("without a price no more functions are tried than there are points: 496 fits of up to 500 took minutes", () => {
  const t = Array.from({ length: 21 }, (_, j) => j / 20);
  const curves = curvesOf(t, [t.map((x, j) => Math.sin(6 * x) + 0.1 * Math.sin(j * j))]);
  const asked = { basis: "bspline", from: 4, to: 500, criterion: "gcv" } as const;
  const { entries, at_edge } = scanBasis(curves, { ...asked, lambda: 0 });
  assert.equal(entries[entries.length - 1].n_basis, 21);
  assert.equal(at_edge, null);
  const priced = scanBasis(curves, { ...asked, to: 30, lambda: 1e-6 });
  assert.equal(priced.entries[priced.entries.length - 1].n_basis, 30);
});

test("many functions of few points are worth a thread, few are not", () => {
  assert.ok(isWorthAThread(126, 500));
  assert.ok(!isWorthAThread(126, 15));
  assert.ok(isWorthAThread(1e5));
});
