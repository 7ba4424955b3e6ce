import { type Allocation, decimal, RANGE, roundedRatio } from "./allocation.ts";

/** Finds the arm of a hashed unit: the index in the allocation's arms, or −1 when its part is not exposed yet. */
export type FindArm = (hi: number, lo: number) => number;

/**
 * Arms by the bounds of an allocation: the first arm whose bound lies above the number. The bounds are split once into
 * two 32-bit halves, so that a unit costs comparisons of small numbers only. With `exposure` below 1 each arm exposes
 * the first part of its range alone: raising it later moves nobody between arms.
 */
export function armFinder({ bounds }: Allocation, exposure = 1): FindArm {
  const ends = halves(bounds);
  const exposed = halves(exposedBounds(bounds, exposure));
  return (hi, lo) => {
    let arm = 0;
    while (!below(hi, lo, ends, arm)) arm++;
    return below(hi, lo, exposed, arm) ? arm : -1;
  };
}

interface Halves {
  hi: Float64Array;
  lo: Float64Array;
}

/** 2⁶⁴ itself has the high half 2³², which is above any hash; doubles hold it. */
function halves(bounds: bigint[]): Halves {
  return {
    hi: Float64Array.from(bounds, (bound) => Number(bound >> 32n)),
    lo: Float64Array.from(bounds, (bound) => Number(bound & 0xffffffffn)),
  };
}

function below(hi: number, lo: number, bounds: Halves, arm: number): boolean {
  return hi < bounds.hi[arm] || (hi === bounds.hi[arm] && lo < bounds.lo[arm]);
}

/** Upper bounds of the exposed parts: start + round(width · exposure), exposure taken as the decimal it is written as. */
export function exposedBounds(bounds: bigint[], exposure: number): bigint[] {
  const { digits, places } = decimal(exposure);
  return bounds.map((end, arm) => {
    const start = arm === 0 ? 0n : bounds[arm - 1];
    return start + roundedRatio((end - start) * digits, 10n ** BigInt(places));
  });
}

/** Share of all possible hashes whose arm differs by name between two allocations. */
export function expectedMoves(from: Allocation, to: Allocation): number {
  const edges = [...new Set([...from.bounds, ...to.bounds])].sort((a, b) => (a < b ? -1 : 1));
  let moved = 0n;
  let start = 0n;
  for (const end of edges) {
    if (armAt(from, start) !== armAt(to, start)) moved += end - start;
    start = end;
  }
  return Number((moved << 64n) / RANGE) / 2 ** 64;
}

function armAt({ arms, bounds }: Allocation, point: bigint): string {
  return arms[bounds.findIndex((bound) => point < bound)];
}
