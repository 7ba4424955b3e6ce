import type { AlignEach } from "./align-each.ts";
import { type ElasticPath, warpOfPath } from "./elastic-path.ts";
import { evenly } from "./evenly.ts";
import { squaredNorm, warpedSrvf } from "./srvf.ts";
import { average } from "./warps.ts";

/** SRVFs on one grid, and the places of those that a mean is iterated over. */
interface Sample {
  u: Float64Array;
  functions: Float64Array[];
  among: number[];
}

/** What aligning functions to a mean, and averaging them, gives. */
interface Round {
  mean: Float64Array;
  /** In the order of the sample. */
  paths: ElasticPath[];
  objective: number;
}

/** A mean, with the alignment of all functions to the one before it. */
export interface Rounds extends Round {
  /** Functions that the mean was iterated over. */
  template_of: number;
  /** One entry an alignment of those to the mean of the round before. */
  history: { iteration: number; objective: number; mean_change: number }[];
  converged: boolean;
}

/** How long a mean is iterated, and over how many. */
export interface RoundLimits {
  max_iter: number;
  tolerance: number;
  /** Evenly spread among all; absent, or as many as there are: all. */
  template_of?: number;
}

/**
 * Aligns functions to their mean and averages, over and over, from the one nearest the mean SRVF, until the mean cost falls
 * by `tolerance` of itself or less. Where that is done for some, evenly spread, all are aligned to their mean, and averaged,
 * once. One function at least varies.
 */
export async function meanOfAll(
  { u, functions, varies }: { u: Float64Array; functions: Float64Array[]; varies: boolean[] },
  limits: RoundLimits,
  alignEach: AlignEach,
): Promise<Rounds> {
  const among = sampleOf(varies, limits.template_of ?? functions.length);
  const found = { ...(await iterate({ u, functions, among }, limits, alignEach)), template_of: among.length };
  if (among.length === functions.length) return found;
  const all = { u, functions, among: [...functions.keys()] };
  return { ...found, ...(await round(all, { target: found.mean, scale: scaleOf(all), known: [] }, alignEach)) };
}

/** Mean of the paths' costs. */
export function meanCost(paths: readonly ElasticPath[]): number {
  return paths.reduce((sum, { cost }) => sum + cost, 0) / paths.length;
}

/** Places of so many functions, evenly spread; one that varies is among them. */
function sampleOf(varies: boolean[], most: number): number[] {
  const among = evenly(varies.length, most);
  if (!among.some((i) => varies[i])) among[0] = varies.indexOf(true);
  return among;
}

/** The root of the mean squared norm. */
function scaleOf({ u, functions, among }: Sample): number {
  return Math.sqrt(among.reduce((sum, i) => sum + squaredNorm(u, functions[i]), 0) / among.length);
}

async function iterate(sample: Sample, { max_iter, tolerance }: RoundLimits, alignEach: AlignEach) {
  const { u, functions } = sample;
  const scale = scaleOf(sample);
  const history: Rounds["history"] = [];
  let last: Round = { mean: functions[nearest(sample)], paths: [], objective: 0 };
  let converged = false;
  for (let iteration = 1; iteration <= max_iter && !converged; iteration++) {
    const next = await round(sample, { target: last.mean, scale, known: last.paths }, alignEach);
    const moved = squaredGap(u, next.mean, last.mean);
    const before = history.at(-1)?.objective;
    const mean_change = Math.sqrt(moved / squaredNorm(u, last.mean));
    history.push({ iteration, objective: next.objective, mean_change });
    converged = moved === 0 || (before !== undefined && before - next.objective <= tolerance * before);
    last = next;
  }
  return { ...last, history, converged };
}

async function round(
  { u, functions, among }: Sample,
  { target, scale, known }: { target: Float64Array; scale: number; known: ElasticPath[] },
  alignEach: AlignEach,
): Promise<Round> {
  const paths = await alignEach(among.map((curve, k) => ({ curve, target, scale, known: known[k] ?? null })));
  const mean = average(among.map((i, k) => warpedSrvf(u, functions[i], warpOfPath(u, paths[k]))));
  return { mean, paths, objective: meanCost(paths) };
}

/** The place of the function nearest the mean SRVF, the first of equal ones; one that is 0 is none to start from. */
function nearest({ u, functions, among }: Sample): number {
  const mean = average(among.map((i) => functions[i]));
  const far = among.map((i) =>
    squaredNorm(u, functions[i]) === 0 ? Number.POSITIVE_INFINITY : squaredGap(u, functions[i], mean),
  );
  return among[far.indexOf(far.reduce((least, x) => Math.min(least, x)))];
}

/** ∫ (a − b)². */
function squaredGap(u: Float64Array, a: Float64Array, b: Float64Array): number {
  return squaredNorm(
    u,
    a.map((x, k) => x - b[k]),
  );
}
