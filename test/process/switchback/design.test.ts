import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../../src/contract/outcome.ts";
import { designOf, requireUsableDesign } from "../../../src/process/switchback/design.ts";
import { close } from "../../support/close.ts";

test("the number of balanced assignments is C(K, K/2), exact below 2^53 and null above", () => {
  // Published values of the central binomial coefficient (OEIS A000984).
  const known: [number, number][] = [
    [2, 2],
    [8, 70],
    [12, 924],
    [14, 3432],
    [24, 2704156],
    [56, 7648690600760440],
  ];
  for (const [blocks, count] of known) {
    assert.equal(designOf(blocks).assignments, count);
    close(designOf(blocks).log10_assignments, Math.log10(count), 1e-12);
  }
  assert.equal(designOf(58).assignments, null);
  // C(1000, 500) = 2.7028824…e299
  close(designOf(1000).log10_assignments, 299.431827, 1e-9);
});

test("up to 12 blocks every assignment is compared with, beyond that 1000 draws", () => {
  assert.deepEqual(
    [8, 12, 14].map((blocks) => designOf(blocks)).map(({ reference, reference_size }) => [reference, reference_size]),
    [
      ["enumerated", 70],
      ["enumerated", 924],
      ["sampled", 1001],
    ],
  );
  assert.equal(designOf(8).smallest_p, 2 / 70);
  assert.equal(designOf(14).smallest_p, 1 / 1001);
});

test("fewer than 8 blocks refuse DesignTooSmall: too few assignments below 6, no significant p at 6", () => {
  const checks = [0, 2, 4, 6].map((blocks) => {
    try {
      requireUsableDesign(designOf(blocks), "plan");
      return null;
    } catch (error) {
      assert.ok(error instanceof Refusal);
      return [error.name, error.details.check, error.details.observed];
    }
  });
  assert.deepEqual(checks, [
    ["DesignTooSmall", "assignments", 0],
    ["DesignTooSmall", "assignments", 2],
    ["DesignTooSmall", "assignments", 6],
    ["DesignTooSmall", "smallest_p", 0.1],
  ]);
  requireUsableDesign(designOf(8), "plan");
});
