import { BadCall } from "../contract/outcome.ts";
import { type Allocation, wholeWeights } from "./allocation.ts";
import { SEPARATOR, type UnitHash } from "./unit-hash.ts";

/** A unit with what places it: its stratum and its hash. */
export interface StratifiedUnit {
  id: string;
  stratum: string;
  hashed: UnitHash;
}

const LARGEST_BLOCK = 1000;

/** Units of each arm in one block: the weights as the smallest whole numbers. BadCall above 1000 units a block. */
export function blockQuotas({ arms, weights }: Allocation): number[] {
  const whole = wholeWeights(weights);
  const divisor = whole.reduce(gcd);
  const quotas = whole.map((weight) => weight / divisor);
  const size = quotas.reduce((sum, quota) => sum + quota, 0n);
  if (size > BigInt(LARGEST_BLOCK)) {
    throw new BadCall(
      `weights: blocks of ${size} units would be needed for ${arms.join(", ")}; state them as small whole numbers (1, 1, 1)`,
    );
  }
  return quotas.map(Number);
}

/**
 * Stratified assignment: within each stratum units are ranked by their hash and cut into blocks; every full block holds
 * each arm exactly its quota of times. The order of arms inside a block is that of the hashes of
 * `salt 0x1f stratum 0x1f block 0x1f place`, so that a last, incomplete block favours no arm. Deterministic, whatever
 * the order of the units; but a unit's arm depends on which others are in the list.
 */
export function assignInBlocks(
  units: StratifiedUnit[],
  quotas: number[],
  hashOf: (id: string) => UnitHash,
): Int32Array {
  const arms = new Int32Array(units.length);
  const byStratum = new Map<string, number[]>();
  for (const [i, { stratum }] of units.entries()) {
    const members = byStratum.get(stratum);
    if (members) members.push(i);
    else byStratum.set(stratum, [i]);
  }
  const size = quotas.reduce((sum, quota) => sum + quota, 0);
  for (const [stratum, members] of byStratum) {
    members.sort((a, b) => byHash(units[a].hashed, units[b].hashed));
    for (let first = 0, block = 0; first < members.length; first += size, block++) {
      const order = permutedArms(quotas, (place) => hashOf([stratum, block, place].join(SEPARATOR)));
      for (let place = 0; place < size && first + place < members.length; place++) {
        arms[members[first + place]] = order[place];
      }
    }
  }
  return arms;
}

/** Arm indices of one block, sorted by the hash of each place. */
function permutedArms(quotas: number[], hashAt: (place: number) => UnitHash): number[] {
  const slots = quotas.flatMap((quota, arm) => Array<number>(quota).fill(arm));
  return slots
    .map((arm, place) => ({ arm, hashed: hashAt(place) }))
    .sort((a, b) => byHash(a.hashed, b.hashed))
    .map(({ arm }) => arm);
}

function byHash(a: UnitHash, b: UnitHash): number {
  return a.hi - b.hi || a.lo - b.lo || (a.hex < b.hex ? -1 : 1);
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
