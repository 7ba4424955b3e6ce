import type { AlignEach, WithAligner } from "./align-each.ts";
import { type ElasticPath, pathCost, steepShare, warpOfPath } from "./elastic-path.ts";
import { evenly } from "./evenly.ts";
import { curveOfSrvf, interpolate, squaredNorm, srvf, warpedSrvf } from "./srvf.ts";
import { average, invertWarp, meanWarp } from "./warps.ts";

/** What an elastic alignment may do. */
export interface ElasticOptions {
  /** Weight of ‖1 − √γ′‖² beside the misfit in units of the mean squared SRVF norm; 0 is free warping. */
  lambda: number;
  band: number | null;
  max_iter: number;
  tolerance: number;
  /** Curves that the mean is iterated over, evenly spread among all; absent, or as many as there are: all. */
  template_of?: number;
}

/** Curves warped to a common target: aligned_i(t) = f_i(γ_i(t)). Times are those of the grid scaled to [0, 1]. */
export interface Elastic {
  /** The target: the Karcher mean, or the template. */
  target: Float64Array;
  warps: Float64Array[];
  aligned: Float64Array[];
  /** ‖q_target − (q_i∘γ_i)√γ_i′‖. */
  amplitude: Float64Array;
  /** Largest |r − c| of each curve's path, in grid steps. */
  shift: Int32Array;
  /** Share of the grid that each curve's path runs at the steepest slopes there are. */
  steep: Float64Array;
  /** Curves that the mean was iterated over; null for a template. */
  template_of: number | null;
  /** Mean over all curves of the cost of the last alignment. */
  objective: number;
  /** One entry an alignment of those curves to the mean of the round before; empty for a template. */
  history: { iteration: number; objective: number; mean_change: number }[];
  converged: boolean | null;
}

/**
 * The Karcher mean of curves under elastic alignment (Srivastava et al. 2011): from the curve nearest the mean SRVF,
 * align all to the mean and average, until the mean cost falls by less than `tolerance` of itself. Both steps lower the
 * same cost, so it never rises. Of many curves some are iterated over, and then all are aligned to their mean, and averaged,
 * once. At the end all is warped so that the mean of the warps of curves that vary is the identity. The mean starts at the
 * curves' mean start. Constant curves keep the identity. At least one curve varies.
 */
export async function karcherMean(
  u: Float64Array,
  curves: Float64Array[],
  options: ElasticOptions,
  withAligner: WithAligner,
): Promise<Elastic> {
  const functions = curves.map((f) => srvf(u, f));
  const { lambda, band } = options;
  const varies = functions.map((q) => squaredNorm(u, q) > 0);
  const among = sampleOf(varies, options.template_of ?? curves.length);
  const { mean, paths, objective, history, converged } = await withAligner(
    { u, functions, lambda, band },
    async (each) => {
      const found = await iterate(u, functions, among, options, each);
      if (among.length === functions.length) return found;
      const all = [...functions.keys()];
      return { ...found, ...(await round(u, functions, all, found.mean, scaleOf(u, functions, all), [], each)) };
    },
  );
  const start = curves.reduce((sum, f) => sum + f[0], 0) / curves.length;
  const warps = paths.map((path) => warpOfPath(u, path));
  const centre = invertWarp(
    u,
    meanWarp(
      u,
      warps.filter((_, i) => varies[i]),
    ),
  );
  const centred = warps.map((warp, i) => (varies[i] ? interpolate(u, warp, centre) : warp));
  return {
    ...measured(u, curves, functions, mean, paths),
    ...applied(u, curves, centred),
    target: interpolate(u, curveOfSrvf(u, mean, start), centre),
    template_of: among.length,
    objective,
    history,
    converged,
  };
}

/** Places of so many curves, evenly spread; one that varies is among them. */
function sampleOf(varies: boolean[], most: number): number[] {
  const among = evenly(varies.length, most);
  if (!among.some((i) => varies[i])) among[0] = varies.indexOf(true);
  return among;
}

/** The root of the mean squared norm of some functions. */
function scaleOf(u: Float64Array, functions: Float64Array[], among: number[]): number {
  return Math.sqrt(among.reduce((sum, i) => sum + squaredNorm(u, functions[i]), 0) / among.length);
}

/** What aligning curves to a mean, and averaging them, gives. */
interface Round {
  mean: Float64Array;
  paths: ElasticPath[];
  objective: number;
}

/** Aligns some of the curves to a mean and averages. */
async function round(
  u: Float64Array,
  functions: Float64Array[],
  among: number[],
  target: Float64Array,
  scale: number,
  known: ElasticPath[],
  alignEach: AlignEach,
): Promise<Round> {
  const paths = await alignEach(among.map((curve, k) => ({ curve, target, scale, known: known[k] ?? null })));
  const objective = paths.reduce((sum, { cost }) => sum + cost, 0) / paths.length;
  const mean = average(among.map((i, k) => warpedSrvf(u, functions[i], warpOfPath(u, paths[k]))));
  return { mean, paths, objective };
}

/** Aligns some of the curves to their mean and averages, over and over, from the curve nearest the mean SRVF. */
async function iterate(
  u: Float64Array,
  functions: Float64Array[],
  among: number[],
  { max_iter, tolerance }: ElasticOptions,
  alignEach: AlignEach,
): Promise<Round & Pick<Elastic, "history"> & { converged: boolean }> {
  const scale = scaleOf(u, functions, among);
  const history: Elastic["history"] = [];
  const mean =
    functions[
      among[
        nearest(
          u,
          among.map((i) => functions[i]),
        )
      ]
    ];
  let last: Round = { mean, paths: [], objective: 0 };
  let converged = false;
  for (let iteration = 1; iteration <= max_iter && !converged; iteration++) {
    const next = await round(u, functions, among, last.mean, scale, last.paths, alignEach);
    const moved = squaredGap(u, next.mean, last.mean);
    const before = history.at(-1)?.objective;
    const mean_change = Math.sqrt(moved / squaredNorm(u, last.mean));
    history.push({ iteration, objective: next.objective, mean_change });
    converged = moved === 0 || (before !== undefined && before - next.objective <= tolerance * before);
    last = next;
  }
  return { ...last, history, converged };
}

/** Every curve aligned to one of them, once; nothing is averaged or centred. */
export async function alignToTemplate(
  u: Float64Array,
  curves: Float64Array[],
  template: number,
  { lambda, band }: Pick<ElasticOptions, "lambda" | "band">,
  withAligner: WithAligner,
): Promise<Elastic> {
  const functions = curves.map((f) => srvf(u, f));
  const target = functions[template];
  const pieces = functions.map((q, curve) => {
    const scale = Math.sqrt((squaredNorm(u, q) + squaredNorm(u, target)) / 2);
    return { curve, target, scale, known: null };
  });
  const paths = await withAligner({ u, functions, lambda, band }, (each) => each(pieces));
  return {
    ...measured(u, curves, functions, target, paths),
    ...applied(
      u,
      curves,
      paths.map((path) => warpOfPath(u, path)),
    ),
    target: curves[template],
    template_of: null,
    objective: paths.reduce((sum, { cost }) => sum + cost, 0) / paths.length,
    history: [],
    converged: null,
  };
}

/** The SRVF nearest the mean SRVF, the first of equal ones; a constant curve is none to start from. */
function nearest(u: Float64Array, functions: Float64Array[]): number {
  const mean = average(functions);
  const far = functions.map((q) => (squaredNorm(u, q) === 0 ? Number.POSITIVE_INFINITY : squaredGap(u, q, mean)));
  return far.indexOf(far.reduce((least, x) => Math.min(least, x)));
}

function measured(
  u: Float64Array,
  curves: Float64Array[],
  functions: Float64Array[],
  target: Float64Array,
  paths: ElasticPath[],
): Pick<Elastic, "amplitude" | "shift" | "steep"> {
  return {
    amplitude: Float64Array.from(curves, (_, i) => Math.sqrt(pathCost(u, target, functions[i], paths[i]))),
    shift: Int32Array.from(paths, ({ c, r }) => c.reduce((most, at, k) => Math.max(most, Math.abs(at - r[k])), 0)),
    steep: Float64Array.from(paths, steepShare),
  };
}

function applied(u: Float64Array, curves: Float64Array[], warps: Float64Array[]): Pick<Elastic, "warps" | "aligned"> {
  return { warps, aligned: curves.map((f, i) => interpolate(u, f, warps[i])) };
}

/** ∫ (a − b)². */
function squaredGap(u: Float64Array, a: Float64Array, b: Float64Array): number {
  return squaredNorm(
    u,
    a.map((x, k) => x - b[k]),
  );
}
