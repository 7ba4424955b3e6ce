import { refusal } from "../../contract/outcome.ts";
import type { BothAligned } from "./both-aligned.ts";
import { firstDifferences } from "./differences.ts";
import { BOOTSTRAP, clears, pairChanges, pairFields } from "./pairs.ts";

/** Filled share of the grid that the pairs need: differences are taken where rows are whole, so holes cost little. */
export const PAIRS_COVERAGE = 0.8;

/** The pairs table: correlations of first differences, what changed, and how that was judged. */
export async function pairsTable(aligned: BothAligned, top: number, tick: (share: number) => Promise<void>) {
  const before = firstDifferences(aligned.before.cells, aligned.before.rows);
  const after = firstDifferences(aligned.after.cells, aligned.after.rows);
  const rows = [before[0].length, after[0].length];
  if (Math.min(...rows) < 2) throw tooFewDifferences(rows);
  const { pairs, n_undefined, ...plan } = await pairChanges(before, after, tick);
  const tested = pairs.filter(({ p_value }) => p_value !== null);
  return {
    pairs: pairs.slice(0, top).map((pair) => pairFields(pair, aligned.tags)),
    pairs_dropped: Math.max(0, pairs.length - top),
    pairs_total: pairs.length,
    pairs_undefined: n_undefined,
    pairs_without_interval: pairs.length - tested.length,
    pairs_clearing: pairs.filter(clears).length,
    pairs_clearing_adjusted: tested.filter(({ p_adjusted }) => p_adjusted! <= 1 - BOOTSTRAP.level).length,
    expected_false_clears: (1 - BOOTSTRAP.level) * tested.length,
    pairs_method: {
      statistic: "Pearson on first differences of consecutive grid rows",
      interval_method: "symmetric studentised moving-block bootstrap",
      level: BOOTSTRAP.level,
      replicates: BOOTSTRAP.replicates,
      generator: BOOTSTRAP.generator,
      seed: BOOTSTRAP.seed,
      differences_before: rows[0],
      differences_after: rows[1],
      block_before: plan.before.length,
      block_after: plan.after.length,
      p_value_method: "Student t, fewer blocks - 1 df, scaled to the bootstrap's 95 % point",
      adjustment: "Benjamini-Hochberg",
    },
  };
}

function tooFewDifferences(rows: number[]) {
  return refusal(
    "InsufficientQuality",
    `${rows[0]} differences of consecutive grid rows before and ${rows[1]} after; 2 required in each, so choose longer periods`,
    { check: "differenced_rows", observed: rows, required: 2, remedy: "choose longer periods" },
  );
}
