import assert from "node:assert/strict";
import { test } from "node:test";
import { balancedDraw } from "../../src/numerics/balanced-draw.ts";
import { integers } from "../../src/numerics/integers.ts";
import { pcg64 } from "../../src/numerics/pcg64.ts";
import { permutation, shuffle } from "../../src/numerics/shuffle.ts";
import { standardNormal } from "../../src/numerics/standard-normal.ts";
import { uniform } from "../../src/numerics/uniform.ts";
import numpy from "../oracles/rng-numpy.json" with { type: "json" };

/** n draws of one kind. */
function draws(n: number, draw: () => number): number[] {
  return Array.from({ length: n }, draw);
}

test("PCG64 gives numpy's default_rng doubles for whole seeds, seeds beyond 32 bits and lists", () => {
  for (const { seed, random } of numpy.random) {
    const rng = pcg64(seed);
    assert.deepEqual(
      draws(random.length, () => uniform(rng)),
      random,
      `seed ${seed}`,
    );
  }
});

test("a spawn key gives numpy's child stream, and [seed, 0] is the seed's own stream", () => {
  for (const { seed, spawn_key, random } of numpy.spawned) {
    const rng = pcg64(seed, spawn_key);
    assert.deepEqual(
      draws(random.length, () => uniform(rng)),
      random,
      `seed ${seed} key ${spawn_key}`,
    );
  }
  assert.equal(uniform(pcg64([7, 0])), uniform(pcg64(7)));
  assert.notEqual(uniform(pcg64(7, [0])), uniform(pcg64(7)));
});

test("a seed that is no non-negative integer is refused", () => {
  for (const seed of [-1, 1.5, Number.NaN, 2 ** 53]) assert.throws(() => pcg64(seed), RangeError);
});

test("integers(n) is numpy's Lemire draw, rejections included", () => {
  for (const { n, seed, draws: expected } of numpy.integers) {
    const rng = pcg64(seed);
    assert.deepEqual(
      draws(expected.length, () => integers(rng, n)),
      expected,
      `n ${n}`,
    );
  }
  for (const n of [0, -3, 1.5, 2 ** 32]) assert.throws(() => integers(pcg64(1), n), RangeError);
});

test("the high half of a 64-bit draw waits for the next 32-bit draw", () => {
  const rng = pcg64(numpy.mixed.seed);
  const got = numpy.mixed.draws.map((_, i) => (i % 3 ? integers(rng, 1000) : uniform(rng)));
  assert.deepEqual(got, numpy.mixed.draws);
});

test("standardNormal is numpy's ziggurat bit for bit, its tail to the last bit of log1p", () => {
  const { seed, n, first, last, tail, tail_at, within_1 } = numpy.normal;
  const rng = pcg64(seed);
  const got = draws(n, () => standardNormal(rng));
  assert.deepEqual(got.slice(0, first.length), first);
  assert.deepEqual(got.slice(-last.length), last);
  assert.equal(got.filter((x) => Math.abs(x) < 1).length, within_1);
  assert.ok(tail.length > 40);
  for (const [i, at] of tail_at.entries()) assert.ok(Math.abs(got[at] / tail[i] - 1) < 4e-16);
});

test("permutation and shuffle are numpy's", () => {
  const rng = pcg64(numpy.permutation.seed);
  for (const order of numpy.permutation.orders) assert.deepEqual(Array.from(permutation(rng, order.length)), order);
  const items = Float64Array.from({ length: 20 }, (_, i) => i * 1.5);
  shuffle(pcg64(numpy.shuffle.seed), items);
  assert.deepEqual(Array.from(items), numpy.shuffle.items);
});

test("a balanced draw marks the smaller half of k uniforms", () => {
  const rng = pcg64(numpy.balanced.seed);
  for (const { k, marks } of numpy.balanced.draws) assert.deepEqual(Array.from(balancedDraw(rng, k)), marks);
});
