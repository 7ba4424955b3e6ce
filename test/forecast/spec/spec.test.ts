import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall } from "../../../src/contract/outcome.ts";
import { parseSpec } from "../../../src/forecast/spec/parse-spec.ts";
import { printSpec } from "../../../src/forecast/spec/print-spec.ts";
import { readSpec } from "../../../src/forecast/spec/resolve-spec.ts";

const canon = async (text: string) => printSpec(await readSpec(text));
const refused = (text: string, pattern: RegExp) =>
  assert.rejects(canon(text), (error) => error instanceof BadCall && pattern.test(error.message));

test("a specification prints with defaults left out, parameters in registry order, and single quotes", async () => {
  assert.equal(await canon('NaiveForecaster(sp=12, strategy="mean")'), "NaiveForecaster(strategy='mean', sp=12)");
  assert.equal(await canon("NaiveForecaster( strategy = 'last', sp = 1 ,)"), "NaiveForecaster()");
});

test("a bare name is its component with defaults; case, underscores and the ending 'Forecaster' never matter", async () => {
  for (const text of ["NaiveForecaster", "naive()", "naive_forecaster", "NAIVE"])
    assert.equal(await canon(text), "NaiveForecaster()");
  assert.equal(await canon("seasonal_naive(sp=12)"), "SeasonalNaive(sp=12)");
});

test("values without a name are taken in registry order, as in Python", async () => {
  assert.equal(await canon("NaiveForecaster('drift', None, 1)"), "NaiveForecaster(strategy='drift')");
  await refused("NaiveForecaster(sp=2, 'mean')", /unnamed values come before named ones/);
});

test("JSON and Python literals mean the same", async () => {
  assert.equal(await canon("NaiveForecaster(window_length=null)"), await canon("NaiveForecaster(window_length=None)"));
});

test("an unknown component is a bad call with the nearest names", () =>
  refused("NaiveForcaster()", /UnknownComponent: no component is named 'NaiveForcaster'; nearest are NaiveForecaster/));

test("an unknown parameter is a bad call that lists the ones there are", () =>
  refused("NaiveForecaster(season=12)", /has no parameter 'season'; it has strategy, window_length, sp/));

test("a value out of range is a bad call in the parameter's own words", async () => {
  await refused("NaiveForecaster(sp=0)", /NaiveForecaster: sp: expected at least 1, got 0/);
  await refused("NaiveForecaster(strategy='first')", /strategy: expected one of last, mean, drift, got "first"/);
  await refused("NaiveForecaster(sp=None)", /sp: cannot be None/);
});

test("a forecaster times a forecaster means nothing", () =>
  refused("NaiveForecaster() * NaiveForecaster()", /means nothing/));

test("what is no specification is a bad call that names the character", async () => {
  await refused("NaiveForecaster(sp=12", /expected ',' or '\)', got the end/);
  await refused("EnsembleForecaster([naive", /expected ',' or '\]', got the end/);
  await refused("NaiveForecaster(sp=", /expected a component, a value or '\(', got the end/);
  await refused("__import__('os').system('id')", /cannot read '\.system/);
  await refused("NaiveForecaster(sp=12) NaiveForecaster()", /expected an operator or the end/);
  await refused("12", /is a value, not a component/);
  await refused(`${"(".repeat(40)}1${")".repeat(40)}`, /nested more than 32 deep/);
  await refused(`[${"1,".repeat(300)}]`, /more than 256 parts/);
  await refused("a".repeat(5000), /at most 4096 are read/);
  await refused("NaiveForecaster(**{'sp': 2})", /expected/);
});

test("precedence is Python's: calls, **, unary minus, *, +, |", () => {
  const shape = (text: string) => {
    const show = (node: ReturnType<typeof parseSpec>): string =>
      node.kind === "binary"
        ? `(${show(node.left)}${node.op}${show(node.right)})`
        : node.kind === "unary"
          ? `${node.op}${show(node.of)}`
          : node.kind === "call"
            ? node.name
            : "?";
    return show(parseSpec(text));
  };
  assert.equal(shape("A | B + C * D ** E"), "(A|(B+(C*(D**E))))");
  assert.equal(shape("T ** F * P"), "((T**F)*P)");
  assert.equal(shape("A ** B ** C"), "(A**(B**C))");
  assert.equal(shape("-A * B"), "(-A*B)");
  assert.equal(shape("(A | B) * C"), "((A|B)*C)");
});

test("parsing what was printed prints the same, whatever the parameters", async () => {
  const one = fc.record(
    {
      strategy: fc.constantFrom("last", "mean", "drift"),
      window_length: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 99 })),
      sp: fc.integer({ min: 1, max: 366 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(one, async (params) => {
      const args = Object.entries(params).map(
        ([key, value]) => `${key}=${value === null ? "None" : JSON.stringify(value)}`,
      );
      const printed = await canon(`NaiveForecaster(${args.join(", ")})`);
      assert.equal(await canon(printed), printed);
    }),
    { numRuns: 100 },
  );
});

test("no text whatever makes anything but a tree or a bad call", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."NaB(),=[]{}'\"*+|~-:12.e_ \\\n") }), (text) => {
      try {
        parseSpec(text);
      } catch (error) {
        assert.ok(error instanceof BadCall, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});
