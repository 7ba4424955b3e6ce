import type { AlignFields, DtwFields, ElasticFields } from "../contract/align-shape.ts";
import { filled, labelled, more, parts, section, showNumber } from "../contract/text.ts";
import { shortNames } from "../series/short-names.ts";

/** Of a name on a line that says more. */
const LONGEST_NAME = 40;

/** The answer of `fda align` for a person. */
export function alignText(f: AlignFields): string[] {
  const points = f.n_points_min === f.n_points_max ? `${f.n_points_min}` : `${f.n_points_min} to ${f.n_points_max}`;
  const target = { stated: "the stated curve", karcher_mean: "the Karcher mean", medoid: "least sum of distances" };
  return [
    `${f.handle}  ${parts(`${f.n_curves} curves, ${points} points`)}`,
    labelled("distance", `${f.distance} (${f.distance_basis.replaceAll("_", " ")})`),
    labelled(
      "to",
      f.template_basis === "karcher_mean"
        ? meanOf(f)
        : `${f.template.slice(0, LONGEST_NAME)} (${target[f.template_basis]})`,
    ),
    labelled("band", f.band === null ? "none" : `${f.band} steps (${f.band_basis.replaceAll("_", " ")})`),
    ...(f.dtw ? dtwText(f.dtw) : []),
    ...(f.elastic ? elasticText(f.elastic) : []),
    ...section("Pictures", f.sparkline),
    ...section("Warnings", filled(f.warnings)),
  ];
}

function meanOf({ elastic, n_curves }: AlignFields): string {
  const some = elastic?.template_of ?? n_curves;
  return some < n_curves ? `the Karcher mean of ${some} of them, evenly spread` : "their Karcher mean";
}

function dtwText(f: DtwFields): string[] {
  const names = namesOf(f.curves);
  return section("Distances", [
    ...f.curves.map((c, i) =>
      parts(
        names[i],
        `distance ${showNumber(c.distance)}`,
        `${c.path_length} pairs, ${showNumber(c.mean_cost)} each`,
        `shift <= ${c.max_shift}`,
      ),
    ),
    ...more(f.curves_dropped, "curve"),
  ]);
}

function elasticText(f: ElasticFields): string[] {
  const names = namesOf(f.curves);
  const ran = f.converged === null ? "once" : `${f.n_iter} iterations, ${f.converged ? "converged" : "not converged"}`;
  return [
    labelled("lambda", parts(showNumber(f.lambda), ran)),
    labelled(
      "score",
      parts(
        `correlation ${fixed(f.before.pairwise_correlation)} -> ${fixed(f.after.pairwise_correlation)}`,
        `least squares ${showNumber(f.before.least_squares)} -> ${showNumber(f.after.least_squares)}`,
      ),
    ),
    labelled("noise", f.noise_ratio === null ? `n/a: ${f.noise_ratio_reason}` : `ratio ${f.noise_ratio.toFixed(2)}`),
    ...section("Warps", [
      ...f.curves.map((c, i) =>
        parts(
          names[i],
          `amplitude ${showNumber(c.amplitude_distance)}`,
          `phase ${showNumber(c.phase_distance)}`,
          `moved <= ${showNumber(c.max_displacement)} at ${showNumber(c.displaced_at)}`,
        ),
      ),
      ...more(f.curves_dropped, "curve"),
    ]),
  ];
}

/** Four decimals, and no sign before zeros. */
function fixed(x: number): string {
  return (Math.round(x * 1e4) / 1e4 || 0).toFixed(4);
}

function namesOf(curves: { curve: string }[]): string[] {
  return shortNames(
    curves.map(({ curve }) => curve),
    16,
  );
}
