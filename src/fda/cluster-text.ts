import type { ClusterFields } from "../contract/cluster-shape.ts";
import { filled, labelled, more, parts, section, showNumber } from "../contract/text.ts";
import { shortNames } from "../series/short-names.ts";

/** What of the answer of `fda cluster` needs no picture. */
export function clusterLines(f: ClusterFields): string[] {
  const share = f.between_share === null ? "n/a" : `${(100 * f.between_share).toFixed(1)} % between`;
  return [
    labelled("k", `${f.k} (${f.k_basis.replaceAll("_", " ")})`),
    labelled(
      "starts",
      parts(`${f.starts} from ${f.generator} seed ${f.seed}`, `${f.n_starts_at_best} reached the best`),
    ),
    labelled("squares", parts(`within ${showNumber(f.within_ss)} of ${showNumber(f.total_ss)}`, share)),
    labelled(
      "quality",
      parts(
        `silhouette ${showNumber(f.silhouette)}`,
        `Calinski-Harabasz ${showNumber(f.calinski_harabasz)}`,
        f.weights,
      ),
    ),
    ...section(
      "Candidates",
      f.candidates.map((c) =>
        parts(
          `k ${String(c.k).padStart(2)}`,
          `within ${showNumber(c.within_ss)}`,
          `silhouette ${showNumber(c.silhouette)}`,
          `smallest ${c.smallest}`,
        ),
      ),
    ),
  ];
}

/** The curves by name, the groups they came with, and the warnings. */
export function memberLines(f: ClusterFields): string[] {
  const names = shortNames(
    f.curves.map(({ curve }) => curve),
    24,
  );
  return [
    ...section("Curves", [
      ...f.curves.map((c, i) =>
        parts(
          names[i],
          `cluster ${c.cluster}`,
          `distance ${showNumber(c.distance)}`,
          `silhouette ${showNumber(c.silhouette)}`,
        ),
      ),
      ...more(f.curves_dropped, "curve"),
    ]),
    ...section(
      "Groups",
      (f.groups ?? []).map(({ group, n }) =>
        labelled(group ?? "(none)", n.map((x) => String(x).padStart(4)).join(" ")),
      ),
    ),
    ...section("Warnings", filled(f.warnings)),
  ];
}
