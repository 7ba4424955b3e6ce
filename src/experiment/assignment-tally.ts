import { chiSquareSf } from "../numerics/chi-square.ts";
import { fingerprintSet } from "./fingerprint-set.ts";
import type { UnitHash } from "./unit-hash.ts";

const BINS = 16;
const EXAMPLES = 10;

/** What was seen while assigning: distinct units per arm, repeated ids, and whether the hashes look uniform. */
export interface AssignmentTally {
  n_ids: number;
  n_units: number;
  /** Distinct units per arm, in the allocation's order. */
  n_by_arm: number[];
  n_not_exposed: number;
  n_duplicates: number;
  duplicates: string[];
  n_case_duplicates: number;
  case_duplicates: string[];
  /** Ids that start or end with a blank; they are hashed as they are. */
  n_padded: number;
  /** False once the id set was too large to look for duplicates; the counts then are at least. */
  duplicates_complete: boolean;
  bins: number[];
}

/**
 * Counts units as they pass. Equal ids and ids that differ in case alone are found by 64-bit fingerprints in bounded
 * memory; only distinct units enter the counts by arm and the uniformity bins.
 */
export function assignmentTally(nArms: number, hashOf: (id: string) => UnitHash) {
  const exact = fingerprintSet();
  const folded = fingerprintSet();
  const tally: AssignmentTally = {
    n_ids: 0,
    n_units: 0,
    n_by_arm: Array(nArms).fill(0),
    n_not_exposed: 0,
    n_duplicates: 0,
    duplicates: [],
    n_case_duplicates: 0,
    case_duplicates: [],
    n_padded: 0,
    duplicates_complete: true,
    bins: Array(BINS).fill(0),
  };
  const noteCase = (id: string, hashed: UnitHash): void => {
    const lower = id.toLowerCase();
    // Ids without letters of two cases have no such twin.
    if (lower === id && id.toUpperCase() === id) return;
    const { hi, lo } = lower === id ? hashed : hashOf(lower);
    if (folded.add(hi, lo)) return;
    tally.n_case_duplicates++;
    if (tally.case_duplicates.length < EXAMPLES) tally.case_duplicates.push(id);
  };
  return {
    tally,
    /** Counts one id; `arm` is −1 for a unit not exposed. Returns false for an id seen before. */
    add(id: string, hashed: UnitHash, arm: number): boolean {
      tally.n_ids++;
      const fresh = exact.add(hashed.hi, hashed.lo);
      if (!fresh) {
        tally.n_duplicates++;
        if (tally.duplicates.length < EXAMPLES) tally.duplicates.push(id);
        return false;
      }
      noteCase(id, hashed);
      tally.duplicates_complete = !exact.full() && !folded.full();
      tally.n_units++;
      if (id.trim() !== id) tally.n_padded++;
      tally.bins[hashed.hi >>> 28]++;
      if (arm < 0) tally.n_not_exposed++;
      else tally.n_by_arm[arm]++;
      return true;
    },
  };
}

/**
 * Pearson's chi-square of the hashes over 16 equal bins, 15 degrees of freedom; null below 80 units (5 a bin).
 * A small p means that the ids are not what a good hash was given (it happens by chance once in 1/p salts).
 */
export function uniformity(bins: number[]): { chi_square: number; df: number; p_value: number } | null {
  const n = bins.reduce((sum, count) => sum + count, 0);
  if (n < 5 * BINS) return null;
  const expected = n / BINS;
  const chi_square = bins.reduce((sum, count) => sum + (count - expected) ** 2, 0) / expected;
  return { chi_square, df: BINS - 1, p_value: chiSquareSf(chi_square, BINS - 1) };
}
