import assert from "node:assert/strict";
import { test } from "node:test";
import { binomialCdf, binomialPmf, binomialSf } from "../../src/numerics/binomial.ts";
import { chiSquareCdf, chiSquareQuantile, chiSquareSf } from "../../src/numerics/chi-square.ts";
import { betaQuantile, fCdf, fQuantile, fSf } from "../../src/numerics/f-distribution.ts";
import { incompleteBeta } from "../../src/numerics/incomplete-beta.ts";
import { incompleteGamma } from "../../src/numerics/incomplete-gamma.ts";
import { logGamma } from "../../src/numerics/log-gamma.ts";
import { noncentralTCdf, noncentralTSf } from "../../src/numerics/noncentral-t.ts";
import { normalCdf, normalPdf, normalQuantile } from "../../src/numerics/normal.ts";
import { studentTCdf, studentTQuantile } from "../../src/numerics/student-t.ts";
import table from "../oracles/special-ref.json" with { type: "json" };
import tails from "../oracles/special-tails.json" with { type: "json" };

type Special = (...args: number[]) => number;

const functions: Record<string, Special> = {
  normalCdf,
  normalQuantile,
  logGamma,
  studentTCdf,
  studentTQuantile,
  chiSquareCdf,
  chiSquareSf,
  chiSquareQuantile,
  fCdf,
  fSf,
  fQuantile,
  betaQuantile,
  binomialPmf,
  binomialCdf,
  binomialSf,
  noncentralTCdf,
  noncentralTSf,
  gammaLower: (a, x) => incompleteGamma(a, x).lower,
  gammaUpper: (a, x) => incompleteGamma(a, x).upper,
  betaLower: (a, b, x) => incompleteBeta(a, b, x),
  betaUpper: (a, b, x) => incompleteBeta(b, a, 1 - x, x),
};
/** The names of special-ref.json (its digamma rows are of a function nothing here needs). */
const renamed: Record<string, string> = {
  ncdf: "normalCdf",
  nq: "normalQuantile",
  tcdf: "studentTCdf",
  tq: "studentTQuantile",
  chi2cdf: "chiSquareCdf",
  chi2q: "chiSquareQuantile",
  fcdf: "fCdf",
  fq: "fQuantile",
  gammaincP: "gammaLower",
  betainc: "betaLower",
  lgamma: "logGamma",
};

/** The largest relative error of each function (absolute for ln Γ near its zeros). */
function worst(rows: { fn: string; args: number[]; v: string }[]): Map<string, { error: number; at: string }> {
  const found = new Map<string, { error: number; at: string }>();
  for (const { fn, args, v } of rows) {
    const expected = Number(v);
    const got = functions[fn](...args);
    const scale = fn === "logGamma" ? Math.max(1, Math.abs(expected)) : Math.abs(expected) || 1;
    const error = Math.abs(got - expected) / scale;
    const before = found.get(fn);
    if (!before || !(error <= before.error)) found.set(fn, { error, at: `${fn}(${args}) = ${got}, not ${v}` });
  }
  return found;
}

test("special functions hold 1e-12 relative against the mpmath table", () => {
  const rows = table
    .filter((row) => row.fn in renamed)
    .map(({ fn, args: [a, ...rest], v }) => ({
      fn: renamed[fn],
      args: fn === "betainc" ? [...rest, a] : [a, ...rest],
      v,
    }));
  assert.equal(rows.length, 63);
  for (const { error, at } of worst(rows).values()) assert.ok(error < 1e-12, `${at}: ${error}`);
});

test("both tails, large parameters and half-empty distributions hold 1e-12 relative", () => {
  const rows = tails.rows.filter((row) => !row.fn.startsWith("noncentral"));
  for (const { error, at } of worst(rows).values()) assert.ok(error < 1e-12, `${at}: ${error}`);
});

test("the noncentral t holds 1e-13 absolute, and 1e-11 relative where t and delta are positive", () => {
  for (const { fn, args, v } of tails.rows.filter((row) => row.fn.startsWith("noncentral"))) {
    const error = Math.abs(functions[fn](...args) - Number(v));
    assert.ok(error < 1e-13, `${fn}(${args}): ${error}`);
    if (fn === "noncentralTSf" && args[0] >= 0 && args[2] >= 0) assert.ok(error < 1e-11 * Number(v), `${fn}(${args})`);
  }
});

test("quantiles undo their distribution functions over the whole range", () => {
  for (const p of [1e-100, 1e-20, 1e-5, 0.01, 0.2, 0.5, 0.7, 0.975, 1 - 1e-9]) {
    const pairs = [
      [normalCdf(normalQuantile(p)), "normal"],
      ...[0.7, 3, 55.5].map((df) => [chiSquareCdf(chiSquareQuantile(p, df), df), `chi-square ${df}`]),
      ...[3, 20, 1e5].map((df) => [studentTCdf(studentTQuantile(p, df), df), `t ${df}`]),
      ...[4, 90].map((df) => [fCdf(fQuantile(p, df, 7), df, 7), `F ${df}`]),
    ] as const;
    for (const [back, name] of pairs) assert.ok(Math.abs((back as number) / p - 1) < 3e-12, `${name} at ${p}: ${back}`);
  }
});

test("ends and impossible arguments: the limit where there is one, NaN elsewhere", () => {
  assert.deepEqual([normalCdf(Number.NEGATIVE_INFINITY), normalCdf(Number.POSITIVE_INFINITY)], [0, 1]);
  assert.deepEqual([normalQuantile(0), normalQuantile(1)], [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  assert.deepEqual([chiSquareQuantile(0, 3), chiSquareQuantile(1, 3)], [0, Number.POSITIVE_INFINITY]);
  assert.deepEqual([studentTQuantile(0.5, 5), studentTQuantile(0, 5)], [0, Number.NEGATIVE_INFINITY]);
  assert.equal(studentTCdf(Number.NEGATIVE_INFINITY, 5), 0);
  assert.equal(studentTCdf(1.5, Number.POSITIVE_INFINITY), normalCdf(1.5));
  assert.equal(logGamma(0), Number.POSITIVE_INFINITY);
  assert.equal(noncentralTSf(2, 9, 0), studentTCdf(-2, 9));
  assert.deepEqual(
    [binomialPmf(0, 5, 0), binomialPmf(5, 5, 1), binomialPmf(3, 5, 1), binomialPmf(6, 5, 0.5)],
    [1, 1, 0, 0],
  );
  const impossible = [
    normalQuantile(1.1),
    normalQuantile(Number.NaN),
    normalCdf(Number.NaN),
    chiSquareCdf(1, 0),
    chiSquareQuantile(-0.1, 2),
    fCdf(1, -1, 2),
    fCdf(Number.NaN, 1, 2),
    studentTCdf(1, 0),
    studentTQuantile(0.2, -1),
    logGamma(-1),
    incompleteBeta(0, 1, 0.5),
    binomialCdf(1, 2, 1.5),
  ];
  for (const [i, value] of impossible.entries()) assert.ok(Number.isNaN(value), `${i}: ${value}`);
});

test("the density is the slope of the distribution function", () => {
  for (const z of [-3, -0.4, 0, 1.7]) {
    const slope = (normalCdf(z + 1e-4) - normalCdf(z - 1e-4)) / 2e-4;
    assert.ok(Math.abs(normalPdf(z) - slope) < 1e-8);
  }
});
