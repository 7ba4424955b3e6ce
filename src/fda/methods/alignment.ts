import type { ElasticFields } from "../../contract/align-shape.ts";
import { BadCall } from "../../contract/outcome.ts";
import { curvesOfMean, elasticBand, MOST_ROUNDS, pairsOfMean, TOLERANCE } from "../align-defaults.ts";
import { alignOnThreads } from "../align-each.ts";
import { alignElastic } from "../align-elastic.ts";
import { advice, another, num } from "./advice.ts";
import { type Method, type MethodResult, numberOf, numberOrAuto, overGrid, type Recommendation } from "./method.ts";

const NOISY = 1.5;

/** Elastic alignment to the Karcher mean. */
export const alignment: Method = {
  name: "alignment",
  computes:
    "elastic alignment (SRVF) of all curves to their Karcher mean; warps, distances and scores before and after",
  parameters: [
    { name: "lambda", default: 0, range: "0 or more", about: "price of warping" },
    {
      name: "band",
      default: "auto",
      range: "steps, a share below 1, or auto",
      about: "auto: none up to 101 points, then a tenth",
    },
    { name: "max_iter", default: MOST_ROUNDS, range: "2 or more", about: "most rounds" },
    {
      name: "template_of",
      default: "auto",
      range: "curves, 2 or more, or auto",
      about: "curves that the mean is of; auto: all while they are few",
    },
  ],
  better: {
    pairwise_correlation_after: "larger",
    least_squares_after: "smaller",
    amplitude_distance_mean: "smaller",
    converged: "larger",
  },
  main: "aligned",
  leaves: "aligned",
  refuses: ["TooFewCurves", "TooFewPoints", "TooManyPoints", "IrregularGrid", "NonFiniteCurve", "NotIdentifiable"],
  needs(parameters) {
    if (numberOf(parameters, "max_iter") < 2) throw new BadCall("max_iter: convergence needs 2 rounds or more");
    if ((numberOrAuto(parameters, "template_of") ?? 2) < 2)
      throw new BadCall("template_of: a mean needs 2 curves or more");
    return { curves: 2, points: 3, what: "an elastic alignment" };
  },
  async run(curves, parameters, step, ctx) {
    const [n, m] = [curves.rows.length, curves.t.length];
    const { band } = elasticBand(numberOrAuto(parameters, "band") ?? undefined, m);
    const max_iter = numberOf(parameters, "max_iter");
    const template_of = Math.min(n, numberOrAuto(parameters, "template_of") ?? curvesOfMean(n, m, band));
    const lambda = numberOf(parameters, "lambda");
    const request = { template: null, lambda, band, max_iter, tolerance: TOLERANCE, template_of };
    const whole = { arrays: true, maxCurves: Number.POSITIVE_INFINITY, maxPoints: Number.POSITIVE_INFINITY };
    const total = pairsOfMean(n, template_of, max_iter);
    let done = 0;
    const {
      fields: f,
      aligned,
      target,
      objective,
    } = await alignElastic(
      curves,
      { ...request, ...whole },
      alignOnThreads(ctx, () => step(++done, total)),
    );
    return {
      diagnostics: diagnosticsOf(f, band, objective),
      fields: {
        aligned: overGrid(curves, "curve", curves.names, aligned),
        warps: overGrid(
          curves,
          "curve",
          curves.names,
          f.curves.map((curve) => curve.warp ?? []),
        ),
        mean: overGrid(
          curves,
          "curve",
          ["karcher mean", "mean of the aligned", "mean before"],
          [target, f.aligned_mean, f.raw_mean],
        ),
        distances: {
          rows: "curve",
          row_names: curves.names,
          columns: "value",
          column_names: ["amplitude_distance", "phase_distance", "max_displacement", "warp_energy"],
          values: f.curves.map((c) => [c.amplitude_distance, c.phase_distance, c.max_displacement, c.warp_energy]),
        },
      },
    };
  },
  rules: ["noisy", "alignment_made_worse", "not_converged", "band_reached"],
  async advise(_, parameters, { diagnostics: d }) {
    const [before, after] = [num(d.pairwise_correlation_before), num(d.pairwise_correlation_after)];
    const [raw, left] = [num(d.least_squares_before), num(d.least_squares_after)];
    const worse = [after < before && "pairwise correlation fell", left > raw && "least squares rose"];
    const lambda = numberOf(parameters, "lambda");
    const found: (Recommendation | false)[] = [
      d.noise_ratio !== null &&
        num(d.noise_ratio) > NOISY &&
        another("noisy", "smoothing", "the curves are noisy: smooth them, and align what that leaves", {
          noise_ratio: num(d.noise_ratio),
          threshold: NOISY,
        }),
      (after < before || left > raw) &&
        advice(
          "alignment_made_worse",
          "parameter",
          `${worse.filter((what) => what !== false).join(" and ")} by aligning: raise lambda, narrow the band, or smooth first`,
          {
            pairwise_correlation_before: before,
            pairwise_correlation_after: after,
            least_squares_before: raw,
            least_squares_after: left,
          },
          { lambda: lambda === 0 ? 0.01 : 10 * lambda },
        ),
      d.converged === false &&
        advice(
          "not_converged",
          "parameter",
          "the mean was still moving: allow more rounds",
          { n_iter: num(d.n_iter), objective: num(d.objective), converged: false },
          { max_iter: 2 * numberOf(parameters, "max_iter") },
        ),
      num(d.n_at_band) > 0 &&
        advice(
          "band_reached",
          "parameter",
          "warps touch the band: widen it to see whether it holds them back",
          { n_at_band: num(d.n_at_band), band_steps: num(d.band_steps) },
          { band: 2 * num(d.band_steps) },
        ),
    ];
    return found.filter((each) => each !== false);
  },
};

function diagnosticsOf(f: ElasticFields, band: number | null, objective: number): MethodResult["diagnostics"] {
  return {
    converged: f.converged,
    n_iter: f.n_iter,
    objective,
    template_of: num(f.template_of),
    pairwise_correlation_before: f.before.pairwise_correlation,
    pairwise_correlation_after: f.after.pairwise_correlation,
    least_squares_before: f.before.least_squares,
    least_squares_after: f.after.least_squares,
    amplitude_distance_mean: f.amplitude_distance_mean,
    phase_distance_mean: f.phase_distance_mean,
    max_displacement: f.max_displacement,
    band_steps: band ?? "none",
    n_at_band: f.n_at_band,
    noise_ratio: f.noise_ratio,
    ...(f.noise_ratio === null ? { noise_ratio_reason: f.noise_ratio_reason ?? "" } : {}),
    n_constant: f.constant_curves.length,
  };
}
