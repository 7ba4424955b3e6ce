import type { Ctx } from "../contract/context.ts";
import { orReason } from "../contract/outcome.ts";
import { leadingSvd } from "../numerics/leading-svd.ts";
import type { Svd } from "../numerics/svd.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { evenly } from "./evenly.ts";
import { type Fpca, fpca, weightedDeviations } from "./fpca.ts";
import { onThread } from "./on-thread.ts";
import { type QuadratureRule, quadratureWeights } from "./quadrature.ts";

/** Eigenvalues that lie closer than this share of the larger one count as equal: their components may be turned freely. */
const EQUAL = 1e-9;
const SHARES = [0.9, 0.95, 0.99];
const ZERO = "its eigenvalue is 0 within rounding: the curves do not vary in a further direction";

const ALL = "the components hold all variance, so none is left";

/** What is asked of a decomposition, and how much of it is listed. */
export interface FpcaRequest {
  n_comp: number;
  weights: QuadratureRule;
  max_curves: number;
  max_points: number;
}

/** What of a decomposition is left to threads: a matrix by its columns, and how many vectors are wanted. */
export interface SvdPiece {
  columns: Float64Array[];
  k: number;
}

/** `leadingSvd` as a task of threads. */
export function decompose({ columns, k }: SvdPiece): Svd {
  return leadingSvd(columns, k);
}

/** Steps of a decomposition from which on it is left to a thread, as it takes some 50 ms or more. */
const WORTH_A_THREAD = 3e7;

/** As `fpcaFields`; a large decomposition runs on a thread, so that it can be cancelled. */
export async function fpcaOnThread(ctx: Pick<Ctx, "pool">, curves: CurveMatrix, request: FpcaRequest) {
  const { rows, t, label } = curves;
  if (rows.length * t.length * Math.min(rows.length, t.length) < WORTH_A_THREAD) return fpcaFields(curves, request);
  const piece = {
    columns: weightedDeviations(rows, quadratureWeights(label, t, request.weights)),
    k: request.n_comp,
  };
  const svd = await onThread<SvdPiece, Svd>(ctx, { command: "fda fpca", task: "decompose" }, piece);
  return fpcaFields(curves, request, svd);
}

/** A functional PCA as the fields of an answer. Refuses as `fpca` and `quadratureWeights` do. */
export function fpcaFields(curves: CurveMatrix, request: FpcaRequest, svd?: Svd) {
  const weights = quadratureWeights(curves.label, curves.t, request.weights);
  const found = fpca(curves, weights, request.n_comp, svd);
  const at = evenly(curves.t.length, request.max_points);
  const pick = (values: Float64Array) => at.map((j) => values[j]);
  const shown = found.eigenvalues.slice(0, request.n_comp);
  const cumulative = cumulativeShares(found);
  const kept = Math.min(curves.names.length, request.max_curves);
  return {
    method: "SVD of the centred curves, weighted by quadrature" as const,
    weights: request.weights,
    divisor: "n - 1" as const,
    n_components: found.components.length,
    rank: found.eigenvalues.filter((value) => value > 0).length,
    total_variance: found.total_variance,
    components: Array.from(shown, (eigenvalue, k) => ({
      component: k + 1,
      eigenvalue,
      explained_variance_ratio: eigenvalue / found.total_variance,
      cumulative_variance_explained: cumulative[k],
      ...orReason("ic_p1", factorCriterion(found.eigenvalues, k + 1, curves.rows.length, curves.t.length), ALL),
      ...(k < found.components.length ? { values: pick(found.components[k]) } : { values: null, values_reason: ZERO }),
    })),
    components_for: SHARES.map((share) => ({
      share,
      n_components: 1 + cumulative.findIndex((reached) => reached >= share),
    })),
    equal_eigenvalues: equalPairs(shown),
    at: pick(curves.t),
    mean: pick(found.mean),
    points_dropped: curves.t.length - at.length,
    scores: curves.names.slice(0, kept).map((curve, i) => ({ curve, values: found.scores.map((score) => score[i]) })),
    scores_dropped: curves.names.length - kept,
  };
}

/**
 * Bai & Ng's (2002) criterion IC_p1 for k factors of n curves of m points: ln V + k·(n + m)/(nm)·ln(nm/(n + m)), with V the
 * variance that is left (up to a constant factor, which moves all k alike). Null when none is.
 */
function factorCriterion(eigenvalues: Float64Array, k: number, n: number, m: number): number | null {
  const left = eigenvalues.slice(k).reduceRight((sum, value) => sum + value, 0);
  if (!(left > 0)) return null;
  return Math.log(left) + ((k * (n + m)) / (n * m)) * Math.log((n * m) / (n + m));
}

function cumulativeShares({ eigenvalues, total_variance }: Fpca): number[] {
  let sum = 0;
  return Array.from(eigenvalues, (value) => {
    sum += value;
    return Math.min(1, sum / total_variance);
  });
}

/** Pairs of neighbouring components that share an eigenvalue: each alone is an arbitrary choice. */
function equalPairs(eigenvalues: Float64Array): number[][] {
  const pairs: number[][] = [];
  for (let k = 0; k + 1 < eigenvalues.length; k++) {
    if (eigenvalues[k + 1] > 0 && eigenvalues[k] - eigenvalues[k + 1] <= EQUAL * eigenvalues[k])
      pairs.push([k + 1, k + 2]);
  }
  return pairs;
}
