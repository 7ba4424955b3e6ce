import { BadCall, refusal } from "../contract/outcome.ts";
import { type Allocation, wholeWeights } from "./allocation.ts";
import { SEPARATOR, type UnitHash } from "./unit-hash.ts";

/** A unit with what places it: its stratum and its hash. */
export interface StratifiedUnit {
  id: string;
  stratum: string;
  hashed: UnitHash;
}

/**
 * Collects units for `assignInBlocks`. A repeated id is one unit; refuses AmbiguousUnitId when it is in two strata.
 */
export function blockUnits(hashOf: (id: string) => UnitHash) {
  const units: StratifiedUnit[] = [];
  const index = new Map<string, number>();
  return {
    units,
    indexOf: (id: string) => index.get(id) as number,
    add(id: string, stratum: string): void {
      const known = index.get(id);
      if (known === undefined) {
        index.set(id, units.length);
        units.push({ id, stratum, hashed: hashOf(id) });
      } else if (units[known].stratum !== stratum) {
        throw refusal(
          "AmbiguousUnitId",
          `${id}: is in strata '${units[known].stratum}' and '${stratum}', so it has no one block; give each unit one stratum`,
          {
            check: "one_stratum",
            observed: [units[known].stratum, stratum],
            required: "one stratum a unit",
            remedy: "correct the strata",
            unit_id: id,
          },
        );
      }
    },
  };
}

/** Strata with their units per arm; the largest gap of an arm from its exact share, in units. */
export function blockBalance(units: StratifiedUnit[], arms: Int32Array, quotas: number[]) {
  const size = quotas.reduce((sum, quota) => sum + quota, 0);
  const counts = new Map<string, number[]>();
  for (const [i, { stratum }] of units.entries()) {
    const row = counts.get(stratum) ?? Array<number>(quotas.length).fill(0);
    row[arms[i]]++;
    counts.set(stratum, row);
  }
  let largest_imbalance = 0;
  for (const row of counts.values()) {
    const n = row.reduce((sum, count) => sum + count, 0);
    for (const [arm, count] of row.entries()) {
      largest_imbalance = Math.max(largest_imbalance, Math.abs(count - (n * quotas[arm]) / size));
    }
  }
  return { n_strata: counts.size, block_size: size, largest_imbalance };
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
