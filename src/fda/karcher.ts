import type { WithAligner } from "./align-each.ts";
import { type ElasticPath, pathCost, steepShare, warpOfPath } from "./elastic-path.ts";
import { meanCost, meanOfAll, type RoundLimits, type Rounds } from "./karcher-rounds.ts";
import { curveOfSrvf, interpolate, squaredNorm, srvf } from "./srvf.ts";
import { invertWarp, meanWarp } from "./warps.ts";

/** What an elastic alignment may do. */
export interface ElasticOptions extends RoundLimits {
  /** Weight of ‖1 − √γ′‖² beside the misfit in units of the mean squared SRVF norm; 0 is free warping. */
  lambda: number;
  band: number | null;
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
  /** Empty for a template. */
  history: Rounds["history"];
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
  const { mean, paths, ...found } = await withAligner({ u, functions, lambda, band }, (each) =>
    meanOfAll({ u, functions, varies }, options, each),
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
    ...found,
  };
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
    objective: meanCost(paths),
    history: [],
    converged: null,
  };
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
