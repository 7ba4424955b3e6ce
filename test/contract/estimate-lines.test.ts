import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateLines } from "../../src/contract/estimate-lines.ts";

test("coefficients are told by name with their standard errors", () => {
  const coefficients = [
    { name: "ma1", value: -0.5, standard_error: 0.25 },
    { name: "mean", value: 12.125 },
  ];
  assert.deepEqual(estimateLines({ n: 9, coefficients }), [
    "n             9",
    "coefficients  ma1 -0.5000 (0.2500), mean 12.13",
  ]);
});

test("a season of twelve is written out, longer lists and tables are counted", () => {
  const list = (n: number) => Array.from({ length: n }, (_, i) => i);
  assert.deepEqual(estimateLines({ a: list(12), b: list(13), c: [{ model: "x" }], d: [] }), [
    "a  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11",
    "b  13 entries",
    "c  1 entry",
    "d  none",
  ]);
});

test("what is nested stands in its line while it is short, else under its name", () => {
  assert.deepEqual(estimateLines({ of: { a: 1, b: null }, last: 2 }), ["of    a 1, b n/a: unknown", "last  2"]);
  const text = "x".repeat(100);
  assert.deepEqual(estimateLines({ of: { a: 1, why: text } }), ["of", "  a    1", `  why  ${text}`]);
});

test("the whole of a list stands under its name: values in lines, records as a table, what has no value with its reason", () => {
  const params = {
    seasonal: Array.from({ length: 40 }, (_, i) => 1000 + i),
    search: {
      tried: 2,
      trace: [
        { model: "a", criterion: 1.5 },
        { model: "long", criterion: null, criterion_reason: "root" },
      ],
    },
  };
  const lines = estimateLines(params, true);
  assert.ok(lines.every((line) => line.length <= 102));
  assert.equal(
    lines
      .slice(1, 4)
      .join(" ")
      .match(/10\d\d/g)?.length,
    40,
  );
  assert.deepEqual(lines.slice(4), [
    "search",
    "  tried  2",
    "  trace",
    "    model  criterion",
    "    a      1.50",
    "    long   n/a: root",
  ]);
});

test("a step that found nothing leaves no blank behind its name", () => {
  assert.deepEqual(estimateLines({ steps: { LogTransformer: {}, Detrender: { slope: 2 } } }), [
    "steps  LogTransformer, Detrender slope 2",
  ]);
  assert.deepEqual(estimateLines({ LogTransformer: {}, Lag: { n: 1 } }), ["LogTransformer", "Lag             n 1"]);
});

test("what models are ranked by keeps the digits in which they differ", () => {
  assert.deepEqual(estimateLines({ loglik: -676.0034, of: { aicc: 1020.4875933 }, sigma: 1020.4875933 }), [
    "loglik  -676.00",
    "of      aicc 1020.49",
    "sigma   1020",
  ]);
});
