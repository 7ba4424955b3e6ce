import type { Aligned } from "./align.ts";
import { type Blame, blame, notRanked } from "./blame.ts";
import { type Breaches, instantOf } from "./breaches.ts";
import type { Contribution } from "./contributions.ts";
import type { PcaModel } from "./scores.ts";

/** The breaches of one statistic as answers show them. */
export interface BreachFields {
  n: number;
  breaches: string[];
  breaches_dropped: number;
  runs: { start: string; end: string; n: number; contributors: string[] }[];
  runs_dropped: number;
  ranked: boolean;
  /** Over all breaching rows; null with `not_ranked`. */
  contributors: Contribution[] | null;
  not_ranked: string | null;
  byInstant: Record<string, string[]>;
}

/** Lists the kept breaches and runs of one statistic, with the tags they are owed to where those can be ranked. */
export async function breachFields(
  found: Breaches,
  { model, aligned, columns }: { model: PcaModel; aligned: Aligned; columns: readonly Float64Array[] },
  asked: { statistic: "t2" | "spe"; runs: number },
  tick: () => Promise<void>,
): Promise<BreachFields> {
  const not_ranked = notRanked(model, asked.statistic) ?? (found.n_hits === 0 ? "no row breaches" : null);
  const owed: Blame | null =
    not_ranked === null ? await blame(model, { tags: aligned.tags, columns }, found, asked, tick) : null;
  const breaches = found.hits.map((row) => instantOf(aligned, row));
  return {
    n: found.n_hits,
    breaches,
    breaches_dropped: found.n_hits - breaches.length,
    runs: found.runs.slice(0, asked.runs).map(({ from, to }, i) => ({
      start: instantOf(aligned, from),
      end: instantOf(aligned, to),
      n: to - from + 1,
      contributors: owed?.runs[i] ?? [],
    })),
    runs_dropped: found.n_runs - Math.min(found.n_runs, asked.runs),
    ranked: owed !== null,
    contributors: owed?.overall ?? null,
    not_ranked,
    byInstant: Object.fromEntries(owed?.hits.map((tags, i) => [breaches[i], tags]) ?? []),
  };
}
