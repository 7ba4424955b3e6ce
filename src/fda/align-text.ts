import type { AlignFields, DtwFields, ElasticFields } from "../contract/align-shape.ts";
import { labelled, more, parts, section, showNumber } from "../contract/text.ts";

/** The answer of `fda align` for a person. */
export function alignText(f: AlignFields): string[] {
  const points = f.n_points_min === f.n_points_max ? `${f.n_points_min}` : `${f.n_points_min} to ${f.n_points_max}`;
  const target = { stated: "the stated curve", karcher_mean: "the Karcher mean", medoid: "least sum of distances" };
  return [
    `${f.handle}  ${parts(`${f.n_curves} curves, ${points} points`)}`,
    labelled("distance", `${f.distance} (${f.distance_basis.replaceAll("_", " ")})`),
    labelled("to", f.template_basis === "karcher_mean" ? meanOf(f) : `${f.template} (${target[f.template_basis]})`),
    labelled("band", f.band === null ? "none" : `${f.band} steps (${f.band_basis.replaceAll("_", " ")})`),
    ...(f.dtw ? dtwText(f.dtw) : []),
    ...(f.elastic ? elasticText(f.elastic) : []),
    ...section("Pictures", f.sparkline),
    ...section("Warnings", f.warnings),
  ];
}

function meanOf({ elastic, n_curves }: AlignFields): string {
  const some = elastic?.template_of ?? n_curves;
  return some < n_curves ? `the Karcher mean of ${some} of them, evenly spread` : "their Karcher mean";
}

function dtwText(f: DtwFields): string[] {
  const width = widthOf(f.curves);
  return section("Distances", [
    ...f.curves.map((c) =>
      parts(
        nameOf(c.curve, width),
        `distance ${showNumber(c.distance)}`,
        `${c.path_length} pairs, ${showNumber(c.mean_cost)} each`,
        `shift <= ${c.max_shift}`,
      ),
    ),
    ...more(f.curves_dropped, "curve"),
  ]);
}

function elasticText(f: ElasticFields): string[] {
  const width = widthOf(f.curves);
  const ran = f.converged === null ? "once" : `${f.n_iter} iterations, ${f.converged ? "converged" : "not converged"}`;
  return [
    labelled("lambda", parts(showNumber(f.lambda), ran)),
    labelled(
      "score",
      parts(
        `correlation ${f.before.pairwise_correlation.toFixed(4)} -> ${f.after.pairwise_correlation.toFixed(4)}`,
        `least squares ${showNumber(f.before.least_squares)} -> ${showNumber(f.after.least_squares)}`,
      ),
    ),
    labelled("noise", f.noise_ratio === null ? `n/a: ${f.noise_ratio_reason}` : `ratio ${f.noise_ratio.toFixed(2)}`),
    ...section("Warps", [
      ...f.curves.map((c) =>
        parts(
          nameOf(c.curve, width),
          `amplitude ${showNumber(c.amplitude_distance)}`,
          `phase ${showNumber(c.phase_distance)}`,
          `moved <= ${showNumber(c.max_displacement)} at ${showNumber(c.displaced_at)}`,
        ),
      ),
      ...more(f.curves_dropped, "curve"),
    ]),
  ];
}

function widthOf(curves: { curve: string }[]): number {
  return Math.min(16, Math.max(0, ...curves.map(({ curve }) => curve.length)));
}

function nameOf(name: string, width: number): string {
  return name.slice(0, width).padEnd(width);
}
