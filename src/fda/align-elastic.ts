import type { ElasticFields } from "../contract/align-shape.ts";
import { refusal } from "../contract/outcome.ts";
import type { WithAligner } from "./align-each.ts";
import { alignmentScores, isFlat, noiseRatio } from "./alignment-scores.ts";
import type { CurveMatrix } from "./curve-matrix.ts";
import { latticeSize } from "./elastic-lattice.ts";
import { evenly } from "./evenly.ts";
import { alignToTemplate, type Elastic, karcherMean } from "./karcher.ts";
import { quadratureWeights } from "./quadrature.ts";
import { requireFit } from "./size-limit.ts";
import { average, invertWarp, phaseDistance, warpEnergy } from "./warps.ts";

/** What is asked of an elastic alignment, and how much of it is listed. */
export interface ElasticRequest {
  /** Place of the template; null: the Karcher mean. */
  template: number | null;
  lambda: number;
  /** In steps. */
  band: number | null;
  max_iter: number;
  tolerance: number;
  /** Curves that a Karcher mean is iterated over. */
  template_of: number;
  arrays: boolean;
  maxCurves: number;
  maxPoints: number;
}

/** White noise alone gives 4, daily weather over a year 1.9, smooth curves up to 1.2. */
const NOISY = 1.5;
/** A warp that runs at slope 7 or 1/7 over a larger share of the grid than this would jump if it could. */
const STEEP = 0.05;
const MOST_HISTORY = 20;

/**
 * An elastic alignment as the fields of an answer, its warnings, and the aligned curves. Refuses NotIdentifiable (nothing to
 * align to) and TooManyPoints.
 */
export async function alignElastic(curves: CurveMatrix, request: ElasticRequest, aligner: WithAligner) {
  const { t, rows, label } = curves;
  requireVariation(curves, request.template);
  const { rows: n, width } = latticeSize(t.length, request.band ?? t.length);
  requireFit(label, t.length, n * width, "state a --band, or thin the curves");
  const length = t[t.length - 1] - t[0];
  const u = t.map((at) => (at - t[0]) / length);
  const found =
    request.template === null
      ? await karcherMean(u, rows, request, aligner)
      : await alignToTemplate(u, rows, request.template, request, aligner);
  const constant = curves.names.filter((_, i) => isFlat(rows[i]));
  const each = curves.names.map((curve, i) => warpFacts(curve, found, i, { t, u, length }, request.band));
  const at = evenly(t.length, request.maxPoints);
  const pick = (values: Float64Array) => at.map((j) => values[j]);
  const placed = (warp: Float64Array) => pick(warp.map((x) => t[0] + x * length));
  const arrays = (i: number) => ({
    warp: placed(found.warps[i]),
    inverse_warp: placed(invertWarp(u, found.warps[i])),
    aligned: pick(found.aligned[i]),
  });
  const fields: ElasticFields = {
    method: "SRVF of straight lines, dynamic programming with slopes 1/7 to 7",
    lambda: request.lambda,
    penalty: "lambda * ||1 - sqrt(warp')||^2",
    template_of: found.template_of,
    ...progressOf(found, request),
    ...scoresOf(curves, found.aligned),
    ...summaryOf(each, constant, request.maxCurves),
    at: pick(t),
    target: pick(found.target),
    aligned_mean: pick(average(found.aligned)),
    raw_mean: pick(average(rows)),
    points_dropped: t.length - at.length,
    curves: each.slice(0, request.maxCurves).map((facts, i) => ({ ...facts, ...(request.arrays ? arrays(i) : {}) })),
    curves_dropped: Math.max(0, each.length - request.maxCurves),
  };
  const { aligned, target, objective } = found;
  return { fields, aligned, target, objective, warnings: warningsOf(fields, rows.length, constant.length) };
}

function progressOf({ converged, history }: Elastic, { max_iter, tolerance }: ElasticRequest) {
  return {
    converged,
    ...(converged === null ? { converged_reason: "aligned once, to the template: nothing is iterated" } : {}),
    max_iter: converged === null ? null : max_iter,
    tolerance: converged === null ? null : tolerance,
    n_iter: history.length,
    history: history.slice(-MOST_HISTORY),
    history_dropped: Math.max(0, history.length - MOST_HISTORY),
  };
}

function scoresOf({ label, t, rows }: CurveMatrix, aligned: Float64Array[]) {
  const weights = quadratureWeights(label, t, "trapezoid");
  const noise_ratio = noiseRatio(rows);
  return {
    before: alignmentScores(rows, weights),
    after: alignmentScores(aligned, weights),
    noise_ratio,
    ...(noise_ratio === null ? { noise_ratio_reason: "fewer than 9 points, or no curve that varies" } : {}),
  };
}

function summaryOf(each: ReturnType<typeof warpFacts>[], constant: string[], most: number) {
  const displacements = each.map(({ max_displacement }) => max_displacement);
  return {
    n_at_band: each.filter(({ at_band }) => at_band).length,
    n_steep: each.filter(({ steep_share }) => steep_share > STEEP).length,
    constant_curves: constant.slice(0, most),
    constant_curves_dropped: Math.max(0, constant.length - most),
    amplitude_distance_mean: meanOf(each.map(({ amplitude_distance }) => amplitude_distance)),
    phase_distance_mean: meanOf(each.map(({ phase_distance }) => phase_distance)),
    max_displacement: displacements.reduce((a, b) => Math.max(a, b)),
  };
}

function warpFacts(
  curve: string,
  found: Elastic,
  i: number,
  { t, u, length }: { t: Float64Array; u: Float64Array; length: number },
  band: number | null,
) {
  const warp = found.warps[i];
  const displaced = warp.map((x, j) => Math.abs(x - u[j]));
  const most = displaced.reduce((a, b) => Math.max(a, b));
  return {
    curve,
    amplitude_distance: found.amplitude[i],
    phase_distance: phaseDistance(u, warp),
    max_displacement: most * length,
    displaced_at: t[displaced.indexOf(most)],
    warp_energy: warpEnergy(u, warp),
    at_band: band !== null && found.shift[i] >= band,
    steep_share: found.steep[i],
  };
}

function warningsOf(
  { before, after, noise_ratio, converged, n_iter, n_at_band, n_steep, template_of }: ElasticFields,
  n: number,
  constant: number,
): string[] {
  const warnings: string[] = [];
  if (template_of !== null && template_of < n)
    warnings.push(
      `the mean is of ${template_of} of ${n} curves, and all were aligned to it once: template-of all takes longer`,
    );
  if (noise_ratio !== null && noise_ratio > NOISY) {
    warnings.push(
      `the curves are ${noise_ratio.toFixed(1)} times as rough as their 5-point averages: smooth them before aligning`,
    );
  }
  const worse = [
    after.pairwise_correlation < before.pairwise_correlation && "pairwise correlation fell",
    after.least_squares > before.least_squares && "least squares rose",
  ].filter((text) => text !== false);
  if (worse.length > 0) warnings.push(`${worse.join(" and ")}: raise lambda, narrow the band, or smooth first`);
  if (converged === false) warnings.push(`not converged after ${n_iter} iterations: raise max-iter, or lambda`);
  if (n_at_band > 0)
    warnings.push(
      n_at_band === 1
        ? "1 warp touches the band: widen it to see whether it is held back"
        : `${n_at_band} warps touch the band: widen it to see whether they are held back`,
    );
  if (n_steep > 0)
    warnings.push(
      n_steep === 1
        ? "1 warp runs at the steepest slope, 7 or 1/7, and leaves a kink: raise lambda"
        : `${n_steep} warps run at the steepest slope, 7 or 1/7, and leave kinks: raise lambda`,
    );
  if (constant > 0)
    warnings.push(
      constant === 1
        ? "1 curve is constant: any warp fits it, and it keeps the identity"
        : `${constant} curves are constant: any warp fits them, and they keep the identity`,
    );
  return warnings;
}

/** Refuses NotIdentifiable when there is nothing to align to. */
function requireVariation({ label, names, rows }: CurveMatrix, template: number | null): void {
  const flat = template === null ? rows.every(isFlat) : isFlat(rows[template]);
  if (!flat) return;
  const subject = template === null ? `all ${rows.length} curves are` : `the template '${names[template]}' is`;
  const remedy = template === null ? "give curves that vary" : "choose a template that varies";
  throw refusal("NotIdentifiable", `${label}: ${subject} constant, so every warp fits alike; ${remedy}`, {
    check: "variation",
    observed: 0,
    required: "> 0",
    remedy,
  });
}

function meanOf(values: number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}
