import { orReason } from "../contract/outcome.ts";
import { plural } from "../contract/text.ts";
import type { Allocation } from "./allocation.ts";
import type { BlockBalance } from "./assign-units.ts";
import type { assignmentRun } from "./assignment-run.ts";
import { uniformity } from "./assignment-tally.ts";
import { chiSquareOfSplit } from "./srm.ts";

/** Below this p the hashes of the given ids are called uneven. */
const UNEVEN = 0.001;

export interface AssignmentFacts {
  run: ReturnType<typeof assignmentRun>;
  allocation: Allocation;
  salt: string;
  experiment_id: string | null;
  exposure: number;
  n_blank: number;
  balance: BlockBalance | null;
  out: string | null;
  warnings: string[];
}

/** What an assignment answers: arms with bounds and counts, checks of the ids, the first units. */
export function assignmentFields({
  run,
  allocation,
  salt,
  experiment_id,
  exposure,
  n_blank,
  balance,
  out,
  warnings,
}: AssignmentFacts) {
  const { tally, listed } = run;
  return {
    method: balance === null ? ("hash" as const) : ("permuted_blocks" as const),
    hash: "SHA-256(salt 0x1f unit_id), first 8 bytes as a big-endian number",
    salt,
    experiment_id,
    n_ids: tally.n_ids,
    n_units: tally.n_units,
    arms: armRows(allocation, tally.n_by_arm, balance === null),
    exposure,
    n_not_exposed: tally.n_not_exposed,
    ...orReason(
      "uniformity",
      uniformity(tally.bins),
      `${plural(tally.n_units, "unit")}: too few for 16 bins (80 needed)`,
    ),
    ...orReason(
      "split",
      balance === null ? splitCheck(allocation, tally.n_by_arm) : null,
      splitReason(balance, tally.n_units),
    ),
    duplicates: { n: tally.n_duplicates, examples: tally.duplicates, complete: tally.duplicates_complete },
    case_duplicates: { n: tally.n_case_duplicates, examples: tally.case_duplicates },
    n_padded: tally.n_padded,
    n_blank,
    blocks: balance,
    against: run.moves(),
    warnings: [...warnings, ...idWarnings(tally)],
    assignments: listed,
    assignments_dropped: tally.n_ids - listed.length,
    out,
  };
}

/** In blocks an arm follows from the rank, not from bounds. */
function armRows({ arms, weights, shares, bounds }: Allocation, counts: number[], bounded: boolean) {
  return arms.map((arm, i) => ({
    arm,
    weight: weights[i],
    share: shares[i],
    lower_bound: bounded ? String(i === 0 ? 0n : bounds[i - 1]) : null,
    upper_bound: bounded ? String(bounds[i]) : null,
    n_units: counts[i],
  }));
}

function splitCheck({ shares }: Allocation, counts: number[]) {
  const active = shares.flatMap((share, i) => (share > 0 ? [i] : []));
  const n = active.reduce((sum, i) => sum + counts[i], 0);
  const [own, intended] = [active.map((i) => counts[i]), active.map((i) => shares[i])];
  return active.length < 2 || Math.min(...intended) * n < 5 ? null : chiSquareOfSplit(own, intended);
}

function splitReason(balance: BlockBalance | null, n: number): string {
  return balance === null
    ? `${plural(n, "unit")}: fewer than 5 are expected in an arm`
    : "blocks balance by construction";
}

function idWarnings(tally: AssignmentFacts["run"]["tally"]): string[] {
  const found: string[] = [];
  const shown = (ids: string[]) =>
    ids
      .slice(0, 3)
      .map((id) => JSON.stringify(id))
      .join(", ");
  if (tally.n_duplicates > 0) {
    found.push(`${plural(tally.n_duplicates, "repeated id")} (${shown(tally.duplicates)}): each unit counts once`);
  }
  if (tally.n_case_duplicates > 0) {
    const ids = plural(tally.n_case_duplicates, "id");
    found.push(`${ids} unlike another in case alone (${shown(tally.case_duplicates)}): hashed as different units`);
  }
  if (tally.n_padded > 0) found.push(`${plural(tally.n_padded, "id")} with a blank at an end, which is hashed too`);
  if (!tally.duplicates_complete) found.push("too many ids to look for all repeated ones; those counts are at least");
  const even = uniformity(tally.bins);
  if (even !== null && even.p_value < UNEVEN) {
    const p = even.p_value.toExponential(1);
    found.push(
      `the hashes of these ids are uneven (p ${p}); another salt may split them better, chosen before anything is seen`,
    );
  }
  return found;
}
