import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/contract/outcome.ts";
import { allocate } from "../../src/experiment/allocation.ts";
import { assignInBlocks, blockBalance, blockQuotas, blockUnits } from "../../src/experiment/permuted-blocks.ts";
import { unitHash } from "../../src/experiment/unit-hash.ts";

const hash = unitHash("blocks");
const quotas = [1, 1];
function place(ids: string[], strataOf: (i: number) => string, q = quotas) {
  const { units, add } = blockUnits(hash);
  for (const [i, id] of ids.entries()) add(id, strataOf(i));
  return { units, arms: assignInBlocks(units, q, hash) };
}
const ids = (n: number) => Array.from({ length: n }, (_, i) => `u${i}`);

test("quotas are the weights as the smallest whole numbers; what needs huge blocks is a bad call", () => {
  assert.deepEqual(blockQuotas(allocate({ a: 0.5, b: 0.5 }, "w")), [1, 1]);
  assert.deepEqual(blockQuotas(allocate({ control: 0.95, treatment: 0.05 }, "w")), [19, 1]);
  assert.deepEqual(blockQuotas(allocate({ a: 2, b: 0, c: 4 }, "w")), [1, 0, 2]);
  assert.throws(() => blockQuotas(allocate({ a: 0.33333, b: 0.66667 }, "w")), /blocks of 100000 units/);
});

test("full blocks balance exactly in every stratum; a last block is off by less than one block", () => {
  const { units, arms } = place(ids(400), (i) => (i % 3 === 0 ? "north" : "south"), [1, 3]);
  // 134 north: 33 blocks of 4 and 2 units; 266 south: 66 blocks and 2.
  const { n_strata, block_size, largest_imbalance } = blockBalance(units, arms, [1, 3]);
  assert.deepEqual([n_strata, block_size], [2, 4]);
  assert.ok(largest_imbalance <= 1.5, String(largest_imbalance));
  const even = place(ids(400), (i) => (i % 2 ? "a" : "b"));
  assert.equal(blockBalance(even.units, even.arms, quotas).largest_imbalance, 0);
});

test("the arm of a unit does not follow from the order of the list", () => {
  const forward = place(ids(101), () => "s");
  const backward = place(ids(101).reverse(), () => "s");
  const armOf = new Map(backward.units.map(({ id }, i) => [id, backward.arms[i]]));
  for (const [i, { id }] of forward.units.entries()) assert.equal(forward.arms[i], armOf.get(id));
});

test("a last incomplete block favours no arm: over many strata of one unit both arms come up", () => {
  const { arms } = place(ids(400), (i) => `stratum ${i}`);
  const first = arms.filter((arm) => arm === 0).length;
  // Binomial(400, 1/2): four standard deviations are 40.
  assert.ok(Math.abs(first - 200) < 40, String(first));
});

test("a repeated id is one unit; in two strata it is refused", () => {
  const { units, add } = blockUnits(hash);
  add("u", "north");
  add("u", "north");
  assert.equal(units.length, 1);
  assert.throws(
    () => add("u", "south"),
    (error) =>
      error instanceof Refusal &&
      error.name === "AmbiguousUnitId" &&
      /^u: is in strata 'north' and 'south'/.test(error.message),
  );
});
