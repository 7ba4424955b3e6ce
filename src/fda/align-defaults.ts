import { bandSteps } from "./band.ts";

/** Up to this many points an elastic alignment is not banded unless it is asked for; above, by a tenth of the points. */
const FREE_POINTS = 101;

/** A Karcher mean stops at a smaller fall of the cost, as a share. */
export const TOLERANCE = 1e-3;

/** Most rounds of a Karcher mean. */
export const MOST_ROUNDS = 30;

/** The band of an elastic alignment in steps, and true where it was not stated. BadCall as of `bandSteps`. */
export function elasticBand(stated: number | undefined, points: number): { band: number | null; standard: boolean } {
  const standard = stated === undefined && points > FREE_POINTS;
  return { band: standard ? Math.ceil(points / 10) : bandSteps(stated, points), standard };
}

/** Nodes of all lattices of a round up to which a mean is iterated over all curves: some 5 s on one processor. */
const NODES_OF_A_ROUND = 2e7;
/** Cells of all pairs up to which a medoid is looked for among all curves: some 10 s. */
const CELLS_OF_PAIRS = 1e9;
/** However long curves are, a template is of so many. */
const FEWEST = 20;

/** Nodes of one pair's table. */
function tableOf(points: number, band: number | null): number {
  return points * Math.min(points, 2 * (band ?? points) + 1);
}

/** How many of n curves a Karcher mean is iterated over unless it is stated. */
export function curvesOfMean(n: number, points: number, band: number | null): number {
  return Math.min(n, Math.max(FEWEST, Math.floor(NODES_OF_A_ROUND / tableOf(points, band))));
}

/** Among how many of n curves a medoid is looked for unless it is stated. */
export function curvesOfMedoid(n: number, points: number, band: number | null): number {
  const pairs = CELLS_OF_PAIRS / tableOf(points, band);
  return Math.min(n, Math.max(FEWEST, Math.floor(Math.sqrt(2 * pairs))));
}

/** Most pairs that a Karcher mean of so many of n curves aligns. */
export function pairsOfMean(n: number, template_of: number, max_iter: number): number {
  return template_of * max_iter + (template_of < n ? n : 0);
}
