import type { Breaches } from "./breaches.ts";
import { type Contribution, reconstructionContributions, topShares } from "./contributions.ts";
import { type PcaModel, standardisedRow } from "./scores.ts";

/** Which tags hold a statistic up over its breaches. */
export interface Blame {
  /** Over all breaching rows: at most three tags, and what the others hold. */
  overall: Contribution[];
  other_share: number;
  /** Tags of each of the first runs, the largest first, at most three. */
  runs: string[][];
  /** Tags of each kept hit. */
  hits: string[][];
}

const TOP = 3;
const CHUNK = 1024;

/** Why contributions to a statistic tell nothing, or null when they do. */
export function notRanked(model: PcaModel, statistic: "t2" | "spe"): string | null {
  if (model.p <= TOP) return `${model.p} tags; the top ${TOP} would list every one`;
  const dimension = statistic === "t2" ? model.components : model.p - model.components;
  // With one direction each tag, moved alone, can undo the whole breach: all reconstructions are equally good.
  return dimension < 2 ? "the statistic has one direction, which every tag reconstructs alike" : null;
}

/**
 * Sums reconstruction-based contributions over the breaching rows, as a whole and for the first `runs` runs. `tick` is
 * awaited between chunks of rows.
 */
export async function blame(
  model: PcaModel,
  { tags, columns }: { tags: readonly string[]; columns: readonly Float64Array[] },
  breaches: Breaches,
  { statistic, runs }: { statistic: "t2" | "spe"; runs: number },
  tick: () => Promise<void>,
): Promise<Blame> {
  const whole = new Float64Array(model.p);
  const perRun = breaches.runs.slice(0, runs).map((extent) => ({ extent, sums: new Float64Array(model.p) }));
  const hits: string[][] = [];
  let at = 0;
  for (let row = 0, done = 0; row < breaches.above.length; row++) {
    if (breaches.above[row] === 0) continue;
    const parts = reconstructionContributions(model, standardisedRow(model, columns, row), statistic);
    add(whole, parts);
    while (at < perRun.length && perRun[at].extent.to < row) at++;
    if (at < perRun.length && perRun[at].extent.from <= row) add(perRun[at].sums, parts);
    if (hits.length < breaches.hits.length) hits.push(names(tags, parts));
    if (++done % CHUNK === 0) await tick();
  }
  const { shown, rest } = topShares(tags, whole, TOP);
  return { overall: shown, other_share: rest, runs: perRun.map(({ sums }) => names(tags, sums)), hits };
}

function add(sums: Float64Array, parts: Float64Array): void {
  for (let i = 0; i < sums.length; i++) sums[i] += parts[i];
}

function names(tags: readonly string[], sums: Float64Array): string[] {
  return topShares(tags, sums, TOP).shown.map(({ tag }) => tag);
}
