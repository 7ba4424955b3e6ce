import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { BadCall } from "../../src/contract/outcome.ts";
import { allocate, compareCodePoints, decimal, RANGE, wholeWeights } from "../../src/experiment/allocation.ts";
import { armFinder, expectedMoves, exposedBounds } from "../../src/experiment/assignment.ts";
import { assignmentTally, uniformity } from "../../src/experiment/assignment-tally.ts";
import { fingerprintSet } from "../../src/experiment/fingerprint-set.ts";
import { hashFraction, hashNumber, unitHash } from "../../src/experiment/unit-hash.ts";
import oracle from "../oracles/experiments.json" with { type: "json" };

const even = allocate({ control: 0.5, treatment: 0.5 }, "weights");

test("the published vectors: digest, number, fraction and arm", () => {
  const find = armFinder(even);
  for (const [key, vector] of Object.entries(oracle.hash)) {
    const [salt, id] = key.split("|");
    const hashed = unitHash(salt)(id);
    assert.equal(hashed.hex, vector.sha256);
    assert.equal(hashNumber(hashed), vector.u64);
    assert.ok(Math.abs(hashFraction(hashed) - vector.u) < 1e-15);
    assert.equal(even.arms[find(hashed.hi, hashed.lo)], vector["arm_50_50(alphabetical control<treatment)"]);
  }
});

test("the hashed bytes are UTF-8 of salt, 0x1f, id", () => {
  const bytes = Buffer.concat([Buffer.from("süß"), Buffer.of(0x1f), Buffer.from("😀")]);
  assert.equal(unitHash("süß")("😀").hex, createHash("sha256").update(bytes).digest("hex"));
});

test("bounds are round(cumulative weight · 2^64 / sum) of the decimals as written", () => {
  // 0.1 is a tenth: 18446744073709551616 / 10 = 1844674407370955161.6.
  assert.deepEqual(allocate({ a: 0.1, b: 0.9 }, "w").bounds, [1844674407370955162n, RANGE]);
  assert.deepEqual(allocate({ a: 1e-7, b: 1 }, "w").bounds[0], (2n * RANGE + 10_000_001n) / (2n * 10_000_001n));
  // Thirds: 6148914691236517205.33 and 12297829382473034410.67.
  assert.deepEqual(allocate({ a: 1, b: 1, c: 1 }, "w").bounds, [6148914691236517205n, 12297829382473034411n, RANGE]);
  assert.deepEqual(allocate({ b: 0.3, a: 0.3, c: 0.4 }, "w").shares, [0.3, 0.3, 0.4]);
});

test("decimals are read exactly, with exponents", () => {
  assert.deepEqual(decimal(1e-7), { digits: 1n, places: 7 });
  assert.deepEqual(decimal(1.25e21), { digits: 1250000000000000000000n, places: 0 });
  assert.deepEqual(wholeWeights([0.95, 0.05]), [95n, 5n]);
});

test("arms stand in code-point order, whatever UTF-16 says", () => {
  // U+FF5E sorts after U+1F600's surrogates in UTF-16, before it by code point.
  assert.ok(compareCodePoints("～", "😀") < 0);
  assert.deepEqual(allocate({ "😀": 1, "～": 1, a: 1, aa: 1 }, "w").arms, ["a", "aa", "～", "😀"]);
});

test("a number on a bound belongs to the arm above it; an arm of weight 0 gets nobody", () => {
  const allocation = allocate({ a: 1, b: 0, c: 1 }, "w");
  const find = armFinder(allocation);
  assert.equal(find(0x7fffffff, 0xffffffff), 0);
  assert.equal(find(0x80000000, 0), 2);
  assert.equal(armFinder(allocate({ a: 1, b: 0 }, "w"))(0xffffffff, 0xffffffff), 0);
});

test("finding by 32-bit halves is finding by whole numbers", () => {
  const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(weights, fc.bigInt({ min: 0n, max: RANGE - 1n }), (values, number) => {
      fc.pre(values.some((value) => value > 0));
      const allocation = allocate(Object.fromEntries(values.map((value, i) => [`arm${i}`, value])), "w");
      const found = armFinder(allocation)(Number(number >> 32n), Number(number & 0xffffffffn));
      return found === allocation.bounds.findIndex((bound) => number < bound);
    }),
    { numRuns: 300 },
  );
});

test("growthbook-js PR 22: raising the exposure moves nobody between arms, it only adds", () => {
  const allocation = allocate({ a: 0.2, b: 0.3, c: 0.5 }, "w");
  const hash = unitHash("ramp");
  const steps = [0.01, 0.1, 0.5, 1].map((exposure) => armFinder(allocation, exposure));
  let exposedFirst = 0;
  for (let i = 0; i < 2000; i++) {
    const { hi, lo } = hash(`u${i}`);
    const arms = steps.map((find) => find(hi, lo));
    for (let k = 1; k < arms.length; k++) assert.ok(arms[k - 1] === -1 || arms[k - 1] === arms[k]);
    if (arms[1] >= 0) exposedFirst++;
  }
  assert.ok(Math.abs(exposedFirst / 2000 - 0.1) < 0.03);
  assert.deepEqual(exposedBounds(allocate({ a: 1, b: 1 }, "w").bounds, 0.5), [RANGE / 4n, RANGE / 2n + RANGE / 4n]);
});

test("growthbook #6730: what changed weights move is counted, and expected exactly", () => {
  // 50/50 to 60/40: [0.5, 0.6) goes from b to a.
  assert.equal(
    expectedMoves(allocate({ a: 5, b: 5 }, "w"), allocate({ a: 6, b: 4 }, "w")).toFixed(12),
    "0.100000000000",
  );
  // A third arm that sorts first shifts everyone: a third to it, and the middle moves too.
  assert.ok(expectedMoves(allocate({ b: 1, c: 1 }, "w"), allocate({ a: 1, b: 1, c: 1 }, "w")) > 0.49);
  assert.equal(expectedMoves(even, allocate({ treatment: 10, control: 10 }, "w")), 0);
});

test("overdeck #2055: sequential ids split as the weights say and pass the uniformity check", () => {
  const allocation = allocate({ a: 1, b: 1, c: 1 }, "w");
  const [find, hash] = [armFinder(allocation), unitHash("seq")];
  const { tally, add } = assignmentTally(3, hash);
  for (let i = 0; i < 20_000; i++) {
    const hashed = hash(String(i));
    add(String(i), hashed, find(hashed.hi, hashed.lo));
  }
  for (const n of tally.n_by_arm) assert.ok(Math.abs(n / 20_000 - 1 / 3) < 0.015);
  assert.ok((uniformity(tally.bins)?.p_value ?? 0) > 0.001);
});

test("the uniformity check is Pearson's on 16 bins, and knows a broken hash", () => {
  // 10 in each bin but one moved: (1 + 1) / 10 = 0.2.
  const bins = Array(16).fill(10);
  [bins[0], bins[1]] = [9, 11];
  assert.equal(uniformity(bins)?.chi_square.toFixed(12), "0.200000000000");
  assert.ok((uniformity([200, ...Array(15).fill(0)])?.p_value ?? 1) < 1e-100);
  assert.equal(uniformity(Array(16).fill(4)), null);
});

test("repeated ids and ids of another case are told apart, whatever came first", () => {
  const hash = unitHash("s");
  const { tally, add } = assignmentTally(1, hash);
  for (const id of ["Ab", "ab", "AB", "ab", "é", "É", "12", "12", " x"]) add(id, hash(id), 0);
  assert.equal(tally.n_ids, 9);
  assert.deepEqual(tally.duplicates, ["ab", "12"]);
  assert.deepEqual(tally.case_duplicates, ["ab", "AB", "É"]);
  assert.deepEqual([tally.n_units, tally.n_by_arm[0], tally.n_padded], [7, 7, 1]);
});

test("a fingerprint set answers as a set does, past its growth, and admits when it is full", () => {
  const set = fingerprintSet();
  const plain = new Set<string>();
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(3), (hi, lo) => {
      const key = `${hi},${lo}`;
      const fresh = !plain.has(key);
      plain.add(key);
      return set.add(hi, lo) === fresh && !set.add(hi, lo);
    }),
    { numRuns: 5000 },
  );
  const small = fingerprintSet(1 << 10);
  for (let i = 1; i < 2000; i++) small.add(i, i);
  assert.equal(small.full(), true);
  assert.equal(small.add(1, 1), false);
});

const BAD: [Record<string, number>, RegExp][] = [
  [{ a: 1 }, /at least two arms/],
  [{ a: -1, b: 1 }, /weight of 'a' must be 0 or more, got -1/],
  [{ a: Number.NaN, b: 1 }, /got NaN/],
  [{ a: Number.POSITIVE_INFINITY, b: 1 }, /got Infinity/],
  [{ a: 0, b: 0 }, /all weights are 0/],
  [{ A: 1, a: 1 }, /one name but for their spelling/],
  [{ é: 1, "e\u0301": 1 }, /one name but for their spelling/],
  [{ a: 1, " ": 1 }, /cannot name an arm/],
  [{ a: 1, "b\u0000": 1 }, /cannot name an arm/],
];
for (const [weights, message] of BAD) {
  test(`weights ${JSON.stringify(weights)} are a bad call`, () => {
    assert.throws(
      () => allocate(weights, "weights"),
      (error) => error instanceof BadCall && message.test(error.message),
    );
  });
}
