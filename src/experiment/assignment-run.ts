import type { Allocation } from "./allocation.ts";
import { armFinder, expectedMoves, exposedBounds } from "./assignment.ts";
import { assignmentTally } from "./assignment-tally.ts";
import { hashFraction, hashNumber, SEPARATOR, type UnitHash } from "./unit-hash.ts";

/** Why a unit has its arm: the hashed bytes, the digest, its number, and the bounds the number lies between. */
export interface Explanation {
  hashed_bytes: string;
  sha256: string;
  number: string;
  fraction: number;
  lower_bound: string;
  upper_bound: string;
}

export interface AssignedUnit {
  unit_id: string;
  /** Null: not exposed yet. */
  arm: string | null;
  explanation?: Explanation;
}

/** Units that would change arms if the weights went from the old ones to these. */
export interface Moves {
  n_moved: number;
  share_moved: number | null;
  expected_share: number;
  moves: { from: string; to: string; n_units: number }[];
}

export interface RunOptions {
  allocation: Allocation;
  salt: string;
  hashOf(id: string): UnitHash;
  exposure: number;
  /** Earlier weights to compare with. */
  against: Allocation | null;
  /** Most units to keep for listing. */
  cap: number;
  explain: boolean;
}

/** Assigns units one by one in constant memory: counts, the first units for listing, and moves between allocations. */
export function assignmentRun({ allocation, salt, hashOf, exposure, against, cap, explain }: RunOptions) {
  const { arms, bounds } = allocation;
  const findArm = armFinder(allocation, exposure);
  const oldArm = against === null ? null : armFinder(against);
  const whole = armFinder(allocation);
  const ends = exposedBounds(bounds, exposure);
  const { tally, add } = assignmentTally(arms.length, hashOf);
  const listed: AssignedUnit[] = [];
  const moved = new Map<string, number>();
  const explanation = (id: string, hashed: UnitHash): Explanation => {
    const arm = whole(hashed.hi, hashed.lo);
    return {
      hashed_bytes: Buffer.from(salt + SEPARATOR + id, "utf8").toString("hex"),
      sha256: hashed.hex,
      number: hashNumber(hashed),
      fraction: hashFraction(hashed),
      lower_bound: String(arm === 0 ? 0n : bounds[arm - 1]),
      upper_bound: String(exposure === 1 ? bounds[arm] : ends[arm]),
    };
  };
  return {
    tally,
    listed,
    /** The arm's name; null when the unit is not exposed. `placed` is an arm that something else has chosen. */
    assign(id: string, placed?: number): string | null {
      const hashed = hashOf(id);
      const index = placed ?? findArm(hashed.hi, hashed.lo);
      const arm = index < 0 ? null : arms[index];
      const fresh = add(id, hashed, index);
      if (fresh && oldArm !== null && against !== null) {
        const [from, to] = [against.arms[oldArm(hashed.hi, hashed.lo)], arms[whole(hashed.hi, hashed.lo)]];
        if (from !== to) moved.set(`${from}\n${to}`, (moved.get(`${from}\n${to}`) ?? 0) + 1);
      }
      if (listed.length < cap) {
        listed.push({ unit_id: id, arm, ...(explain ? { explanation: explanation(id, hashed) } : {}) });
      }
      return arm;
    },
    moves(): Moves | null {
      if (against === null) return null;
      const moves = [...moved]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, n_units]) => {
          const [from, to] = key.split("\n");
          return { from, to, n_units };
        });
      const n_moved = moves.reduce((sum, { n_units }) => sum + n_units, 0);
      const share_moved = tally.n_units === 0 ? null : n_moved / tally.n_units;
      return { n_moved, share_moved, expected_share: expectedMoves(against, allocation), moves };
    },
  };
}
